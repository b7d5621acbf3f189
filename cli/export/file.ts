import { statSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { rowsMax, type SheetColumn, wordOf } from '../../core/sheet/columns.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { outputPath, writeWhole } from '../files/save.ts'
import { checkWritable } from '../files/target.ts'
import { staySmall } from '../memory.ts'
import { csvCell } from '../output/clean.ts'
import { allRows, type Listing } from '../output/listing.ts'
import { progress } from '../output/progress.ts'
import { tellsSuccess } from '../output/write.ts'
import { tellExported } from './told.ts'

/** A listing as a file: its sheet's name and its columns. */
export interface Exported<R extends object, I extends object> {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly listing: Listing<R, I>
  /** What else is read for the rows, on their way into the file. */
  readonly each?: (rows: AsyncIterable<R>) => AsyncGenerator<object>
  /** A row as a JSON line; else its columns by their fields. */
  readonly record?: (row: object) => object
}

/** `--out -`: the rows go down the pipe, as CSV. */
const stdout = '-'
const kinds = { xlsx: ['.xlsx'], csv: ['.csv'], jsonl: ['.jsonl', '.ndjson'] } as const
type Kind = keyof typeof kinds

/** A name that tells no kind, and needs none: a device or a pipe. */
function isDevice(out: string): boolean {
  const there = statSync(out, { throwIfNoEntry: false })
  return there !== undefined && !there.isFile() && !there.isDirectory()
}

const byFormat: Readonly<Record<string, Kind>> = { ndjson: 'jsonl', csv: 'csv' }

/**
 * The file's kind: what --format says, else its ending.
 * @param usual that of a device or a pipe whose name tells none
 * @throws CliError 2 where the two contradict each other, or neither says anything
 */
export function kindOf({ flags: { format = '', json } }: Context, out: string, usual: Kind = 'csv'): Kind {
  const ending = extname(out).toLowerCase()
  const named = (Object.keys(kinds) as Kind[]).find((one) => (kinds[one] as readonly string[]).includes(ending))
  const asked = byFormat[format]
  if (asked && named && asked !== named)
    throw usage(`--out ${basename(out)} 和 --format ${format} 互相矛盾`, '去掉 --format，或改文件的扩展名')
  if (out === stdout) {
    const other = json ? '--json' : format !== '' && !asked ? `--format ${format}` : null
    if (other) throw usage(`--out - 不支持 ${other}`, '标准输出上是 CSV；要 JSON 行用 --format ndjson')
    return asked ?? 'csv'
  }
  const kind = asked ?? named ?? (isDevice(out) ? usual : undefined)
  if (kind) return kind
  throw usage(`不能导出为 ${ending || '没有扩展名的'} 文件`, '文件名应以 .xlsx、.csv 或 .jsonl 结尾')
}

/** `--out` with `{date}` filled in; `-` stays as it is. */
export function outPath(ctx: Context, out: string | undefined, example: string): string {
  if (out === stdout) return out
  if (out) return outputPath(ctx, out)
  throw usage('缺少 --out', `例如 --out ${example}-{date}.xlsx`)
}

/** So many characters are written at once: a call of the system for each row would take half of the time. */
const batchLength = 64 * 1024

/** The rows as CSV, many at once. */
async function* csvPieces(columns: readonly SheetColumn[], rows: AsyncIterable<object>) {
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
  let text = `\uFEFF${line(columns.map((column) => column.title))}`
  for await (const row of rows) {
    const values = row as Record<string, unknown>
    text += line(columns.map((column) => wordOf(column, values[column.field])))
    if (text.length < batchLength) continue
    yield text
    text = ''
  }
  yield text
}

/** The rows as JSON lines, many at once. */
async function* jsonPieces(record: (row: object) => object, rows: AsyncIterable<object>) {
  let text = ''
  for await (const row of rows) {
    text += `${JSON.stringify(record(row))}\n`
    if (text.length < batchLength) continue
    yield text
    text = ''
  }
  yield text
}

/** A row's exported fields, as they are. */
const fieldsOf = (columns: readonly SheetColumn[]) => (row: object) =>
  Object.fromEntries(columns.map(({ field }) => [field, (row as Record<string, unknown>)[field] ?? null]))

/** The rows counted as they pass, with the first one already read. */
async function opened<R extends object>(rows: AsyncGenerator<R>, count: () => void) {
  const first = await rows.next()
  if (first.done) return null
  const begin = first.value
  return (async function* () {
    count()
    yield begin
    for await (const row of rows) {
      count()
      yield row
    }
  })()
}

/** A stream that leaves the file open at its end: it is synced and named by whoever opened it. */
const streamInto = (file: FileHandle): Writable =>
  new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      file.writeFile(chunk).then(() => done(), done)
    },
  })

