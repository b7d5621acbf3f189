import type { Kysely } from 'kysely'
import { eachEndpoint } from '../../core/contract/areas.ts'
import { type Area, rightSays } from '../../core/contract/endpoint.ts'
import { innerRights } from '../../core/contract/rights.ts'
import { type DataScope, type ShippedRole, shippedRoles } from '../../core/domain/enums.ts'
import type { Schema } from '../db/tables.ts'
import { appendLog } from '../log.ts'
import type { Key } from '../secret.ts'
import { type MenuEntry, menu as specified } from './menu.ts'
import { adminRole, rightsChanged } from './rights.ts'

/** What xzx brings into every database: menu, permission keys, roles. */

interface RoleOf {
  readonly alias: ShippedRole | typeof adminRole
  readonly name: string
  readonly description: string
  readonly dataScope: DataScope
  readonly allColumns: boolean
}

/** The shipped roles; their keys stand with the calls. A site changes them as it likes, none is put back. */
export const roles: readonly RoleOf[] = [
  { alias: adminRole, name: '管理员', description: '全部权限', dataScope: 'ALL', allColumns: true },
  {
    alias: 'auditor',
    name: shippedRoles.auditor,
    description: '审核文章、意见和建议的答复，交办任务，审核和冻结群众用户，管理公告、推荐链接和热词，生成静态页面',
    dataScope: 'ALL',
    allColumns: true,
  },
  {
    alias: 'staff',
    name: shippedRoles.staff,
    description: '在授权栏目撰写本部门文章并提交审核，办理交给本部门的任务、意见和建议',
    dataScope: 'DEPART',
    allColumns: false,
  },
  {
    alias: 'reporter',
    name: shippedRoles.reporter,
    description: '在授权栏目撰写本人的文章并提交审核，只看到本人的',
    dataScope: 'SELF',
    allColumns: false,
  },
  {
    alias: 'readonly',
    name: shippedRoles.readonly,
    description: '查看文章、栏目、任务、意见、建议、公告和操作日志',
    dataScope: 'ALL',
    allColumns: true,
  },
]

type Contract = Readonly<Record<string, Area>>
type Menu = readonly MenuEntry[]

/** Every key there is, with what it lets people do. */
export const keysOf = (contract: Contract) => [
  ...[...eachEndpoint(contract)].flatMap(([area, call, e]) =>
    e.access === 'granted' ? [{ area, key: `${area}_${call}`, says: rightSays(e) }] : [],
  ),
  ...Object.entries(innerRights).map(([key, right]) => ({ key, ...right })),
]

/** Which shipped role holds which key. */
export const pairsOf = (contract: Contract): { role: ShippedRole; key: string }[] =>
  [...eachEndpoint(contract)].flatMap(([area, call, { roles: given = [] }]) =>
    given.map((role) => ({ role, key: `${area}_${call}` })),
  )

/** Where an area stands in a menu. */
const entryOf = (menu: Menu, area: string) => menu.find(({ areas }) => areas?.includes(area))

/** The entries whose areas exist and have keys, and the catalogues over them. */
function entriesOf(menu: Menu, contract: Contract): MenuEntry[] {
  const keyed = new Set(keysOf(contract).map(({ area }) => area))
  const exists = ({ areas = [] }: MenuEntry) => areas.length === 0 || areas.some((area) => keyed.has(area))
  const screens = menu.filter((entry) => entry.type === 'Menu' && exists(entry))
  return menu.filter((entry) => screens.includes(entry) || screens.some(({ parent }) => parent === entry.alias))
}

/** The place of an entry: with the one before it in the menu, behind which it stands as the later one; what is there stays where it is. */
async function placeOf(trx: Kysely<Schema>, menu: Menu, entry: MenuEntry): Promise<number> {
  const at = menu.indexOf(entry)
  const before = menu.slice(0, at).findLast(({ type, parent }) => type === entry.type && parent === entry.parent)
  if (!before) return at
  const found = await trx.selectFrom('resource').select('sort').where('alias', '=', before.alias).executeTakeFirst()
  return found?.sort ?? at
}

