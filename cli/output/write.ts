import { csvCell } from '../../core/sheet/rows-text.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import type { Format } from '../flags.ts'
import { cleanLine, cleanText, safeJson } from './clean.ts'
import { type Column, cellOf, chooseColumns, valueAt, wordsOf } from './columns.ts'

type Row = object
type Rows = Iterable<Row> | AsyncIterable<Row>

/** What a list's rows look like. */
export interface Shape {
  readonly columns: readonly Column[]
  /** The fields of a table, unless `--fields` says otherwise. */
  readonly usual: readonly string[]
  readonly idField: string
  /** The field that gives way first on narrow terminals. */
  readonly titleField?: string
}

/** What stands beside the rows in a JSON list; asked for after the rows are written. */
export interface Head {
  readonly total: number
  readonly pageNumber: number
  readonly pageSize: number
}

interface Writer {
  row(row: Row): Promise<void>
  end(head: Head): Promise<void>
}

const batchSize = 200
const narrow = 60

const picked = (row: Row, fields: readonly string[] | null): unknown =>
  fields ? Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null])) : row

function jsonWriter(ctx: Context): Writer {
  let count = 0
  return {
    row: (row) => ctx.out(`${count++ === 0 ? '{"list":[' : ','}\n${safeJson(picked(row, ctx.fields))}`),
    end: ({ total, pageNumber, pageSize }) =>
      ctx.out(
        `${count === 0 ? '{"list":[' : '\n'}],"total":${total},"pageNumber":${pageNumber},"pageSize":${pageSize}}\n`,
      ),
  }
}

const nothing = async () => undefined
const ndjsonWriter = (ctx: Context): Writer => ({
  row: (row) => ctx.out(`${safeJson(picked(row, ctx.fields))}\n`),
  end: nothing,
})
const idsWriter = (ctx: Context, shape: Shape): Writer => ({
  row: (row) => ctx.out(`${cleanLine(String(valueAt(row, shape.idField) ?? ''))}\n`),
  end: nothing,
})
const countWriter = (ctx: Context): Writer => ({ row: nothing, end: ({ total }) => ctx.out(`${total}\n`) })

function csvWriter(ctx: Context, columns: readonly Column[]): Writer {
  let begun = false
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
  const head = () => {
    const text = begun ? '' : `\uFEFF${line(columns.map((c) => c.title))}`
    begun = true
    return text
  }
  return {
    row: (row) => ctx.out(head() + line(columns.map((c) => wordsOf(valueAt(row, c.field), c)))),
    end: () => ctx.out(head()),
  }
}

const cellsOf = (row: Row, columns: readonly Column[]) =>
  columns.map((c) => cleanLine(wordsOf(valueAt(row, c.field), c)))

/** The same as people read them. */
const drawnOf = (row: Row, columns: readonly Column[]) => columns.map((c) => cleanLine(cellOf(row, c)))

const tabWriter = (ctx: Context, columns: readonly Column[]): Writer => ({
  row: (row) => ctx.out(`${cellsOf(row, columns).join('\t')}\n`),
  end: nothing,
})

/** A table is drawn in batches, all with the widths of the first, so that any number of rows needs little memory. */
async function tableWriter(ctx: Context, shape: Shape, columns: readonly Column[]): Promise<Writer> {
  const { drawBlocks, drawLines, drawTable, placesFor, widthsFor } = await import('./table.ts')
  const every = columns.map((c) => ({
    ...c,
    whole: c.whole || c.time,
    stays: c.marked !== undefined,
    first: c.field === shape.titleField,
  }))
  const room = ctx.io.columns()
  let batch: string[][] = []
  // which were asked for by name are shown, however narrow it is
  let places = every.map((_, i) => i)
  let widths: number[] | null | undefined
  const flush = async () => {
    if (batch.length === 0) return
    const first = widths === undefined
    if (first && room >= narrow && ctx.fields === null) places = placesFor(every, batch, room)
    const drawn = places.map((i) => every[i] as (typeof every)[number])
    batch = batch.map((row) => places.map((i) => row[i] ?? ''))
    if (first) widths = room < narrow ? null : widthsFor(drawn, batch, room)
    const asTable = (at: readonly number[]) => (first ? drawTable(drawn, batch, at, true) : drawLines(drawn, batch, at))
    const text = widths ? asTable(widths) : (first ? '' : '\n') + drawBlocks(drawn, batch)
    batch = []
    await ctx.out(text)
  }
  return {
    row: async (row) => {
      batch.push(drawnOf(row, columns))
      if (batch.length >= batchSize) await flush()
    },
    end: async (head) => {
      await flush()
      footer(ctx, head, widths !== undefined)
      const out = every.filter((_, i) => !places.includes(i)).map(({ title }) => title)
      if (out.length > 0 && ctx.io.stderrTty) ctx.note(`窗口较窄，没有列出${out.join('、')}（--fields 选择要看的列）`)
    },
  }
}

function footer(ctx: Context, { total, pageNumber, pageSize }: Head, any: boolean): void {
  if (!ctx.io.stderrTty) return
  const pages = Math.max(1, Math.ceil(total / Math.max(1, pageSize)))
  if (!any) ctx.note('暂无数据')
  else if (pages > 1 && !ctx.flags.all && !ctx.limit)
    ctx.note(`共 ${total} 条，第 ${pageNumber}/${pages} 页（--page 翻页，--all 全部）`)
  else ctx.note(`共 ${total} 条`)
}

