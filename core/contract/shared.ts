import { z } from 'zod'
import { linkForm, safeLink } from '../domain/links.ts'
import type { Mask } from '../domain/personal.ts'
import { parseTime } from '../domain/time.ts'
import { hasHeap, looksEmpty, plainLine, plainName } from '../domain/unfit.ts'
import { pleaseSelect } from '../text.ts'
import { type ReferenceName, references } from './references.ts'

// a console's pages let no text become a script (Trusted Types); elsewhere schemas are compiled, which is faster
if ('document' in globalThis) z.config({ jitless: true })

/** Schemas that every area uses: ids, times, paging, bulk. Parsed ids are numbers, parsed times milliseconds; replies carry strings. */

/** Says what a field is for people. Unlike `.meta` it makes no copy: with 500 calls that is half the contract's memory. */
export const named = <S extends z.ZodType>(schema: S, says: z.GlobalMeta): S => {
  z.globalRegistry.add(schema, says)
  return schema
}

// parts that many fields are made of, made once
const aString = z.string()
const aNumber = z.number()
const either = z.union([aString, aNumber], { error: '应为文本或数字' })

const maxId = Number.MAX_SAFE_INTEGER

/** The number that an id was sent as; null: it is none. */
function numberOf(value: string | number): number | null {
  const number = typeof value === 'number' ? value : /^\d{1,16}$/.test(value.trim()) ? Number(value) : Number.NaN
  return Number.isInteger(number) && number >= 0 && number <= maxId ? number : null
}
const noId = { code: 'custom', message: '应为数字编号' } as const

/** An id: integer below 2^53, as number or digits. 0 means none or all, where the call says so. */
export const id = (title = '编号') =>
  named(
    either.transform((value, ctx) => {
      const number = numberOf(value)
      if (number !== null) return number
      ctx.addIssue({ ...noId })
      return z.NEVER
    }),
    { title },
  )

/** The number of another row of the same kind, which people type as they read it. @param sample one as examples show it */
export const otherId = (title: string, sample: string) => id(title).meta({ title, sample, rowNumber: true })

/** The id of a row of another area; 0, '' and null: none. Forms choose it, commands take its name too (core/contract/references.ts). */
export const idOf = (of: ReferenceName, title?: string) =>
  named(
    either.nullable().transform((value, ctx) => {
      const number = value === null || value === '' ? 0 : numberOf(value)
      if (number !== null) return number
      ctx.addIssue({ ...noId })
      return z.NEVER
    }),
    { title: title ?? references[of].says, of },
  )

const oneOrMore = z.union([aString, aNumber, z.array(either)], { error: '应为数字编号，多个用逗号隔开' })
/** The pieces between commas, and no more of them than so many, however many come. */
function cutAtCommas(values: readonly (string | number)[], most: number): string[] {
  const parts: string[] = []
  for (const value of values) {
    if (parts.length >= most) break
    parts.push(...String(value).split(',', most - parts.length))
  }
  return parts
}
/** At least one id, and not too many, each once. */
const someIds = (max: number, none: string) =>
  oneOrMore.transform((value, ctx) => {
    const parts = cutAtCommas(Array.isArray(value) ? value : [value], 2 * max + 2)
    const numbers = parts.map((part) => part.trim()).filter((part) => part !== '')
    if (numbers.some((part) => !/^\d{1,16}$/.test(part) || Number(part) > maxId)) {
      ctx.addIssue({ code: 'custom', message: '应为数字编号，多个用逗号隔开' })
      return z.NEVER
    }
    if (numbers.length === 0) ctx.addIssue({ code: 'custom', message: none })
    if (numbers.length > max || parts.length > 2 * max + 1)
      ctx.addIssue({ code: 'custom', message: `一次最多 ${max} 个编号` })
    return [...new Set(numbers.map(Number))]
  })
/** Several ids: a list, or `1,2,3`. */
export const ids = (title = '编号列表', max = 10_000) => named(someIds(max, '至少要有一个编号'), { title, most: max })

/** The same, of which there may be none: what is named replaces all that there was. */
export const idsOrNone = (title: string, max?: number) =>
  named(z.union([z.literal('').transform(() => []), z.array(z.never()), ids(title, max)]), { title })

/** The versions in which rows were looked at, beside their `ids`, as `12:3,13:5`: what was changed since is refused as STALE, by itself. */
export const seenVersions = () =>
  named(
    aString.transform((value, ctx): ReadonlyMap<number, number> => {
      const pairs = value.split(',').filter((pair) => pair.trim() !== '')
      if (pairs.length <= 10_000 && pairs.every((pair) => /^\s*\d{1,15}:\d{1,15}\s*$/.test(pair)))
        return new Map(pairs.map((pair) => pair.split(':').map(Number) as [number, number]))
      ctx.addIssue({ code: 'custom', message: '应为 编号:版本，多个用逗号隔开' })
      return z.NEVER
    }),
    { title: '看到的版本', sample: '101:1' },
  )
