import { article } from '../../core/contract/article.ts'
import type { Input } from '../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { formatTime, parseTime } from '../../core/domain/time.ts'
import { roundedSays } from '../../core/sheet/rounded.ts'
import { cleanLine } from '../output/clean.ts'
import { metaOfField, type RowField, rowFields } from './headings.ts'
import type { Line } from './lines.ts'
import { cleaned, toParagraphs } from './text.ts'

/** Why a row cannot be imported: one of the table's error codes and a Chinese sentence. */
export class RowFault extends Error {
  override readonly name = 'RowFault'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

type Save = Input<typeof article.saveAdmin>

/** A row of the file, ready to be saved but for its column's id. */
export interface ImportRow {
  readonly title: string
  readonly column: string
  readonly url: string
  /** Without one the article would bear the time of its import. */
  readonly dated: boolean
  /** What was changed on the way, for the report. */
  readonly remark: string
  readonly save: Omit<Save, 'columnId'>
}

/** What a field is called where a row is refused; others as the contract calls them. */
const names: Partial<Record<RowField, string>> = { date: '日期', url: '网址' }
const nameOf = (field: RowField) => names[field] ?? metaOfField(field).title ?? field

/** Files of any form are read: so many unknown fields are remembered. */
const unusedMax = 100

/** What goes to the server as it stands in the row, a number as a number. */
const plainFields = [
  'subtitle',
  'summary',
  'keywords',
  'newsType',
  'coverImage',
  'essayList',
  'categoryType',
  'jumpUrl',
  'sort',
] as const

function jsonOf({ text, fault }: Line): Record<string, unknown> {
  if (fault) throw new RowFault('BAD_INPUT', `无法读取这一行：${fault}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RowFault('BAD_INPUT', '无法读取这一行：不是有效的 JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new RowFault('BAD_INPUT', '无法读取这一行：应为 JSON 对象')
  return value as Record<string, unknown>
}

function textOf(row: Record<string, unknown>, field: RowField): string {
  const value = row[field]
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw new RowFault('BAD_INPUT', `${nameOf(field)}（${field}）：应为文本`)
}

function timeOf(text: string): string | undefined {
  if (text === '') return undefined
  // as spreadsheet programs and pages write a day
  const ms = parseTime(text.replace(/^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?/, '$1-$2-$3'))
  if (ms === null) throw new RowFault('BAD_INPUT', `日期（date）：无法识别「${text.slice(0, 40)}」，应为 2026-11-21`)
  return formatTime(ms)
}

/** What stands in the fields of the column's model: an object, in a table's cell as JSON. */
function modelOf({ modelFields: given }: Record<string, unknown>): Save['modelFields'] {
  if (given === undefined || given === null || given === '') return undefined
  try {
    const value = typeof given === 'string' ? JSON.parse(given) : given
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Save['modelFields']
  } catch {}
  throw new RowFault('BAD_INPUT', '模型字段（modelFields）：应为 JSON 对象，例如 {"fwzh":"一号"}')
}

/** The contract's own rules, applied before anything is sent; what the server adds it says itself. */
function refuseInvalid(save: ImportRow['save']): void {
  const checked = article.saveAdmin.input.safeParse({ columnId: 1, ...save })
  const issue = checked.success ? undefined : checked.error.issues[0]
  if (!issue) return
  const field = String(issue.path[0] ?? '')
  const { shape } = article.saveAdmin.input
  const { title } = metaOf((Object.hasOwn(shape, field) ? shape[field as keyof typeof shape] : {}) as unknown as Shaped)
  throw new RowFault('BAD_INPUT', `${title ?? field}（${field}）：${issue.message}`)
}

/** The title that a line has, for reports; empty where none can be made out. */
export function titleOf({ text, from = '' }: Line): string {
  try {
    const { title } = JSON.parse(text) as { title?: unknown }
    return typeof title === 'string' ? cleanLine(cleaned(title).text) || from : from
  } catch {
    return from
  }
}

/**
 * Reads a line: titles are plain text and kept whole, plain content becomes paragraphs, HTML stays as it is, an empty date means now.
 * @param unused gets the fields that no article has
 * @throws RowFault with what is wrong
 */
export function readRow(line: Line, usualColumn = '', unused = new Set<string>()): ImportRow {
  const json = jsonOf(line)
  for (const name of Object.keys(json)) if (!Object.hasOwn(rowFields, name) && unused.size < unusedMax) unused.add(name)
  let removed = 0
  const clean = (field: RowField) => {
    const one = cleaned(textOf(json, field))
    removed += one.removed
    const text = one.text.trim()
    const lost = roundedSays(text)
    if (lost) throw new RowFault('BAD_INPUT', `${nameOf(field)}（${field}）：${lost}`)
    return text
  }
  const title = clean('title').replace(/[\r\n\t\u2028\u2029]+/g, ' ')
  const content = clean('html') || toParagraphs(clean('content'))
  const more = Object.fromEntries(
    plainFields.flatMap((field) => {
      const value = typeof json[field] === 'number' ? String(json[field]) : clean(field)
      return value === '' ? [] : [[field, value]]
    }),
  )
  const modelFields = modelOf(json)
  const [source, url] = [clean('source'), clean('url')]
  const column = clean('column').replace(/\s+/g, ' ') || usualColumn
  const linked = more.categoryType === 'URL'
  const publishTime = timeOf(clean('date'))
  if (content === '' && !linked) throw new RowFault('BAD_INPUT', '正文（content）：请输入内容')
  const save = {
    ...more,
    title,
    // a link has no text, and yet the call needs one
    content: content || '<p></p>',
    status: 1 as const,
    ...(modelFields && { modelFields }),
    ...(source && { source }),
    ...(url && { sourceUrl: url }),
    ...(publishTime && { publishTime, publishTimeReason: '导入，保留原发布时间' }),
  }
  refuseInvalid(save)
  const remarks = [
    ...(removed > 0 ? [`已去掉 ${removed} 个控制字符或残缺字符`] : []),
    ...(line.remark ? [line.remark] : []),
    ...(publishTime ? [] : ['没有日期，发布时间为发布之时']),
  ]
  return { title, column, url, save, dated: publishTime !== undefined, remark: remarks.join('；') }
}