/** True when rows are drawn for a person to read. */
export const isDrawn = (ctx: Context): boolean => ctx.format === 'table' && (ctx.io.stdoutTty || ctx.formatGiven)

/** Whether an act tells on stdout that it succeeded: not with `-q`, unless the line asks for it by a format or fields. */
export const tellsSuccess = ({ flags, fields }: Context): boolean =>
  !flags.quiet || flags.json === true || flags.format !== undefined || fields !== null

async function writerFor(ctx: Context, shape: Shape): Promise<Writer> {
  const columns = chooseColumns(shape.columns, ctx.fields, shape.usual)
  switch (ctx.format) {
    case 'json':
      return jsonWriter(ctx)
    case 'ndjson':
      return ndjsonWriter(ctx)
    case 'csv':
      return csvWriter(ctx, columns)
    case 'ids':
      return idsWriter(ctx, shape)
    case 'count':
      return countWriter(ctx)
    default:
      return isDrawn(ctx) ? tableWriter(ctx, shape, columns) : tabWriter(ctx, columns)
  }
}

/** Refuses wrong `--fields` before anything is sent; JSON may also name fields that only the server knows. */
export function checkFields(ctx: Context, shape: Shape): void {
  if (ctx.format === 'table' || ctx.format === 'csv') chooseColumns(shape.columns, ctx.fields, shape.usual)
}

/** Writes rows as they come, in the format asked for. */
export async function writeRows(ctx: Context, shape: Shape, rows: Rows, head: () => Head): Promise<void> {
  const writer = await writerFor(ctx, shape)
  for await (const row of rows) await writer.row(row)
  await writer.end(head())
}

/** Writes an array that is no page (options, trees, sessions). */
export const writeList = (ctx: Context, shape: Shape, rows: readonly Row[]): Promise<void> =>
  writeRows(ctx, shape, rows, () => ({ total: rows.length, pageNumber: 1, pageSize: rows.length }))

/** Writes one row: 「名称：值」 for people, the object itself as JSON. */
export async function writeOne(ctx: Context, shape: Shape, row: Row): Promise<void> {
  if (ctx.format !== 'table' && ctx.format !== 'json') return writeList(ctx, shape, [row])
  const columns = chooseColumns(shape.columns, ctx.fields, shape.usual)
  if (ctx.format === 'json') return ctx.out(`${safeJson(picked(row, ctx.fields), 2)}\n`)
  if (!isDrawn(ctx)) return ctx.out(columns.map((c, i) => `${c.field}\t${cellsOf(row, columns)[i]}\n`).join(''))
  const { nestedText, tellsMore } = await import('./nested.ts')
  for (const c of columns) {
    const value = valueAt(row, c.field)
    const held = tellsMore(c) ? nestedText(value, c) : null
    const text =
      held === null ? cleanText(await readableOf(ctx, wordsOf(value, c), c)) : `\n${held.replaceAll(/^/gm, '  ')}`
    await ctx.out(`${c.title}：${text}\n`)
  }
}

/** What has markup as a person reads it, below its title. */
async function readableOf({ io }: Context, text: string, { html }: Column): Promise<string> {
  if (!html || text === '') return text
  const { readableText } = await import('./readable.ts')
  return `\n${readableText(text, io.columns())}`
}

/** Whether what is written is read by a program, which is told in its data. */
export const isForPrograms = ({ format }: Pick<Context, 'format'>): boolean => format === 'json' || format === 'ndjson'

/** What `--format` may be for values without a shape of their own. */
export const valueFormats = ['table', 'json', 'ndjson'] as const satisfies readonly Format[]
export const isValueFormat = (format: Format): boolean => (valueFormats as readonly Format[]).includes(format)

/** An act that has no rows to show tells what it did on stdout only where JSON was asked for; under `--dry-run` that nothing was done. */
export async function writeDone(ctx: Context, done: object): Promise<void> {
  if (ctx.format !== 'json' || !tellsSuccess(ctx)) return
  await writeValue(ctx, { ...done, ...(ctx.flags.dryRun && { dryRun: true }) })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A value, or each of several, with the fields that were asked for alone; what stands below a row of a tree stays there. @throws usage */
function chosenIn(value: unknown, fields: readonly string[] | null): unknown {
  const rows = Array.isArray(value) ? value : [value]
  if (fields === null || rows.length === 0 || !rows.every(isObject)) return value
  chooseColumns(
    [...new Set(rows.flatMap((row) => Object.keys(row)))].map((field) => ({ field, title: field })),
    fields,
  )
  const told = rows.map((row) => {
    const { children } = row as { readonly children?: unknown }
    return {
      ...(picked(row, fields) as object),
      ...(Array.isArray(children) && { children: chosenIn(children, fields) }),
    }
  })
  return Array.isArray(value) ? told : told[0]
}

/** Writes any value of a reply as JSON: for calls without a shape of their own. */
export async function writeValue(ctx: Context, whole: unknown): Promise<void> {
  if (!isValueFormat(ctx.format)) throw usage(`这个命令不支持 --format ${ctx.format}`, '可用 --format json')
  const value = chosenIn(whole, ctx.fields)
  if (ctx.format === 'ndjson') {
    const list = Array.isArray(value) ? value : ((value as { list?: unknown } | null)?.list ?? [value])
    for (const one of list as unknown[]) await ctx.out(`${safeJson(one)}\n`)
  } else await ctx.out(`${safeJson(value, 2)}\n`)
}
