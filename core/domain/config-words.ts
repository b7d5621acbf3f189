import { metaOf, type Shaped } from '../contract/meta.ts'
import { type ConfigChange, setsBetween } from './config-diff.ts'
import { configIdentity, configThings } from './config-file.ts'
import { pathText } from './name-path.ts'
import { isSetting, settings, settingWords } from './settings.ts'

/** The signs of changes on a terminal, also without colour. */
export const configSigns: Readonly<Record<ConfigChange['kind'], string>> = {
  add: '+',
  change: '~',
  order: '↕',
  remove: '-',
}
export const configKinds: Readonly<Record<ConfigChange['kind'], string>> = {
  add: '新增',
  change: '修改',
  order: '调整顺序',
  remove: '删除',
}

type Rights = ReadonlyMap<string, string>

const fieldMeta = ({ part }: ConfigChange, field: string) => {
  const shapes: Readonly<Record<string, { readonly shape: object }>> = configThings
  const schema = (shapes[part]?.shape as Record<string, Shaped> | undefined)?.[field]
  return schema ? metaOf(schema) : {}
}

/** What people call a field of a thing. */
export const configFieldTitle = (change: ConfigChange, field: string): string =>
  change.kind === 'order' ? '顺序' : change.part === 'settings' ? '值' : (fieldMeta(change, field).title ?? field)

/** What a change is about: 「政协要闻/会议」, 「网站名称（site.name）」, 「审核员（auditor）」, 「编辑（无标识）」. */
export function configName({ part, name, thing }: ConfigChange): string {
  const title =
    part === 'settings' ? isSetting(name) && settings[name].title : part === 'roles' && thing.alias && thing.name
  return title ? `${title}（${name}）` : name
}

const one = (value: unknown, rights: Rights): string => {
  if (Array.isArray(value)) return pathText(value as readonly string[])
  const key = String(value)
  return rights.has(key) ? `${rights.get(key)}（${key}）` : key
}

/** A value in words. @param rights what menus and rights are called, by their alias */
function said(change: ConfigChange, field: string, value: unknown, rights: Rights): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (value === 'all') return '全部'
  if (change.part === 'settings')
    return isSetting(change.name) ? settingWords(change.name, String(value)) : String(value)
  if (Array.isArray(value)) return value.length === 0 ? '（无）' : value.map((each) => one(each, rights)).join('、')
  return fieldMeta(change, field).words?.[String(value)] ?? String(value)
}

type Values = { readonly before: unknown; readonly after: unknown }

/** What goes from a list and what comes to it; null where that is not what changes. */
function moved({ kind }: ConfigChange, { before, after }: Values, rights: Rights) {
  if (kind !== 'change' || !Array.isArray(before) || !Array.isArray(after)) return null
  const { gone, come } = setsBetween(before, after)
  return gone.length + come.length === 0
    ? null
    : { gone: gone.map((each) => one(each, rights)), come: come.map((each) => one(each, rights)) }
}

const goneSays = ({ part }: ConfigChange) => (part === 'settings' ? '恢复默认' : '')

/** Both values in words; of a list only what goes and what comes. */
export function configShort(change: ConfigChange, field: string, values: Values, rights: Rights) {
  const lists = moved(change, values, rights)
  if (lists) return { before: lists.gone.join('、'), after: lists.come.join('、') }
  return {
    before: change.kind === 'add' ? '' : said(change, field, values.before, rights),
    after: change.kind === 'remove' ? goneSays(change) : said(change, field, values.after, rights),
  }
}

/** The fields of a change, a line each: 「目录名：tzgg → gonggao」, of a list what comes and what goes. */
export const configLines = (change: ConfigChange, rights: Rights): string[] =>
  change.fields
    .filter(({ field }) => change.kind === 'change' || !configIdentity[change.part].includes(field))
    .map(({ field, ...values }) => {
      const title = configFieldTitle(change, field)
      const lists = moved(change, values, rights)
      if (lists)
        return `${title}：${[...lists.come.map((each) => `+ ${each}`), ...lists.gone.map((each) => `- ${each}`)].join('，')}`
      const { before, after } = configShort(change, field, values, rights)
      return `${title}：${[before, after].filter((text) => text !== '').join(' → ')}`
    })

/** 「新增 9 处，修改 1 处」; what there is none of is left out. */
export function configSum(changes: readonly ConfigChange[]): string {
  const counts = (['add', 'change', 'order', 'remove'] as const).map(
    (kind) => [kind, changes.filter((change) => change.kind === kind).length] as const,
  )
  return counts.flatMap(([kind, n]) => (n > 0 ? [`${configKinds[kind]} ${n} 处`] : [])).join('，')
}