async function addResources(trx: Kysely<Schema>, menu: Menu, contract: Contract, now: number): Promise<void> {
  const there = new Map(
    (await trx.selectFrom('resource').select(['id', 'alias']).execute()).map((r) => [r.alias, r.id]),
  )
  const fresh = there.size === 0
  const add = async (r: {
    alias: string
    name: string
    type: string
    parentId: number
    url?: string
    icon?: string
    sort: number
    dingAppKey?: string
  }) => {
    if (there.has(r.alias)) return
    const { id } = await trx
      .insertInto('resource')
      .values({
        dingAppKey: null,
        ...r,
        url: r.url ?? null,
        icon: r.icon ?? null,
        enabled: 1,
        updatedAt: now,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    there.set(r.alias, id)
  }
  for (const entry of entriesOf(menu, contract)) {
    const { alias, name, type, parent, url, icon, app } = entry
    const sort = fresh ? menu.indexOf(entry) : await placeOf(trx, menu, entry)
    await add({
      alias,
      name,
      type,
      url,
      icon,
      sort,
      parentId: there.get(parent ?? '') ?? 0,
      ...(app && { dingAppKey: app }),
    })
  }
  for (const [sort, { area, key, says }] of keysOf(contract).entries()) {
    const parentId = there.get(entryOf(menu, area)?.alias ?? '') ?? 0
    await add({ alias: key, name: says, type: 'Button', parentId, sort })
    // the words of a key are the program's
    if (!fresh)
      await trx.updateTable('resource').set({ name: says }).where('alias', '=', key).where('name', '!=', says).execute()
    // its entry came later than the key itself
    if (!fresh && parentId !== 0)
      await trx.updateTable('resource').set({ parentId }).where('alias', '=', key).where('parentId', '=', 0).execute()
  }
}

async function addRoles(trx: Kysely<Schema>, now: number): Promise<void> {
  for (const { alias, name, description, dataScope, allColumns } of roles) {
    const { id } = await trx
      .insertInto('role')
      .values({
        alias,
        name,
        description,
        dataScope,
        enabled: 1,
        factor: 0,
        createdAt: now,
        updatedAt: now,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!allColumns) continue
    await trx.insertInto('columnRole').values({ roleId: id, columnId: 0 }).execute()
    await trx.insertInto('plateRole').values({ roleId: id, plateId: 0 }).execute()
  }
}

/** Under this name the log tells it. */
const givenCall = 'auth.shippedKeys'

type Pair = ReturnType<typeof pairsOf>[number]

/** A right that a role was given. */
export interface GivenKey {
  readonly role: string
  readonly key: string
  /** What it lets its people do. */
  readonly says: string
}

/**
 * Gives the shipped roles what they were not given before; a role that is gone gets nothing, and is not asked for again.
 * @returns what they had not
 */
async function giveKeys(trx: Kysely<Schema>, pairs: readonly Pair[]): Promise<GivenKey[]> {
  const fresh: GivenKey[] = []
  for (const { role, key } of pairs) {
    await trx.insertInto('shippedKey').values({ role, key }).execute()
    const to = await trx.selectFrom('role').select(['id', 'name']).where('alias', '=', role).executeTakeFirst()
    const what = await trx.selectFrom('resource').select(['id', 'name']).where('alias', '=', key).executeTakeFirst()
    if (!to || !what) continue
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('roleResource')
      .values({ roleId: to.id, resourceId: what.id })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows) > 0) fresh.push({ role: to.name, key, says: what.name })
  }
  return fresh
}

/** The rights by the roles that were given them. */
const byRole = (given: readonly GivenKey[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(given, ({ role }) => role)].map(([role, keys]) => [
      role,
      keys.map(({ says, key }) => `${says}（${key}）`),
    ]),
  )

/** What an upgrade has given to roles, a line for each of them. */
export const givenLines = (given: readonly GivenKey[]): string[] =>
  Object.entries(byRole(given)).map(
    ([role, keys]) =>
      `新版本为角色「${role}」增加了 ${keys.length} 项权限：${keys.join('、')}；不需要的请在角色管理中去掉`,
  )

/**
 * Adds what is missing: menu entries and permission keys at every start, the roles only to a new database, and to these the keys of calls
 * that came with a later version, each once: what an administrator took from a role stays taken. Removes nothing.
 * Two processes that start at once: the unique alias lets one of them through, the other finds it done.
 * @param entries those of areas that the specification's menu does not know
 * @param logKey with it the log tells what the roles of a database of before were given
 * @returns that
 */
export async function ensureShipped(
  db: Kysely<Schema>,
  contract: Contract,
  now: number,
  entries: readonly MenuEntry[] = [],
  logKey?: Key,
): Promise<GivenKey[]> {
  const menu = [...specified, ...entries]
  const there = await db.selectFrom('resource').select(['alias', 'parentId', 'name']).execute()
  const called = new Map(there.map(({ alias, name }) => [alias, name]))
  const above = new Map(there.map(({ alias, parentId }) => [alias, parentId]))
  const complete =
    entriesOf(menu, contract).every(({ alias }) => above.has(alias)) &&
    keysOf(contract).every(
      ({ area, key, says }) => called.get(key) === says && (above.get(key) !== 0 || !entryOf(menu, area)),
    )
  const hasRoles = await db.selectFrom('role').select('id').limit(1).executeTakeFirst()
  const given = await db.selectFrom('shippedKey').select(['role', 'key']).execute()
  const toGive = pairsOf(contract).filter(({ role, key }) => !given.some((one) => one.role === role && one.key === key))
  if (complete && hasRoles && toGive.length === 0) return []
  return db.transaction().execute(async (trx) => {
    await addResources(trx, menu, contract, now)
    if (!hasRoles) await addRoles(trx, now)
    const given = await giveKeys(trx, toGive)
    await rightsChanged(trx)
    if (!hasRoles) return []
    if (logKey && given.length > 0) {
      const call = { name: givenCall, says: '升级后为内置角色增加权限', address: '本机', requestId: '' }
      await appendLog(trx, logKey, { call, who: null, now, change: { kind: 'system', after: byRole(given) } })
    }
    return given
  })
}
