import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

interface Role {
  id: number
  name: string
  alias: string | null
  description: string
  enabled: number
  factor: number
  dataScope: string
  createdAt: number
  updatedAt: number
  version: number
}

/** What a site calls as the new role keeps what it gives, and makes room for the name. */
const apart = '（原有）'

/**
 * The role 上报员 (docs/decisions/0023-shipped-roles.md), for a database that has its roles already: a new one gets it with the others. A step
 * is gone once, so that a role which was deleted is not put back. Its keys come after it, as those of each later call.
 */
export async function up(make: Maker): Promise<void> {
  const db = make.db as Kysely<{ role: Role }>
  const roles = await db.selectFrom('role').select(['id', 'name', 'alias', 'updatedAt']).execute()
  if (roles.length === 0) return
  const free = (value: string, of: 'name' | 'alias', add: string): string =>
    roles.some((role) => role[of] === value) ? free(value + add, of, add) : value
  // a role of the site's own is not to get keys for being called so
  for (const { id, alias } of roles.filter((role) => role.alias === 'reporter'))
    await db
      .updateTable('role')
      .set({ alias: free(`${alias}-own`, 'alias', '-own') })
      .where('id', '=', id)
      .execute()
  for (const { id, name } of roles.filter((role) => role.name === '上报员'))
    await db
      .updateTable('role')
      .set({ name: free(name + apart, 'name', apart) })
      .where('id', '=', id)
      .execute()
  const at = Math.max(...roles.map(({ updatedAt }) => Number(updatedAt)))
  await db
    .insertInto('role')
    .values({
      ...{ alias: 'reporter', name: '上报员', dataScope: 'SELF', enabled: 1, factor: 0, version: 1 },
      ...{ description: '在授权栏目撰写本人的文章并提交审核，只看到本人的', createdAt: at, updatedAt: at },
    } as Role)
    .execute()
}
