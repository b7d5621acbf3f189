import { column } from '../../core/contract/column.ts'
import { dict } from '../../core/contract/dict.ts'
import { resource } from '../../core/contract/resource.ts'
import { role } from '../../core/contract/role.ts'
import { setting } from '../../core/contract/setting.ts'
import type { ConfigColumn, ConfigDict, ConfigMenu, ConfigPart, ConfigRole } from '../../core/domain/config-file.ts'
import { configBy, configKey, configKeyBy, configParts, configSaysBy } from '../../core/domain/config-file.ts'
import { isSetting } from '../../core/domain/settings.ts'
import { Refused } from '../../core/errors.ts'
import { column as columnHandlers } from '../areas/column.ts'
import { dict as dictHandlers } from '../areas/dict.ts'
import { resource as resourceHandlers } from '../areas/resource.ts'
import { role as roleHandlers } from '../areas/role.ts'
import { setting as settingHandlers } from '../areas/setting.ts'
import type { Ctx } from '../context.ts'
import { within } from '../pipeline.ts'
import { pathsOf } from './read.ts'

/** The areas whose own calls do the work: a configuration file may no more than their screens. */
const areas = {
  column: { name: 'column', contract: column, handlers: columnHandlers },
  dict: { name: 'dict', contract: dict, handlers: dictHandlers },
  resource: { name: 'resource', contract: resource, handlers: resourceHandlers },
  role: { name: 'role', contract: role, handlers: roleHandlers },
  setting: { name: 'setting', contract: setting, handlers: settingHandlers },
} as const

type Named = Exclude<ConfigPart, 'settings'>
/** What stands at this moment, by the keys of the file; an older version took things that have the same. */
export type Known = Readonly<Record<Named, Map<string, readonly number[]>>>

const idsBy = (part: Named, things: readonly (readonly [id: number, thing: object])[]) =>
  new Map(
    [...Map.groupBy(things, ([, thing]) => configKey(part, thing))].map(([key, some]) => [key, some.map(([id]) => id)]),
  )

/** Reads what the names of the file stand for. */
export async function knownIn(ctx: Ctx): Promise<Known> {
  const columns = await ctx.db.selectFrom('column').select(['id', 'parentId', 'title']).execute()
  const dicts = await ctx.db.selectFrom('dict').select(['id', 'parentId', 'dictKey', 'key', 'name']).execute()
  const menus = await ctx.db.selectFrom('resource').select(['id', 'alias']).execute()
  const roles = await ctx.db.selectFrom('role').select(['id', 'alias', 'name']).execute()
  const owners = new Map(dicts.map(({ id, dictKey, name }) => [id, dictKey ?? name]))
  const dictOf = ({ id, parentId, key, name }: (typeof dicts)[number]) =>
    parentId === 0
      ? { dictKey: owners.get(id) }
      : { dictKey: owners.get(parentId) ?? String(parentId), key: key ?? name }
  const paths = [...pathsOf(columns, ({ title }) => title)]
  return {
    columns: idsBy(
      'columns',
      paths.map(([id, path]) => [id, { path }]),
    ),
    dicts: idsBy(
      'dicts',
      dicts.map((row) => [row.id, dictOf(row)]),
    ),
    menus: idsBy(
      'menus',
      menus.map((row) => [row.id, row]),
    ),
    roles: idsBy(
      'roles',
      roles.map((row) => [row.id, row]),
    ),
  }
}

/** The row that is known by these names; undefined: there is none. @throws Refused CONFLICT: there are several */
function idBy(known: Known, part: Named, by: readonly string[]): number | undefined {
  const ids = known[part].get(configKeyBy(by)) ?? []
  if (ids.length > 1)
    throw new Refused(
      'CONFLICT',
      `有 ${ids.length} 个${configParts[part]}叫「${configSaysBy(part, by)}」，分不出指的是哪一个，请先在管理界面给其余的改名`,
    )
  return ids[0]
}
const idOf = (known: Known, part: Named, thing: object) => idBy(known, part, configBy(part, thing))