/** The same, as it is sent; none where none is known. */
export const versionsSeen = (items: Iterable<{ readonly id: string; readonly version?: number | null | undefined }>) =>
  [...items].flatMap(({ id, version }) => (version == null ? [] : [`${id}:${version}`])).join(',') || undefined

/** The ids of several rows of another area, at least one: what `idOf` is for one. */
export const idsOf = (of: ReferenceName, title: string = references[of].says, max = 100) =>
  named(someIds(max, `请选择${title}`), { title, of, many: true })

/** The same, of which there may be none: what is named replaces all that there was. */
export const idsOfOrNone = (of: ReferenceName, title: string = references[of].says, max = 100) =>
  named(z.union([z.literal('').transform(() => []), z.array(z.never()), someIds(max, `请选择${title}`)]), {
    ...{ title, of, many: true },
  })

/** Text with a limit in characters (not UTF-16 units). */
export const text = (title: string, max: number, min = 0) =>
  named(
    aString.check(({ value, issues }) => {
      const refuse = (message: string) => void issues.push({ code: 'custom', message, input: value, continue: true })
      if (value.length > max && [...value].length > max) refuse(`最多 ${max} 个字`)
      if (value.trim().length < min || (min > 0 && looksEmpty(value))) refuse(`请输入${title}`)
      if (hasHeap(value)) refuse('一个字上叠加的符号过多，请删去')
    }),
    { title, maxLength: max },
  )

/** Why somebody reads what is personal: the log keeps it beside who did. */
export const readReason = () =>
  named(text('查看原因', 500, 1).trim(), { title: '查看原因', maxLength: 500, sample: '与本人核实情况' }).nullish()

/** A name on one line, without signs that are not seen or turn the text around them: two that look alike are the same. */
export const lineOf = (title: string, max: number) =>
  named(
    text(title, max, 1)
      .trim()
      .check(({ value, issues }) => {
        if (value !== plainName(value) || /\p{Cf}/u.test(value))
          issues.push({ code: 'custom', message: '不能含有换行或看不见的字符', input: value, continue: true })
      }),
    { title, maxLength: max },
  )

/** A title or name that people write or paste: kept as one line that reads as it stands. What `lineOf` refuses is left out here, since nobody sees it. */
export const oneLine = (title: string, max: number, min = 1) =>
  named(aString.transform(plainLine).pipe(text(title, max, min)), { title, maxLength: max })

/** A field with a value that is believable in examples. */
export const sampled = <S extends z.ZodType>(schema: S, sample: string): S =>
  named(schema, { ...schema.meta(), sample })

const isAddress = (address: string) => safeLink(address) !== null

/** An address that pages lead to or show: http(s), or a path on this server; or none. `addressesOf` where the text may hold several. */
export const address = (title: string, max: number, addressesOf = (text: string): readonly string[] => [text]) =>
  named(
    text(title, max)
      .trim()
      .check(({ value, issues }) => {
        if (value === '' || addressesOf(value).every(isAddress)) return
        issues.push({ code: 'custom', message: linkForm, input: value, continue: true })
      }),
    { title, maxLength: max },
  )

/** A text with markup: forms edit it as such, and whoever stores it cleans it (server/clean.ts). The limit is on the markup too. */
export const html = (title: string, max: number, min = 0) =>
  named(text(title, max, min).clone(), { title, maxLength: max, html: true })

/** The address of a picture: forms choose or upload it. */
export const image = (title: string, max = 500) =>
  named(address(title, max).clone(), { title, maxLength: max, image: true })

const aPhone = (title: string, forms: readonly RegExp[], says: string) =>
  named(
    aString.transform((value, ctx) => {
      const number = value
        .normalize('NFKC')
        .replace(/[\s\p{Pd}()]/gu, '')
        .replace(/^(?:(?:\+|00)?86)?0?(?=1)/, '')
      if (forms.some((form) => form.test(number))) return number
      ctx.addIssue({ code: 'custom', message: says })
      return z.NEVER
    }),
    { title, maxLength: 20, sample: '13900000000', personal: true },
  )
const mobileForm = /^1[3-9]\d{9}$/
/** With its district: 09127201234. */
const landlineForm = /^0[1-9]\d{1,2}[2-8]\d{6,7}$/

