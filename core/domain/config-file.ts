import { z } from 'zod'
import {
  columnInNav,
  columnReviews,
  columnTypes,
  dataScopes,
  dictStates,
  menuTypes,
  resourceShown,
  roleEnabled,
  yesNo,
} from './enums.ts'
import { pathText } from './name-path.ts'

/**
 * The site's configuration as a file (docs/decisions/0030-config-files.md): what stands for itself, by names and not by numbers, so
 * that it fits another installation. What is not written of a thing is left as it is.
 */

const name = z.string().min(1).max(200)
/** Names from the top down to a column: `["政协要闻", "会议"]`. */
const path = z.array(name).min(1).max(20)
const paths = z.array(path).max(2000)
const words = (title: string) => z.string().max(2000).nullable().optional().meta({ title })
const sort = z.number().int().optional().meta({ title: '排序' })
/** One of a table's values. */
const oneOf = (title: string, values: Readonly<Record<string | number, string>>) => {
  const keys = Object.keys(values)
  return keys.every((key) => /^-?\d+$/.test(key))
    ? z.literal(keys.map(Number)).optional().meta({ title, words: values })
    : z.literal(keys).optional().meta({ title, words: values })
}

const column = z.strictObject({
  path,
  type: oneOf('栏目类型', columnTypes),
  folder: words('目录名'),
  keywords: words('关键词'),
  description: words('描述'),
  link: words('自定义链接'),
  articleTemplate: words('文章页模板'),
  listTemplate: words('列表页模板'),
  /** By the name of its table, which tells it in every installation. */
  contentModel: words('内容模型'),
  image: words('栏目图片'),
  inNav: oneOf('网站导航', columnInNav),
  threeReviews: oneOf('审核方式', columnReviews),
  sort,
  related: z.array(path).max(100, '一个栏目最多关联 100 个').optional().meta({ title: '关联栏目' }),
})
/** A dictionary, or with a `key` an entry of it. */
const dict = z.strictObject({
  dictKey: name,
  key: name.optional(),
  name: name.optional().meta({ title: '名称' }),
  value: words('取值'),
  state: oneOf('状态', dictStates),
  sort,
})
const menu = z.strictObject({
  alias: name,
  parent: z.string().nullable().optional().meta({ title: '上级' }),
  type: oneOf('类型', menuTypes),
  name: name.optional().meta({ title: '名称' }),
  url: words('地址'),
  icon: words('图标'),
  dingAppKey: words('所属应用'),
  enabled: oneOf('状态', resourceShown),
})
/** Known by its alias; only where it has none, by its name. */
const role = z.strictObject({
  alias: name.nullable().optional(),
  name: name.optional().meta({ title: '角色名称' }),
  description: words('说明'),
  enabled: oneOf('状态', roleEnabled),
  factor: oneOf('须用动态口令', yesNo),
  nets: words('登录地址'),
  dataScope: oneOf('数据范围', dataScopes),
  dingAppKey: words('所属应用'),
  keys: z
    .union([z.literal('all'), z.array(name).max(2000)])
    .optional()
    .meta({ title: '菜单和权限' }),
  columns: z
    .union([z.literal('all'), paths])
    .optional()
    .meta({ title: '可用的栏目' }),
})

export type ConfigColumn = z.infer<typeof column>
export type ConfigDict = z.infer<typeof dict>
export type ConfigMenu = z.infer<typeof menu>
export type ConfigRole = z.infer<typeof role>

/** How each kind of thing is written. */
export const configThings = { columns: column, dicts: dict, menus: menu, roles: role } as const

export const configFormat = 'xzx-config-1'

/** A part that is absent is left as it is. The order of menus is the order in which they are listed. */
export const configFile = z.strictObject({
  format: z.literal(configFormat),
  settings: z.record(name, z.string().max(2000)).optional(),
  columns: z.array(column).optional(),
  dicts: z.array(dict).optional(),
  menus: z.array(menu).optional(),
  roles: z.array(role).optional(),
})
export type ConfigFile = z.infer<typeof configFile>

/** The parts, as people call them, each behind those that it speaks of. */
export const configParts = {
  columns: '栏目',
  dicts: '数据字典',
  menus: '菜单',
  roles: '角色',
  settings: '站点设置',
} as const
export type ConfigPart = keyof typeof configParts
export const configPartNames = Object.keys(configParts) as ConfigPart[]

/** A setting, a column, … as a thing with fields. */
export type ConfigThing = Readonly<Record<string, unknown>>

/** By what a thing is the same in two files, name by name: no name may stand for another one's alias, nor two paths be one. */
const identityOf: Readonly<Record<ConfigPart, (thing: ConfigThing) => readonly unknown[]>> = {
  settings: ({ name }) => [name],
  columns: ({ path }) => path as readonly string[],
  dicts: ({ dictKey, key }) => (key === undefined ? [dictKey] : [dictKey, key]),
  menus: ({ alias }) => [alias],
  roles: ({ alias, name }) => (alias ? ['alias', alias] : ['name', name]),
}
/** The names by which a thing is known, as a call that removes it is given them. */
export const configBy = (part: ConfigPart, thing: object): string[] =>
  identityOf[part](thing as ConfigThing).map((name) => String(name ?? ''))
/** Names may hold any character: nothing that joins them would keep them apart. */
export const configKeyBy = (by: readonly string[]): string => JSON.stringify(by)
export const configKey = (part: ConfigPart, thing: object): string => configKeyBy(configBy(part, thing))

/** What stands under another one has its key; '' for what stands under nothing. */
const aboveOf: Readonly<Record<ConfigPart, (thing: ConfigThing) => readonly unknown[]>> = {
  settings: () => [],
  columns: ({ path }) => (path as readonly string[]).slice(0, -1),
  dicts: ({ dictKey, key }) => (key === undefined ? [] : [dictKey]),
  menus: ({ parent }) => (parent ? [parent] : []),
  roles: () => [],
}
export function configAbove(part: ConfigPart, thing: object): string {
  const above = aboveOf[part](thing as ConfigThing)
  return above.length === 0 ? '' : configKeyBy(above.map(String))
}

/** What people call what is known by these names; a role's name says that it is no alias. */
export const configSaysBy = (part: ConfigPart, by: readonly string[]): string =>
  part === 'roles' ? `${by[1] ?? ''}${by[0] === 'name' ? '（无标识）' : ''}` : pathText(by)
export const configSays = (part: ConfigPart, thing: object): string => configSaysBy(part, configBy(part, thing))

/** The fields by which a thing is known. */
export const configIdentity: Readonly<Record<ConfigPart, readonly string[]>> = {
  settings: ['name'],
  columns: ['path'],
  dicts: ['dictKey', 'key'],
  menus: ['alias'],
  roles: ['alias', 'name'],
}
