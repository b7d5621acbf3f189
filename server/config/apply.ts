import { column } from '../../core/contract/column.ts'
import { dict } from '../../core/contract/dict.ts'
import { resource } from '../../core/contract/resource.ts'
import { role } from '../../core/contract/role.ts'
import { setting } from '../../core/contract/setting.ts'
import type { ConfigColumn, ConfigDict, ConfigMenu, ConfigRole } from '../../core/domain/config-file.ts'
import { configKey } from '../../core/domain/config-file.ts'
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

/** What stands at this moment, by the names of the file. */
export interface Known {
  readonly columns: Map<string, number>
  readonly dicts: Map<string, number>
  readonly menus: Map<string, number>
  readonly roles: Map<string, number>
}

/** Reads what the names of the file stand for. */
export async function knownIn(ctx: Ctx): Promise<Known> {
  const columns = await ctx.db.selectFrom('column').select(['id', 'parentId', 'title']).execute()
  const dicts = await ctx.db.selectFrom('dict').select(['id', 'parentId', 'dictKey', 'key', 'name']).execute()
  const menus = await ctx.db.selectFrom('resource').select(['id', 'alias']).execute()
  const roles = await ctx.db.selectFrom('role').select(['id', 'alias', 'name']).execute()
  const owners = new Map(dicts.map(({ id, dictKey, name }) => [id, dictKey ?? name]))
  const dictName = ({ id, parentId, key, name }: (typeof dicts)[number]) =>
    configKey(
      'dicts',
      parentId === 0 ? { dictKey: owners.get(id) } : { dictKey: owners.get(parentId), key: key ?? name },
    )
  return {
    columns: new Map(
      [...pathsOf(columns, ({ title }) => title)].map(([id, path]) => [configKey('columns', { path }), id]),
    ),
    dicts: new Map(dicts.map((row) => [dictName(row), row.id])),
    menus: new Map(menus.map(({ id, alias }) => [alias, id])),
    roles: new Map(roles.map((row) => [configKey('roles', row), row.id])),
  }
}

/** @throws Refused BAD_INPUT: the file speaks of what there is not */
function need(known: ReadonlyMap<string, number>, name: string, says: string): number {
  const id = known.get(name)
  if (id === undefined)
    throw new Refused(
      'BAD_INPUT',
      `没有${says}「${name}」，请核对名称，或在文件中先写上它${says === '菜单' ? '；上级要写在下级之前，不能互为上级' : ''}`,
    )
  return id
}

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

export async function setColumn(ctx: Ctx, known: Known, thing: ConfigColumn): Promise<void> {
  const name = configKey('columns', thing)
  const id = known.columns.get(name)
  if (id !== undefined) {
    await within(ctx, areas.column, 'edit', { categoryId: id, ...columnInput(thing) })
    return
  }
  const above = thing.path.slice(0, -1)
  const parent = above.length === 0 ? 0 : need(known.columns, configKey('columns', { path: above }), '栏目')
  const made = await within(ctx, areas.column, 'save', {
    ...{ columnType: 1, ...columnInput(thing), categoryTitle: thing.path.at(-1) },
    categoryCategoryId: parent,
  })
  known.columns.set(name, Number(made.categoryId))
}

/** Behind all columns: they may speak of each other. */
export async function relateColumn(ctx: Ctx, known: Known, thing: ConfigColumn): Promise<void> {
  if (thing.related === undefined) return
  const id = need(known.columns, configKey('columns', thing), '栏目')
  const related = thing.related.map((path) => need(known.columns, configKey('columns', { path }), '栏目'))
  await within(ctx, areas.column, 'saveRelation', { id, relationCategoryid: related })
}

export async function setDict(ctx: Ctx, known: Known, { dictKey, key, ...given }: ConfigDict): Promise<void> {
  const name = configKey('dicts', { dictKey, key })
  const id = known.dicts.get(name)
  if (id !== undefined) {
    await within(ctx, areas.dict, 'edit', { id, ...given })
    return
  }
  const made =
    key === undefined
      ? await within(ctx, areas.dict, 'save', { dictKey, ...given })
      : await within(ctx, areas.dict, 'saveNode', { parentId: need(known.dicts, dictKey, '数据字典'), key, ...given })
  known.dicts.set(name, Number(made.id))
}

export async function setMenu(ctx: Ctx, known: Known, { alias, parent, ...given }: ConfigMenu): Promise<void> {
  const parentId = parent === undefined ? {} : { parentId: parent === null ? 0 : need(known.menus, parent, '菜单') }
  const id = known.menus.get(alias)
  if (id !== undefined) {
    await within(ctx, areas.resource, 'resEdit', { id, ...given, ...parentId })
    return
  }
  const made = await within(ctx, areas.resource, 'resSave', { alias, ...given, ...parentId })
  known.menus.set(alias, Number(made.id))
}

/** Those that are named come into the places that they hold now, in the order in which they are named. */
export async function orderMenus(ctx: Ctx, known: Known, parent: string | null, menus: readonly string[]) {
  const parentId = parent === null ? 0 : need(known.menus, parent, '菜单')
  const wanted = menus.map((alias) => need(known.menus, alias, '菜单'))
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

export async function setRole(ctx: Ctx, known: Known, { keys, columns, ...given }: ConfigRole): Promise<void> {
  const name = configKey('roles', given)
  const id = known.roles.get(name)
  const made =
    id === undefined || Object.keys(given).some((field) => field !== 'alias')
      ? await within(ctx, areas.role, 'save', { ...(id !== undefined && { id }), ...given })
      : { id }
  const roleId = Number(made.id)
  known.roles.set(name, roleId)
  if (keys === 'all') throw new Refused('BAD_INPUT', '菜单和权限（keys）：只有管理员角色总有全部，请逐个写明')
  if (keys) {
    const resourceIds = keys.map((alias) => need(known.menus, alias, '菜单或权限'))
    await within(ctx, areas.resource, 'roleSave', { roleId, resourceIds })
  }
  if (columns) {
    const columnIds =
      columns === 'all' ? [0] : columns.map((path) => need(known.columns, configKey('columns', { path }), '栏目'))
    await within(ctx, areas.column, 'roleSave', { roleId, columnIds })
  }
}

/** How each kind of thing goes away; a setting takes its usual value again. */
export const removers = {
  columns: async (ctx: Ctx, known: Known, name: string) => {
    const { failed } = await within(ctx, areas.column, 'del', { ids: [need(known.columns, name, '栏目')] })
    if (failed[0]) throw new Refused('BAD_STATE', failed[0].errorMsg)
  },
  dicts: (ctx: Ctx, known: Known, name: string) =>
    within(ctx, areas.dict, 'del', { id: need(known.dicts, name, '字典项') }),
  menus: (ctx: Ctx, known: Known, name: string) =>
    within(ctx, areas.resource, 'resDel', { id: need(known.menus, name, '菜单') }),
  roles: (ctx: Ctx, known: Known, name: string) =>
    within(ctx, areas.role, 'del', { id: need(known.roles, name, '角色') }),
  settings: (ctx: Ctx, _: Known, name: string) => within(ctx, areas.setting, 'reset', { names: [name] }),
} as const

export const setSettings = (ctx: Ctx, given: Readonly<Record<string, string>>) => {
  const unknown = Object.keys(given).find((name) => !isSetting(name))
  if (unknown !== undefined) throw new Refused('BAD_INPUT', `没有设置「${unknown}」`)
  return within(ctx, areas.setting, 'save', { items: Object.entries(given).map(([name, value]) => ({ name, value })) })
}