async function writeRows(
  ctx: Context,
  kind: Kind,
  path: string,
  { name, columns, record = fieldsOf(columns) }: Pick<Exported<object, object>, 'name' | 'columns' | 'record'>,
  rows: AsyncIterable<object>,
) {
  const pieces = () => (kind === 'jsonl' ? jsonPieces(record, rows) : csvPieces(columns, rows))
  if (path === stdout) {
    for await (const piece of pieces()) await ctx.out(piece)
    return
  }
  await writeWhole(ctx, path, async (file) => {
    if (kind !== 'xlsx') {
      for await (const piece of pieces()) await file.writeFile(piece)
      return
    }
    const { writeSheet } = await import('../../core/sheet/stream.ts')
    const stream = streamInto(file)
    // heard from the start: a full disk may show while the sheet is still being made
    const written = finished(stream).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    try {
      await writeSheet(stream, name, columns, rows)
    } catch (error) {
      stream.destroy()
      await written
      throw error
    }
    const failed = await written
    if (failed) throw failed.error
  })
}

/** Streams every row of a listing into a spreadsheet or CSV file, one page in memory at a time. */
export async function exportListing<R extends object, I extends object>(
  ctx: Context,
  out: string,
  exported: Exported<R, I>,
): Promise<void> {
  const { name, listing, each = (all) => all as AsyncGenerator<R> } = exported
  const kind = kindOf(ctx, out)
  staySmall()
  const shown = await progress(ctx, '正在导出')
  let count = 0
  const onTotal = (total: number) => {
    if (kind === 'xlsx' && Math.min(total, ctx.limit ?? total) > rowsMax)
      throw new CliError(exit.refused, `共 ${total} 行，超出电子表格的上限`, {
        hint: '改用 .csv，或用 --since 分段导出',
      })
    shown.total(Math.min(total, ctx.limit ?? total))
  }
  try {
    if (ctx.flags.dryRun) return await tryExport(ctx, out, listing, onTotal)
    const rows = await opened(each(allRows(ctx, listing, { onTotal })), () => shown.at(++count))
    if (rows) await writeRows(ctx, kind, out, exported, rows)
  } finally {
    shown.end()
  }
  if (count > 0) await tellExported(ctx, name, `${count} 行`, kind)
  await tell(ctx, out, count)
}

/** The first page only: it shows whether the server refuses, and how many rows there are. */
async function tryExport<R extends object, I extends object>(
  ctx: Context,
  out: string,
  listing: Listing<R, I>,
  onTotal: (total: number) => void,
): Promise<void> {
  const { list = [], total = list.length } = await listing.call(
    { ...listing.filters, pageNumber: 1, pageSize: 10 },
    { signal: ctx.signal },
  )
  onTotal(total)
  const count = Math.min(total, ctx.limit ?? total)
  if (count > 0 && out !== stdout) await checkWritable(out)
  ctx.note(count > 0 ? `试运行，没有导出：将把 ${count} 行导出到 ${out}` : '没有可导出的数据')
}

async function tell(ctx: Context, out: string, count: number): Promise<void> {
  ctx.log?.sum({ file: count > 0 ? out : null, rows: count })
  ctx.note(count > 0 ? `导出完成，共 ${count} 行` : '没有可导出的数据')
  // fields are columns of the file here, and ask for nothing on stdout
  if (out === stdout || !tellsSuccess({ ...ctx, fields: null })) return
  if (ctx.format === 'json') await ctx.out(`${JSON.stringify({ file: count > 0 ? out : null, rows: count })}\n`)
  else if (count > 0 && ctx.format !== 'count') await ctx.out(`${out}\n`)
  else if (ctx.format === 'count') await ctx.out(`${count}\n`)
}