/** @throws Refused BAD_INPUT: the file speaks of what there is not */
function needBy(known: Known, part: Named, by: readonly string[], says: string = configParts[part]): number {
  const id = idBy(known, part, by)
  if (id === undefined)
    throw new Refused(
      'BAD_INPUT',
      `没有${says}「${configSaysBy(part, by)}」，请核对名称，或在文件中先写上它；文件中已写了的，是它自己未能办理${says === '菜单' ? '；上级要写在下级之前，不能互为上级' : ''}`,
    )
  return id
}
const need = (known: Known, part: Named, thing: object, says?: string) =>
  needBy(known, part, configBy(part, thing), says)

const note = (known: Known, part: Named, thing: object, id: unknown) =>
  void known[part].set(configKey(part, thing), [Number(id)])

/** The wire's names of a column's fields. */
const columnFields = {
  type: 'columnType',
  folder: 'columnPath',
  keywords: 'columnKeyword',
  description: 'columnDescrip',
  link: 'columnDiyUrl',
  articleTemplate: 'columnUrl',
  listTemplate: 'columnListUrl',
  image: 'categorySmallImg',
  inNav: 'inNav',
  threeReviews: 'threeReviews',
  sort: 'categorySort',
} as const satisfies Partial<Record<keyof ConfigColumn, string>>

const columnInput = (thing: ConfigColumn) =>
  Object.fromEntries(
    Object.entries(columnFields).flatMap(([field, wire]) => {
      const value = thing[field as keyof typeof columnFields]
      return value === undefined ? [] : [[wire, value]]
    }),
  )

/** What the file calls a content model, as its id; nothing where it does not speak of one. @throws Refused BAD_INPUT: there is none of that table here */
async function modelInput({ db }: Ctx, { contentModel }: ConfigColumn) {
  if (contentModel === undefined) return {}
  if (contentModel === null || contentModel === '') return { columnContentModelId: 0 }
  const all = await db.selectFrom('contentModel').select(['id', 'cmName', 'cmTableName']).execute()
  const found = all.find(({ cmTableName }) => cmTableName === contentModel)
  if (found) return { columnContentModelId: found.id }
  const called = all.find(({ cmName }) => cmName === contentModel)
  throw new Refused(
    'BAD_INPUT',
    called
      ? `内容模型请写它的表名：${called.cmTableName}（${called.cmName}）`
      : `没有内容模型「${contentModel}」，请先在这里建好同样表名的内容模型，或从文件中去掉栏目的 contentModel`,
  )
}

export async function setColumn(ctx: Ctx, known: Known, thing: ConfigColumn): Promise<void> {
  const id = idOf(known, 'columns', thing)
  const model = await modelInput(ctx, thing)
  if (id !== undefined) {
    await within(ctx, areas.column, 'edit', { categoryId: id, ...columnInput(thing), ...model })
    return
  }
  const above = thing.path.slice(0, -1)
  const parent = above.length === 0 ? 0 : need(known, 'columns', { path: above })
  const made = await within(ctx, areas.column, 'save', {
    ...{ columnType: 1, ...columnInput(thing), ...model, categoryTitle: thing.path.at(-1) },
    categoryCategoryId: parent,
  })
  note(known, 'columns', thing, made.categoryId)
}

/** Behind all columns: they may speak of each other. */
export async function relateColumn(ctx: Ctx, known: Known, thing: ConfigColumn): Promise<void> {
  if (thing.related === undefined) return
  const id = need(known, 'columns', thing)
  const related = thing.related.map((path) => need(known, 'columns', { path }))
  await within(ctx, areas.column, 'saveRelation', { id, relationCategoryid: related })
}

export async function setDict(ctx: Ctx, known: Known, { dictKey, key, ...given }: ConfigDict): Promise<void> {
  const id = idOf(known, 'dicts', { dictKey, key })
  if (id !== undefined) {
    await within(ctx, areas.dict, 'edit', { id, ...given })
    return
  }
  const made =
    key === undefined
      ? await within(ctx, areas.dict, 'save', { dictKey, ...given })
      : await within(ctx, areas.dict, 'saveNode', { parentId: need(known, 'dicts', { dictKey }), key, ...given })
  note(known, 'dicts', { dictKey, key }, made.id)
}