/** A mobile phone's number, without what people write around it, also in full-width figures. */
export const phone = (title = '手机号') => aPhone(title, [mobileForm], '应为 11 位手机号')
/** The same, or a landline's number with its district: of who has no mobile phone. */
export const anyPhone = (title = '联系电话') =>
  aPhone(title, [mobileForm, landlineForm], '应为 11 位手机号，或带区号的固定电话')

/** Several values of an enumeration, as a list or `1,3`; kept and answered as `1,3`, each once, in order. */
export const choices = (title: string, words: Readonly<Record<string | number, string>>) =>
  named(
    oneOrMore.transform((value, ctx) => {
      const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(','))
      const keys = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))].sort()
      if (keys.every((key) => Object.hasOwn(words, key))) return keys.join(',')
      const list = Object.entries(words).map(([k, word]) => `${k} ${word}`)
      ctx.addIssue({ code: 'custom', message: `只能是：${list.join('、')}，多个用逗号隔开` })
      return z.NEVER
    }),
    { title, words, several: true },
  )

/** A whole number, as number or digits; `unit` is what it counts. */
export const int = (title: string, min: number, max: number, unit?: string) =>
  named(
    either.transform((value, ctx) => {
      const number = typeof value === 'number' ? value : /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : Number.NaN
      if (Number.isInteger(number) && number >= min && number <= max) return number
      ctx.addIssue({ code: 'custom', message: `应为 ${min} 到 ${max} 之间的整数` })
      return z.NEVER
    }),
    { title, minimum: min, maximum: max, ...(unit && { unit }) },
  )

const chosenOf =
  <K extends string | number>(title: string, words: Readonly<Record<K, string>>) =>
  (value: string | number, ctx: z.core.$RefinementCtx): K => {
    const key = String(value)
    if (Object.hasOwn(words, key)) return (/^\d+$/.test(key) ? Number(key) : key) as K
    const list = Object.entries(words).map(([k, word]) => `${k} ${word}`)
    // a form that was left empty speaks to people, who know no keys
    const message = key.trim() === '' ? pleaseSelect(title) : `只能是：${list.join('、')}`
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }

/** A choice from a table of words, as its key or, for numeric keys, its number. */
export const choice = <K extends string | number>(title: string, words: Readonly<Record<K, string>>) =>
  named(either.transform(chosenOf(title, words)), { title, words })

/** The same, which may be left empty: '' and null take away what was chosen. */
export const choiceOrNone = <K extends string | number>(title: string, words: Readonly<Record<K, string>>) => {
  const one = chosenOf(title, words)
  const none = (value: string | number | null) => value === null || String(value).trim() === ''
  return named(
    either.nullable().transform((value, ctx) => (none(value) ? null : one(value as string | number, ctx))),
    { title, words },
  ).optional()
}

const moment = (bound: 'start' | 'end') =>
  aString.transform((value, ctx) => {
    const ms = parseTime(value, bound)
    if (ms !== null) return ms
    ctx.addIssue({ code: 'custom', message: '时间格式应为 2026-11-21 或 2026-11-21 09:05:00' })
    return z.NEVER
  })

/** A time: see domain/time.ts; parsed to milliseconds. `end` takes a bare date to the end of its day, and a time to that of its second. */
export const time = (title: string, bound: 'start' | 'end' = 'start') => named(moment(bound), { title, time: true })

/** A day until whose end something holds, as a deadline: forms ask for the day alone, though any time may be sent. */
export const lastDay = (title: string) => named(moment('end'), { title, time: true, toItsEnd: true })

/** A month: `2026-11`. */
export const month = (title = '月份') =>
  sampled(
    text(title, 7, 1).refine((value) => /^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/.test(value), '应为 2026-11 这样的月份'),
    '2026-11',
  )

/** A day, as that on which something came out: forms ask for the day alone. */
export const day = (title: string) => named(moment('start'), { title, time: true, ofDay: true })

type Blank = '' | null | undefined | readonly never[]

const isBlank = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0)
const blankToNone = (value: unknown) => (isBlank(value) ? undefined : value)

/** A search filter: '', [] and null mean no filter (docs/rules.md, On the wire). */
export function filter<O, I>(schema: z.ZodType<O, I>) {
  const wrapped = z.preprocess(blankToNone, schema.optional()).optional()
  return named(wrapped, schema.meta() ?? {}) as unknown as z.ZodOptional<z.ZodType<O | undefined, I | Blank>>
}

/** A field that the system keeps: a caller who sends it is refused by its name. */
export const kept = (title: string) =>
  named(z.never({ error: '由系统维护，不能提交' }).optional(), { title, kept: true })

/** An object of a reply: strictly typed, yet unknown fields are kept, not refused. */
export const row = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape) as unknown as z.ZodObject<S>

