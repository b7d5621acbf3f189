import type { DataScope } from '../../core/domain/enums.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import type { Person, TestServer } from './server.ts'

let made = 0

interface Holding {
  readonly dataScope?: DataScope
  readonly deptId?: number | null
  /** 0: all. */
  readonly columns?: readonly number[]
  /** 0: all. */
  readonly plates?: readonly number[]
}

/** Makes a role that holds just these keys. */
export async function roleHolding(
  server: TestServer,
  keys: readonly string[],
  { dataScope = 'ALL', columns = [0], plates = [0] }: Holding,
): Promise<{ id: number; alias: string }> {
  made += 1
  const db = server.parts.db.write
  const alias = `holding-${made}`
  const role = {
    name: alias,
    alias,
    description: null,
    enabled: 1 as const,
    factor: 0 as const,
    dataScope,
    createdAt: server.clock.now,
    updatedAt: server.clock.now,
    version: 1,
  }
  const { id } = await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()
  if (columns.length > 0)
    await db
      .insertInto('columnRole')
      .values(columns.map((columnId) => ({ roleId: id, columnId })))
      .execute()
  if (plates.length > 0)
    await db
      .insertInto('plateRole')
      .values(plates.map((plateId) => ({ roleId: id, plateId })))
      .execute()
  const held = await db.selectFrom('resource').select('id').where('alias', 'in', keys).execute()
  await db
    .insertInto('roleResource')
    .values(held.map((one) => ({ roleId: id, resourceId: one.id })))
    .execute()
  await rightsChanged(db)
  return { id, alias }
}

/** Somebody whose one role holds just these keys. */
export async function holding(server: TestServer, keys: readonly string[], more: Holding = {}): Promise<Person> {
  const { alias } = await roleHolding(server, keys, more)
  return server.person({ roles: [alias], deptId: more.deptId ?? null })
}

/** Gives somebody one more role, which holds just these keys and reaches as far as it says. */
export async function holdsToo(server: TestServer, who: Person, keys: readonly string[], more: Holding = {}) {
  const { id } = await roleHolding(server, keys, more)
  const db = server.parts.db.write
  await db.insertInto('userRole').values({ userId: who.userId, roleId: id }).execute()
  await rightsChanged(db)
  return who
}
