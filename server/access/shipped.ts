import type { Kysely } from 'kysely'
import { eachEndpoint } from '../../core/contract/areas.ts'
import type { Area } from '../../core/contract/endpoint.ts'
import type { DataScope } from '../../core/domain/enums.ts'
import type { Schema } from '../db/tables.ts'
import { type MenuEntry, menu } from './menu.ts'
import { adminRole, rightsChanged } from './rights.ts'

/** What xzx brings into every database: menu, permission keys, roles. */

/** Keys that are no call: a right within one. */
const extraKeys: readonly { readonly area: string; readonly key: string; readonly says: string }[] = [
  { area: 'article', key: 'article_force', says: '审核本人提交的文章' },
]

interface ShippedRole {
  readonly alias: string
  readonly name: string
  readonly description: string
  readonly dataScope: DataScope
  readonly allColumns: boolean
  readonly keys: readonly string[]
}

const audit = [
  'file_uploadName',
  'article_list',
  'article_accept',
  'article_acceptReject',
  'article_approve',
  'article_reject',
  'article_takeDown',
  'article_update',
]
const generation = ['generate_generateIndex', 'generate_generateColumn', 'generate_generateArticle']

/** The shipped roles; a site changes them as it likes, none is put back. */
const roles: readonly ShippedRole[] = [
  { alias: adminRole, name: '管理员', description: '全部权限', dataScope: 'ALL', allColumns: true, keys: [] },
  {
    alias: 'auditor',
    name: '审核员',
    description: '初审、审核、驳回、下架文章，生成静态页面',
    dataScope: 'ALL',
    allColumns: true,
    keys: [...audit, ...generation, 'column_list', 'home_deptDataCountExcel'],
  },
  {
    alias: 'staff',
    name: '部门人员',
    description: '在授权栏目撰写本部门文章并提交审核，办理交给本部门的任务',
    dataScope: 'DEPART',
    allColumns: false,
    keys: [
      ...['article_list', 'article_saveRole', 'article_update', 'article_delete', 'file_uploadName'],
      ...['assignment_list', 'assignment_replyEdit', 'assignment_replyDels'],
    ],
  },
  {
    alias: 'readonly',
    name: '只读',
    description: '查看文章、栏目和操作日志',
    dataScope: 'ALL',
    allColumns: true,
    keys: ['article_list', 'column_list', 'log_list'],
  },
]

type Contract = Readonly<Record<string, Area>>

const keysOf = (contract: Contract) => [
  ...[...eachEndpoint(contract)].flatMap(([area, call, e]) =>
    e.access === 'granted' ? [{ area, key: `${area}_${call}`, says: e.says }] : [],
  ),
  ...extraKeys,
]

/** The entries whose areas exist, and the catalogues over them. */
function entriesOf(contract: Contract): MenuEntry[] {
  const exists = ({ areas = [] }: MenuEntry) =>
    areas.length === 0 || areas.some((area) => Object.hasOwn(contract, area))
  const screens = menu.filter((entry) => entry.type === 'Menu' && exists(entry))
  return menu.filter((entry) => screens.includes(entry) || screens.some(({ parent }) => parent === entry.alias))
}

async function addResources(trx: Kysely<Schema>, contract: Contract): Promise<number> {
  const there = new Map(
    (await trx.selectFrom('resource').select(['id', 'alias']).execute()).map((r) => [r.alias, r.id]),
  )
  let added = 0
  const add = async (r: {
    alias: string
    name: string
    type: string
    parentId: number
    url?: string
    icon?: string
    sort: number
  }) => {
    if (there.has(r.alias)) return
    const { id } = await trx
      .insertInto('resource')
      .values({ ...r, url: r.url ?? null, icon: r.icon ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    there.set(r.alias, id)
    added += 1
  }
  for (const entry of entriesOf(contract)) {
    const { alias, name, type, parent, url, icon } = entry
    await add({ alias, name, type, url, icon, sort: menu.indexOf(entry), parentId: there.get(parent ?? '') ?? 0 })
  }
  for (const [sort, { area, key, says }] of keysOf(contract).entries()) {
    const entry = menu.find((e) => e.areas?.includes(area))
    await add({ alias: key, name: says, type: 'Button', parentId: there.get(entry?.alias ?? '') ?? 0, sort })
  }
  return added
}

async function addRoles(trx: Kysely<Schema>, now: number): Promise<void> {
  const resources = new Map(
    (await trx.selectFrom('resource').select(['id', 'alias']).execute()).map((r) => [r.alias, r.id]),
  )
  for (const { alias, name, description, dataScope, allColumns, keys } of roles) {
    const { id } = await trx
      .insertInto('role')
      .values({ alias, name, description, dataScope, enabled: 1, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const key of keys)
      await trx
        .insertInto('roleResource')
        .values({ roleId: id, resourceId: resources.get(key) as number })
        .execute()
    if (allColumns) await trx.insertInto('columnRole').values({ roleId: id, columnId: 0 }).execute()
  }
}

/**
 * Adds what is missing: menu entries and permission keys at every start, the roles only to a new database. Removes nothing.
 * Two processes that start at once: the unique alias lets one of them through, the other finds it done.
 */
export async function ensureShipped(db: Kysely<Schema>, contract: Contract, now: number): Promise<void> {
  const aliases = new Set((await db.selectFrom('resource').select('alias').execute()).map((r) => r.alias))
  const complete = [...entriesOf(contract).map((e) => e.alias), ...keysOf(contract).map((k) => k.key)].every((alias) =>
    aliases.has(alias),
  )
  const hasRoles = await db.selectFrom('role').select('id').limit(1).executeTakeFirst()
  if (complete && hasRoles) return
  await db.transaction().execute(async (trx) => {
    await addResources(trx, contract)
    if (!hasRoles) await addRoles(trx, now)
    await rightsChanged(trx)
  })
}