/** An id in a reply: a string. */
export const idText = (title = '编号') => named(z.string(), { title })
/** The id once more, under the name that the specification has for it as well. */
export const idAgain = (title: string) => named(z.string(), { title, again: 'id' })
/** Text in a reply; null when empty. */
export const words = (title: string) => named(aString.nullable(), { title })
/** The same of what this answer tells and none later: a password, a key. */
export const onceWords = (title: string) => named(aString.nullable(), { title, once: true })
/** A text with markup in a reply: a terminal shows it as it reads. */
export const htmlWords = (title: string) => named(aString.nullable(), { title, html: true })
/** Something personal in a reply: masked, whoever asks. To read it is an act of its own, which the log tells. */
export const masked = (title: string, mask: Mask) => named(aString.nullable(), { title, masked: mask })
/** A number in a reply; null when empty. */
export const count = (title: string, unit?: string) => named(aNumber.nullable(), { title, ...(unit && { unit }) })
/** A time in a reply: `YYYY-MM-DD HH:mm:ss`, null when empty. */
export const when = (title: string) => named(aString.nullable(), { title, time: true })
/** What the row is called that another field of a reply names by its id. */
export const nameOf = (field: string, title: string) => named(aString.nullable(), { title, nameOf: field })
/** How many rows name this one: `manyOf('reply.taskId', '回复数')`. */
export const manyOf = (by: string, title: string) => named(aNumber.nullable(), { title, manyOf: by })
/** A choice in a reply, as its stored value. */
export const chosen = (title: string, names: Readonly<Record<string | number, string>>) =>
  named(z.union([aNumber, aString]).nullable(), { title, words: names })

const pageSizeMax = 200

/**
 * Paging and sorting of a list call; `pageNum` is accepted for `pageNumber` everywhere. Who reads on and on needs the total only once:
 * counting a large table takes longer than reading a page of it.
 */
export const page = {
  pageNumber: filter(int('页码', 1, 1_000_000)),
  pageSize: filter(int('每页条数', 1, pageSizeMax)),
  sortField: filter(text('排序字段', 64)),
  sortOrder: filter(z.enum(['asc', 'desc', 'ascend', 'descend']).meta({ title: '排序方向' })),
  afterId: filter(id('从此编号之后')),
  withTotal: filter(choice('计总数', { 1: '是', 0: '否，只计本页' })),
}

/**
 * Paging of a list whose order is its own: another one is refused by name, rather than passed over.
 * @param id the field by which its rows are known, beside `id`: whoever reads all of them names it as their order
 */
export const fixedPage = (id = 'id') => ({
  ...page,
  sortField: filter(
    text('排序字段', 64).refine(
      (field) => field === id || field === 'id',
      '这个列表的顺序是固定的，不能按别的排序；请不写排序字段',
    ),
  ),
})

/** The fields of a reply's rows that the caller wants: names, as a list or `a,b`. A back end that ignores it answers all. */
export const fields = () =>
  named(
    filter(
      z
        .union([aString, z.array(aString)])
        .transform((value) => [...new Set((Array.isArray(value) ? value : [value]).flatMap((one) => one.split(',')))])
        .check(({ value, issues }) => {
          const fits = value.length <= 100 && value.every((name) => /^\w{1,64}$/.test(name))
          if (!fits) issues.push({ code: 'custom', message: '应为字段名，多个用逗号隔开', input: value })
        }),
    ),
    { title: '只要这些字段' },
  )

/** The reply of a list call. */
export const pageOf = <R extends z.ZodType>(item: R) =>
  row({ list: z.array(item), total: z.number(), pageNumber: z.number(), pageSize: z.number() })

/** The reply of a bulk call: per item, done or failed with its reason; `unchanged`: those of `done` to which nothing was done, where there are some. */
export const bulk = row({
  done: z.array(z.string()),
  failed: z.array(z.object({ id: z.string(), errorCode: z.string(), errorMsg: z.string() })),
  unchanged: z.array(z.string()).optional(),
})
/** What became of the items of a bulk call, by their ids. */
export type BulkResult = {
  done: string[]
  failed: { id: string; errorCode: string; errorMsg: string }[]
  unchanged?: string[] | undefined
}

/** The reply of a delete, a move or a reset of one item. */
export const onlyId = row({ id: idText() })

/** The input of a call that takes nothing. */
export const nothing = z.object({})

/** What the merge of one row into another answers. @param says what a row is called @param moved what follows it, in words */
export const mergedFields = (says: string, moved: string) => ({
  id: idText(),
  name: words(says),
  intoId: idText(`并入到的${says}编号`),
  intoName: words('并入'),
  says: words('说明'),
  moved: words(moved),
})
