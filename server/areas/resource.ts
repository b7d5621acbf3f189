import type { Selectable } from 'kysely'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { resource as contract, type ResourceNode, resourceRow } from '../../core/contract/resource.ts'
import { safeLink } from '../../core/domain/links.ts'
import { Refused } from '../../core/errors.ts'
import { refuseBeyond, refuseKeys } from '../access/beyond.ts'
import { isShippedMenu, isShownIn, menuEditor } from '../access/menu.ts'
import { adminRole, rightsChanged } from '../access/rights.ts'
import { needRole, roleToSet, roleWasSet } from '../access/role-gifts.ts'
import type { Ctx } from '../context.ts'
import type { RowOf } from '../db/table.ts'
import { resource as table } from '../db/tables/people.ts'
import { implement } from '../pipeline.ts'
import { presenterOf } from '../rows/present.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { arrange, holdTree, lastPlace, nest } from '../rows/tree.ts'

type Row = Selectable<RowOf<typeof table.columns>>
type Edit = Parsed<typeof contract.resEdit>

const rows = rowsOf(table, {
  reply: resourceRow,
  logged: ['parentId', 'type', 'name', 'alias', 'url', 'icon', 'sort', 'enabled', 'dingAppKey'],
})

/** What comes with xzx and would be back at the next start: menu entries, and every right. */
const isShipped = ({ alias, type }: { alias: string; type: string }) => type === 'Button' || isShippedMenu(alias)

const present = presenterOf(table, resourceRow)
const withOrigin = <R extends object>(shown: R, row: { alias: string; type: string }) => ({
  ...shown,
  shipped: isShipped(row) ? 1 : 0,
})
/** An entry as replies show it. */
export const shownResource = (row: Row) => withOrigin(present(row), row) as never

const all = (ctx: Ctx): Promise<Row[]> =>
  ctx.db.selectFrom('resource').selectAll().orderBy('sort').orderBy('id').execute()

const treeOf = (found: readonly Row[]) => nest(found, shownResource) as unknown as ResourceNode[]
const menusOf = (found: readonly Row[]) => found.filter(({ type }) => type !== 'Button')

/** The rows that fit, and those above them. */
function withThoseAbove(found: readonly Row[], fits: (row: Row) => boolean): Row[] {
  const byId = new Map(found.map((row) => [row.id, row]))
  const kept = new Set<number>()
  for (const row of found.filter(fits))
    for (let at: Row | undefined = row; at && !kept.has(at.id); at = byId.get(at.parentId)) kept.add(at.id)
  return found.filter(({ id }) => kept.has(id))
}

/** What an entry may be under: catalogues at the top, screens in them, rights under screens. */
const above: Readonly<Record<string, readonly (string | null)[]>> = {
  Catalogue: [null],
  Menu: ['Catalogue'],
  Button: ['Menu'],
}
const placeWords: Readonly<Record<string, string>> = {
  Catalogue: '目录只能在最上级',
  Menu: '菜单只能在目录之下',
  Button: '权限只能在菜单之下',
}

/** Those that may stand above, by their numbers: nobody knows these by heart. */
async function hintAt(ctx: Ctx, types: readonly (string | null)[] = []): Promise<string> {
  // the keys stand below some hundred menus
  if (!types.includes('Catalogue')) return ''
  const there = (await all(ctx)).filter(({ type }) => types.includes(type)).map(({ id, name }) => `${name}（${id}）`)
  return there.length > 0 ? `，请选择上级目录：${there.join('、')}` : '，请先新增一个目录'
}

async function refusePlace(ctx: Ctx, type: string, parentId: number): Promise<void> {
  const parent = parentId === 0 ? null : await rows.need(ctx, parentId)
  if (!above[type]?.includes(parent?.type ?? null))
    throw new Refused('BAD_INPUT', `上级（parentId）：${placeWords[type]}${await hintAt(ctx, above[type])}`)
}

/** @throws Refused where a screen leads nowhere, or elsewhere than to this console or a site */
function refuseAddress(type: string, url: string | null | undefined): void {
  if (type !== 'Menu') return
  if (!url) throw new Refused('BAD_INPUT', '地址（url）：菜单要有地址，如 /main/article/essay 或 https://example.cn/')
  if (safeLink(url) === null) throw new Refused('BAD_INPUT', '地址（url）：应为 / 开头的地址或 http(s) 网址')
}

