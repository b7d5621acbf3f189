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
/** Known by its alias, or without one by its name. */
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

/** What people call a thing, and by what it is the same in two files. */
const keyOf: Readonly<Record<ConfigPart, (thing: ConfigThing) => string>> = {
  settings: ({ name }) => String(name),
  columns: ({ path }) => (path as readonly string[]).join('/'),
  dicts: ({ dictKey, key }) => [dictKey, ...(key === undefined ? [] : [key])].join('/'),
  menus: ({ alias }) => String(alias),
  roles: ({ alias, name }) => String(alias ?? name ?? ''),
}
export const configKey = (part: ConfigPart, thing: object): string => keyOf[part](thing as ConfigThing)

/** The name of what a thing stands under; '' for what stands under nothing. */
const aboveOf: Readonly<Record<ConfigPart, (thing: ConfigThing) => string>> = {
  settings: () => '',
  columns: ({ path }) => (path as readonly string[]).slice(0, -1).join('/'),
  dicts: ({ dictKey, key }) => (key === undefined ? '' : String(dictKey)),
  menus: ({ parent }) => String(parent ?? ''),
  roles: () => '',
}
export const configAbove = (part: ConfigPart, thing: object): string => aboveOf[part](thing as ConfigThing)

/** The fields by which a thing is known. */
export const configIdentity: Readonly<Record<ConfigPart, readonly string[]>> = {
  settings: ['name'],
  columns: ['path'],
  dicts: ['dictKey', 'key'],
  menus: ['alias'],
  roles: ['alias', 'name'],
}
