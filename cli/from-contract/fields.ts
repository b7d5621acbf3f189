import { requiredFields, shapeOf } from '../../core/client/prepare.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { type FieldMeta, headingOf, innerOf, isProse, metaOf, type Shaped } from '../../core/contract/meta.ts'
import { inputFields, ownIds } from '../../core/contract/wire.ts'
import { spanOf } from '../areas/span.ts'
import type { Context } from '../context.ts'
import type { Flag, GlobalFlag } from '../flags.ts'
import { flagName, referenceOf } from './names.ts'

/** What the contract says of a field of the input. */
export const fieldMeta = (e: Endpoint, field: string) => metaOf((shapeOf(e)[field] ?? {}) as Shaped)
export const titleOf = (e: Endpoint, field: string): string => fieldMeta(e, field).title ?? field

/** The time span of `--since` and `--until`, where the call knows one. */
export function spanFor(ctx: Context, e: Endpoint): ReturnType<typeof spanOf> {
  const known = inputFields(e)
  return Object.fromEntries(Object.entries(spanOf(ctx)).filter(([field]) => known.includes(field)))
}

/** The flags of the time span that a call knows. */
export const spanFlags = (e: Endpoint): readonly GlobalFlag[] => [
  ...(inputFields(e).includes('startTime') ? (['since'] as const) : []),
  ...(inputFields(e).includes('endTime') ? (['until'] as const) : []),
]

/** What the global flags already say. */
const global = new Set([
  ...['pageNumber', 'pageSize', 'sortField', 'sortOrder', 'afterId', 'withTotal'],
  ...['startTime', 'endTime', 'fields'],
])

/** What must be given, beside what the global flags say. */
export const requiredOf = (e: Endpoint): string[] => requiredFields(e).filter((field) => !global.has(field))

/** The id of the thing itself, or what it is known by, where a call must be given it: a command's argument. All else are flags. */
export const ownIdOf = (area: string, e: Endpoint): string | undefined =>
  requiredOf(e).find((field) => ownIds(area).includes(field) || fieldMeta(e, field).key === true)

/** The fields that narrow what a call reads, beside those that must be given. */
export const filtersOf = (e: Endpoint): string[] => {
  const required = requiredFields(e)
  return inputFields(e).filter((field) => !required.includes(field) && !global.has(field))
}

/** Shorter texts are typed. */
const filedFrom = 499
/** A text that may stand in a file of its own. */
export const isFiled = (meta: FieldMeta): boolean => !meta.html && !meta.filesOf && isProse(meta, filedFrom)

/** A field that holds a list or an object of its own, which is typed as JSON. */
export const isNested = (e: Endpoint, field: string): boolean =>
  ['array', 'object', 'record'].includes(innerOf((shapeOf(e)[field] ?? {}) as Shaped).def?.type ?? '')

const choicesIn = ({ words = {} }: FieldMeta): string => Object.values(words).join('、')

/** How such a field is typed: by an example, and what each of its rows may have. */
function nestedSays(e: Endpoint, field: string): string {
  const { def, shape = {} } = innerOf((shapeOf(e)[field] ?? {}) as Shaped)
  const fields = Object.entries((def?.element && innerOf(def.element).shape) ?? shape).map(([name, schema]) => {
    const meta = metaOf(schema)
    return `${name} ${headingOf(meta, name)}${meta.words ? `（${choicesIn(meta)}）` : ''}`
  })
  const { sample } = fieldMeta(e, field)
  const example = sample === undefined ? '' : `，例如 '${sample}'`
  return `：JSON${example}${fields.length > 0 ? `；可以写的：${fields.join('，')}` : ''}`
}

/** A flag for a field: its Chinese name, and the values that it may have. */
export function flagFor(e: Endpoint, field: string, more = '', area = ''): Flag {
  const meta = fieldMeta(e, field)
  const { words, html, filesOf } = meta
  const of = referenceOf(e, field, area)
  const many = meta.many ?? /ids$/i.test(field)
  const values = Object.entries(words ?? {}).map(([value, word]) => `${value} ${word}`)
  const named = of
    ? `，${headingOf(meta, field).endsWith('编号') ? '' : '编号'}或名称${many ? '，多个用逗号隔开' : ''}`
    : values.length > 0
      ? `：${values.join('、')}`
      : ''
  const replaced = inputFields(e).includes('version') ? '，代替原有的' : ''
  const may = html
    ? '：文字或 HTML，或 @文件，或 -（标准输入）'
    : !of && isFiled(meta)
      ? '：文字，或 @文件，或 -（标准输入）'
      : filesOf
        ? `：文件或附件编号，多个用逗号隔开${replaced}`
        : !of && isNested(e, field)
          ? nestedSays(e, field)
          : named
  return {
    flag: `--${flagName(e, field)} <值>`,
    says: `${headingOf(meta, field)}${may}${more}`,
    ...(words && { values: Object.values(words) }),
    ...(of && { of }),
  }
}