export async function setMenu(ctx: Ctx, known: Known, { alias, parent, ...given }: ConfigMenu): Promise<void> {
  const parentId =
    parent === undefined ? {} : { parentId: parent === null ? 0 : need(known, 'menus', { alias: parent }) }
  const id = idOf(known, 'menus', { alias })
  if (id !== undefined) {
    await within(ctx, areas.resource, 'resEdit', { id, ...given, ...parentId })
    return
  }
  const made = await within(ctx, areas.resource, 'resSave', { alias, ...given, ...parentId })
  note(known, 'menus', { alias }, made.id)
}

/** Those that are named come into the places that they hold now, in the order in which they are named. */
export async function orderMenus(ctx: Ctx, known: Known, parent: string | null, menus: readonly string[]) {
  const parentId = parent === null ? 0 : need(known, 'menus', { alias: parent })
  const wanted = menus.map((alias) => need(known, 'menus', { alias }))
  const named = new Set(wanted)
  const there = await ctx.db
    .selectFrom('resource')
    .select('id')
    .where('parentId', '=', parentId)
    .where('type', '!=', 'Button')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const next = wanted.values()
  const ids = there.map(({ id }) => (named.has(id) ? (next.next().value ?? id) : id))
  if (there.every(({ id }, i) => ids[i] === id)) return
  await within(ctx, areas.resource, 'arrange', { parentId, resourceIds: ids })
}

/** A file that leaves a role's alias out means none that has one. @throws Refused BAD_INPUT */
async function refuseWithoutAlias(ctx: Ctx, name: string): Promise<void> {
  const there = await ctx.db.selectFrom('role').select('alias').where('name', '=', name).executeTakeFirst()
  if (there?.alias)
    throw new Refused('BAD_INPUT', `已有这个名称的角色，它有标识，请在文件中写上标识："alias": "${there.alias}"`)
}

export async function setRole(ctx: Ctx, known: Known, { keys, columns, ...given }: ConfigRole): Promise<void> {
  const id = idOf(known, 'roles', given)
  if (id === undefined && !given.alias && given.name) await refuseWithoutAlias(ctx, given.name)
  const made =
    id === undefined || Object.keys(given).some((field) => field !== 'alias')
      ? await within(ctx, areas.role, 'save', { ...(id !== undefined && { id }), ...given })
      : { id }
  const roleId = Number(made.id)
  note(known, 'roles', given, roleId)
  if (keys === 'all') throw new Refused('BAD_INPUT', '菜单和权限（keys）：只有管理员角色总有全部，请逐个写明')
  if (keys) {
    const resourceIds = keys.map((alias) => need(known, 'menus', { alias }, '菜单或权限'))
    await within(ctx, areas.resource, 'roleSave', { roleId, resourceIds })
  }
  if (columns) {
    const columnIds = columns === 'all' ? [0] : columns.map((path) => need(known, 'columns', { path }))
    await within(ctx, areas.column, 'roleSave', { roleId, columnIds })
  }
}

/** How each kind of thing goes away; a setting takes its usual value again. */
export const removers = {
  columns: async (ctx: Ctx, known: Known, by: readonly string[]) => {
    const { failed } = await within(ctx, areas.column, 'del', { ids: [needBy(known, 'columns', by)] })
    if (failed[0]) throw new Refused('BAD_STATE', failed[0].errorMsg)
  },
  dicts: (ctx: Ctx, known: Known, by: readonly string[]) =>
    within(ctx, areas.dict, 'del', { id: needBy(known, 'dicts', by, '字典项') }),
  menus: (ctx: Ctx, known: Known, by: readonly string[]) =>
    within(ctx, areas.resource, 'resDel', { id: needBy(known, 'menus', by) }),
  roles: (ctx: Ctx, known: Known, by: readonly string[]) =>
    within(ctx, areas.role, 'del', { id: needBy(known, 'roles', by) }),
  settings: (ctx: Ctx, _: Known, by: readonly string[]) => within(ctx, areas.setting, 'reset', { names: [...by] }),
} as const

export const setSettings = (ctx: Ctx, given: Readonly<Record<string, string>>) => {
  const unknown = Object.keys(given).find((name) => !isSetting(name))
  if (unknown !== undefined) throw new Refused('BAD_INPUT', `没有设置「${unknown}」`)
  return within(ctx, areas.setting, 'save', { items: Object.entries(given).map(([name, value]) => ({ name, value })) })
}