/** Each is looked at whenever somebody opens a console. */
const entriesMax = 2000

/** @throws Refused BAD_STATE where there are as many entries as a menu may have */
async function refuseFull({ db }: Ctx): Promise<void> {
  const { n } = await db
    .selectFrom('resource')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('type', '!=', 'Button')
    .executeTakeFirstOrThrow()
  if (Number(n) >= entriesMax) throw new Refused('BAD_STATE', `菜单最多 ${entriesMax} 项，请先删除不用的`)
}

/** The console in which the menu is edited, and that of the caller. */
const consoles = (ctx: Ctx) => ['admin', ctx.call.appKey]

/** The entry by which the menu is edited, and those above it: not the whole menu, for a configuration file changes thousands of entries. */
async function editorPath({ db }: Ctx): Promise<Row[]> {
  const path: Row[] = []
  const entries = db.selectFrom('resource').selectAll()
  let at = await entries.where('alias', '=', menuEditor).executeTakeFirst()
  for (; at; at = await entries.where('id', '=', at.parentId).executeTakeFirst()) path.push(at)
  return path
}
const isOpenIn = (app: string, path: readonly Row[]) => path.every((entry) => isShownIn(app, entry))

/**
 * Does a change after which the menu can still be edited where it could before.
 * @throws Refused BAD_STATE
 */
async function keepingEditor<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const before = await editorPath(ctx)
  const done = await change()
  const after = await editorPath(ctx)
  if (consoles(ctx).some((app) => isOpenIn(app, before) && !isOpenIn(app, after)))
    throw new Refused(
      'BAD_STATE',
      '这样一来，左侧菜单里就没有「菜单」这一项，无从再改回来；它和它上面的目录不能隐藏，也不能只给别的应用',
    )
  return done
}

/** An entry of a site's own would count for one that comes with xzx, which nobody can delete. @throws Refused CONFLICT */
function refuseShippedAlias(alias: string): void {
  if (isShippedMenu(alias)) throw new Refused('CONFLICT', `标识（alias）：「${alias}」是系统自带的，请换一个`)
}

async function edit(ctx: Ctx, { id, version, ...given }: Edit) {
  await holdTree(ctx, table)
  const was = await rows.need(ctx, id, { lock: true })
  for (const [field, title] of [
    ['alias', '标识'],
    ['type', '类型'],
    ['url', '地址'],
    ...(was.type === 'Button' ? ([['name', '名称']] as const) : []),
  ] as const)
    if (isShipped(was) && given[field] !== undefined && given[field] !== was[field])
      throw new Refused('BAD_STATE', `「${was.name}」是系统自带的，${title}不能修改`)
  if (was.type === 'Button' && given.enabled === 0) throw new Refused('BAD_STATE', '权限不能隐藏，请从角色中收回')
  const type = given.type ?? was.type
  if (type === 'Button' && was.type !== 'Button')
    throw new Refused('BAD_INPUT', '类型（type）：权限随接口而来，菜单不能改为权限')
  const parentId = given.parentId ?? was.parentId
  if (type !== was.type || parentId !== was.parentId) await refusePlace(ctx, type, parentId)
  if (given.alias && given.alias !== was.alias) refuseShippedAlias(given.alias)
  if (!isShipped(was)) refuseAddress(type, given.url === undefined ? was.url : given.url)
  const place = parentId === was.parentId ? {} : { sort: await lastPlace(ctx, table, parentId) }
  const changed = await keepingEditor(ctx, () => rows.change(ctx, id, { ...given, ...place }, version))
  await rightsChanged(ctx.db)
  return withOrigin(changed, { alias: changed.alias ?? '', type })
}

/** What a role holds by itself; the administrators' holds all. */
const heldBy = async (ctx: Ctx, roleId: number) => {
  const found = await ctx.db.selectFrom('roleResource').select('resourceId').where('roleId', '=', roleId).execute()
  return new Set(found.map(({ resourceId }) => resourceId))
}

