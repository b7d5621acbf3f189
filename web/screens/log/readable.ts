import { type AreaName, areas } from '../../../core/contract/areas.ts'
import type { Area } from '../../../core/contract/endpoint.ts'
import { metaOf, type Shaped, wordFor } from '../../../core/contract/meta.ts'
import type { Change } from '../../parts/Compare.tsx'
import type { Row } from './rows.ts'

/** What a field is called, and what its values are called. */
interface Meaning {
  readonly title?: string
  readonly words?: Readonly<Record<string, string>>
  readonly nameOf?: string
}
export type Meanings = ReadonlyMap<string, Meaning>

/** Names that stand in the log alone, or in rows that the system keeps. */
const own: readonly (readonly [string, Meaning])[] = [
  ['createdBy', { title: '创建人' }],
  ['updatedBy', { title: '修改人' }],
  ['deptId', { title: '部门' }],
  ['review', { title: '修订' }],
  ['name', { title: '名称' }],
  ['forced', { title: '由提交人本人审核' }],
  ['released', { title: '解除的限制' }],
  ['keys', { title: '权限' }],
  ['added', { title: '增加的权限' }],
  ['taken', { title: '收回的权限' }],
  ['account', { title: '账号' }],
  ['reminded', { title: '提醒的人数' }],
  ['address', { title: '地址' }],
  ['passedOver', { title: '此前未逐条记录的同类' }],
  ['reason', { title: '原因' }],
  ['into', { title: '并入' }],
  ['moved', { title: '随之转移' }],
  ['receivers', { title: '接收人' }],
  ['title', { title: '标题' }],
  ['count', { title: '数量' }],
  ['scope', { title: '范围' }],
  ['state', { title: '状态' }],
  ['people', { title: '人员' }],
  ['role', { title: '角色' }],
  ['times', { title: '次数' }],
  ['lastAt', { title: '最近一次' }],
  ['scriptTokens', { title: '作废的脚本令牌' }],
  ['along', { title: '一并删除' }],
  ['entries', { title: '其中的条目' }],
  ['entriesMore', { title: '另有条目数' }],
]

interface Schema {
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly meta?: () => Meaning | undefined
  readonly unwrap?: () => Schema
}

/** All fields within a schema, through lists and what may be absent. */
function* fieldsOf(schema: Schema, depth = 0): Generator<readonly [string, Meaning]> {
  if (depth > 5) return
  for (const [field, inner] of Object.entries(schema.shape ?? {})) {
    const meaning: Meaning = metaOf(inner as Shaped)
    if (meaning?.title) yield [field, meaning]
    // replies have the name, and the row of the log the number that it is the name of
    if (meaning?.title && meaning.nameOf) yield [meaning.nameOf, { title: meaning.title }]
    yield* fieldsOf(inner, depth + 1)
  }
  if (schema.element) yield* fieldsOf(schema.element, depth + 1)
  else if (schema.unwrap) yield* fieldsOf(schema.unwrap(), depth + 1)
}

/** What comes later names a field, and says the words of its values where it has some. */
function merged(lists: readonly (readonly (readonly [string, Meaning])[])[]): Meanings {
  const all = new Map<string, Meaning>()
  for (const [field, meaning] of lists.flat()) all.set(field, { ...all.get(field), ...meaning })
  return all
}

/**
 * The names of the fields in a row of the log: those of the call that wrote it, then what the area's replies call them; what other calls
 * mean by a field of that name comes last.
 */
export async function meaningsOf(call: string): Promise<Meanings> {
  const [name = '', verb = ''] = call.split('.')
  if (!Object.hasOwn(areas, name)) return new Map(own)
  const area = (await areas[name as AreaName].load()) as Area
  const { [verb]: written } = area
  const inOf = (effect: 'reads' | 'writes') =>
    Object.values(area).flatMap((e) =>
      (e.effect === 'write') === (effect === 'writes') ? [...fieldsOf(e.input as Schema)] : [],
    )
  const outputs = Object.values(area).flatMap(({ output }) => [...fieldsOf(output as Schema)])
  const its = written ? [[...fieldsOf(written.output as Schema)], [...fieldsOf(written.input as Schema)]] : []
  return merged([own, inOf('reads'), inOf('writes'), outputs, ...its])
}

/** The same names, and for numbers that name other rows what those are called. */
export function withNames(meanings: Meanings, names: Row['names'] = []): Meanings {
  const by = Map.groupBy(names, ({ field }) => field)
  const named = [...by].map(([field, some]) => {
    const words = Object.fromEntries(some.map(({ id, name }) => [id, name ?? id]))
    return [field, { ...meanings.get(field), words }] as const
  })
  return new Map([...meanings, ...named])
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** A value as a clerk reads it. */
function said(value: unknown, field: string, meanings: Meanings): string {
  if (value === null || value === undefined) return ''
  if (value === true) return '是'
  if (value === false) return '否'
  if (Array.isArray(value)) return value.map((one) => said(one, field, meanings)).join(isObject(value[0]) ? '\n' : '、')
  if (isObject(value))
    return Object.entries(value)
      .map(([name, inner]) => `${titleOf(name, meanings)}：${said(inner, name, meanings)}`)
      .join('，')
  return wordFor(meanings.get(field)?.words ?? {}, String(value)) ?? String(value)
}

const titleOf = (field: string, meanings: Meanings) => meanings.get(field)?.title ?? field

/** The fields of both sides of a row of the log, each with its value before and after. */
export function changesIn(before: unknown, after: unknown, meanings: Meanings): Change[] {
  const both = [before ?? {}, after ?? {}]
  if (!both.every(isObject)) {
    const [from, to] = both.map((side) => (isObject(side) ? '' : said(side, '', meanings)))
    return [{ field: '*', title: '内容', before: from, after: to }]
  }
  const [from = {}, to = {}] = both
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].map((field) => ({
    field,
    title: titleOf(field, meanings),
    before: said(from[field], field, meanings),
    after: said(to[field], field, meanings),
    whole:
      meanings.get(field)?.words !== undefined || ![from[field], to[field]].some((value) => typeof value === 'string'),
  }))
}