async function setKeys(ctx: Ctx, { roleId, version, resourceIds }: Parsed<typeof contract.roleSave>) {
  const role = await roleToSet(ctx, roleId, version)
  if (role.alias === adminRole) throw new Refused('BAD_STATE', `「${role.name}」总有全部权限，不用设定`)
  const held = await heldBy(ctx, roleId)
  const known = new Map((await all(ctx)).map((row) => [row.id, row]))
  const missing = resourceIds.filter((id) => !known.has(id))
  if (missing.length > 0) throw new Refused('NOT_FOUND', `菜单或权限 ${missing.slice(0, 5).join('、')} 不存在`)
  const wanted = new Set(resourceIds)
  const added = [...wanted].filter((id) => !held.has(id))
  const taken = [...held].filter((id) => !wanted.has(id))
  const aliases = (ids: readonly number[]) => ids.map((id) => known.get(id)?.alias ?? String(id))
  await refuseKeys(ctx, aliases([...added, ...taken]))
  // whoever holds less than a role gives is not to change what its people may do
  await refuseBeyond(ctx, [roleId], `设定角色「${role.name}」的权限`)
  if (added.length > 0)
    await ctx.db
      .insertInto('roleResource')
      .values(added.map((resourceId) => ({ roleId, resourceId })))
      .execute()
  if (taken.length > 0)
    await ctx.db.deleteFrom('roleResource').where('roleId', '=', roleId).where('resourceId', 'in', taken).execute()
  // nor to give it what one has only for less than the role reaches
  await refuseBeyond(ctx, [roleId], `给角色「${role.name}」这些权限`)
  const changed = added.length + taken.length > 0
  const now = changed ? await roleWasSet(ctx, role, aliases(added)) : role.version
  if (changed) ctx.record({ ids: [roleId], before: { taken: aliases(taken) }, after: { added: aliases(added) } })
  return { roleId: String(roleId), added: added.length, taken: taken.length, version: now }
}

export const resource = implement(contract, {
  tree: async (ctx, { name, type, dingAppKey }) => {
    const found = await all(ctx)
    const word = name?.toLowerCase()
    const fits = (row: Row) =>
      (!word || row.name.toLowerCase().includes(word) || row.alias.toLowerCase().includes(word)) &&
      (type === undefined || row.type === type) &&
      (dingAppKey === undefined || row.dingAppKey === dingAppKey)
    return treeOf(withThoseAbove(found, fits))
  },
  baseTree: async (ctx) => treeOf(menusOf(await all(ctx))),
  resView: async (ctx, { id }) => {
    const row = await rows.need(ctx, id)
    return shownResource(row)
  },
  resSave: async (ctx, { parentId = 0, ...given }) => {
    if (given.type === 'Button') throw new Refused('BAD_INPUT', '类型（type）：权限随接口而来，不能自行添加')
    refuseShippedAlias(given.alias)
    await holdTree(ctx, table)
    await refusePlace(ctx, given.type, parentId)
    refuseAddress(given.type, given.url)
    await refuseFull(ctx)
    const sort = await lastPlace(ctx, table, parentId)
    const added = await rows.add(ctx, { enabled: 1, ...given, parentId, sort })
    await rightsChanged(ctx.db)
    return withOrigin(added, given)
  },
  resEdit: edit,
  arrange: async (ctx, { parentId, resourceIds: ids }) => {
    await holdTree(ctx, table)
    const found = await all(ctx)
    const asked = new Set(ids)
    for (const { id, type, parentId: was } of found)
      if (asked.has(id) && was !== parentId) await refusePlace(ctx, type, parentId)
    await keepingEditor(ctx, () =>
      arrange(ctx, table, { parentId, ids, rows: found }, (row, place) => rows.write(ctx, row, place)),
    )
    return treeOf(menusOf(await all(ctx)))
  },
  resDel: async (ctx, { id }) => {
    await holdTree(ctx, table)
    await rows.drop(ctx, id, (_, row) => {
      if (isShipped(row)) throw new Refused('BAD_STATE', `「${row.name}」是系统自带的，不能删除，可以隐藏`)
    })
    await rightsChanged(ctx.db)
    return { id: String(id) }
  },
  roleList: async (ctx, { roleId }) => {
    const role = await needRole(ctx, roleId)
    const held = await heldBy(ctx, roleId)
    const has = (id: number) => (role.alias === adminRole || held.has(id) ? 1 : 0)
    return (await all(ctx)).map((row) => ({ ...(shownResource(row) as object), held: has(row.id) })) as never
  },
  roleSave: setKeys,
})
