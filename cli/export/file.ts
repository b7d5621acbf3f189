import { statSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { rowsMax, type SheetColumn } from '../../core/sheet/columns.ts'
import { type FileKind, kindOfEnding, textPieces } from '../../core/sheet/rows-text.ts'
import { type Table, type Written, writeTable } from '../../core/sheet/write.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { outputPath, writeWhole } from '../files/save.ts'
import { checkWritable, targetOf } from '../files/target.ts'
import { staySmall } from '../memory.ts'
import { allRows, type Listing } from '../output/listing.ts'
import { progress } from '../output/progress.ts'
import { tellsSuccess } from '../output/write.ts'
import { writeManifest } from './manifest.ts'
import { tellExported } from './told.ts'

/** A listing as a file: its sheet's name and its columns. */
export interface Exported<R extends object, I extends object> {
  /** Its name in `xzx export`. */
  readonly kind: string
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

/** A name that tells no kind, and needs none: a device or a pipe. */
function isDevice(out: string): boolean {
  const there = statSync(out, { throwIfNoEntry: false })
  return there !== undefined && !there.isFile() && !there.isDirectory()
}

const byFormat: Readonly<Record<string, FileKind>> = { ndjson: 'jsonl', csv: 'csv' }

/**
 * The file's kind: what --format says, else its ending.
 * @param usual that of a device or a pipe whose name tells none
 * @throws CliError 2 where the two contradict each other, or neither says anything
 */
export function kindOf({ flags: { format = '', json } }: Context, out: string, usual: FileKind = 'csv'): FileKind {
  const ending = extname(out).toLowerCase()
  const named = kindOfEnding(ending)
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
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory())
    throw usage(`--out ${basename(out)} 是文件夹`, '在后面加上文件名，以 .xlsx、.csv、.json 或 .jsonl 结尾')
  throw usage(`不能导出为 ${ending || '没有扩展名的'} 文件`, '文件名应以 .xlsx、.csv、.json 或 .jsonl 结尾')
}

/** `--out` with `{date}` filled in; `-` stays as it is. */
export function outPath(ctx: Context, out: string | undefined, example: string): string {
  if (out === stdout) return out
  if (out) return outputPath(ctx, out)
  throw usage('缺少 --out', `例如 --out ${example}-{date}.xlsx`)
}

/** The rows counted as they pass, with the first one already read: what is refused makes no file. */
async function opened<R extends object>(rows: AsyncGenerator<R>, count: () => void) {
  const first = await rows.next()
  return (async function* () {
    if (first.done) return
    count()
    yield first.value
    for await (const row of rows) {
      count()
      yield row
    }
  })()
}

/** Writes rows to where they go. @returns what the file came to; null: it is none that stays, but a pipe or a device */
async function writeRows(ctx: Context, kind: FileKind, path: string, table: Table): Promise<Written | null> {
  if (path === stdout) {
    for await (const piece of textPieces(kind as never, table.columns, table.rows, table.record)) await ctx.out(piece)
    return null
  }
  let written: Written | null = null
  await writeWhole(ctx, path, async (file) => {
    written = await writeTable(kind, (piece) => file.writeFile(piece), table)
  })
  return (await targetOf(path)).temporary === null ? null : written
}

/** What an export came to. */
export interface Outcome {
  readonly rows: number
  /** Null: there is no file. */
  readonly sha256: string | null
}

/**
 * Streams every row of a listing into a file, one page in memory at a time, and puts its manifest beside it. Without rows it is a file of
 * headings: the one of before would pass for what there is now.
 */
export async function writeExport<R extends object, I extends object>(
  ctx: Context,
  out: string,
  exported: Exported<R, I>,
): Promise<Outcome> {
  const { kind: what, name, columns, listing, record, each = (all) => all as AsyncGenerator<R> } = exported
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
  let written: Written | null = null
  try {
    if (ctx.flags.dryRun) return await tryExport(ctx, out, listing, onTotal)
    const rows = await opened(each(allRows(ctx, listing, { onTotal })), () => shown.at(++count))
    written = await writeRows(ctx, kind, out, { name, columns, rows, record })
  } finally {
    shown.end()
  }
  if (written) {
    const { fields: _of, ...filter } = listing.filters as Readonly<Record<string, unknown>>
    await writeManifest(ctx, out, { kind: what, name, filter, columns, rows: count, ...(written as Written) })
  }
  if (count > 0) await tellExported(ctx, name, `${count} 行`, kind)
  return { rows: count, sha256: (written as Written | null)?.sha256 ?? null }
}

/** The same as a command of its own, which says what it came to. */
export async function exportListing<R extends object, I extends object>(
  ctx: Context,
  out: string,
  exported: Exported<R, I>,
): Promise<void> {
  const { rows } = await writeExport(ctx, out, exported)
  if (!ctx.flags.dryRun) await tell(ctx, out, rows)
}

/** The first page only: it shows whether the server refuses, and how many rows there are. */
async function tryExport<R extends object, I extends object>(
  ctx: Context,
  out: string,
  listing: Listing<R, I>,
  onTotal: (total: number) => void,
): Promise<Outcome> {
  const { list = [], total = list.length } = await listing.call(
    { ...listing.filters, pageNumber: 1, pageSize: 10 },
    { signal: ctx.signal },
  )
  onTotal(total)
  const count = Math.min(total, ctx.limit ?? total)
  if (out !== stdout) await checkWritable(out)
  ctx.note(`试运行，没有导出：${count > 0 ? `将把 ${count} 行导出到` : '没有可导出的数据，将只把表头写入'} ${out}`)
  return { rows: count, sha256: null }
}

async function tell(ctx: Context, out: string, count: number): Promise<void> {
  const file = out === stdout ? null : out
  ctx.log?.sum({ file: out, rows: count })
  ctx.note(count > 0 ? `导出完成，共 ${count} 行` : `没有可导出的数据${file ? '，文件里没有数据行' : ''}`)
  // fields are columns of the file here, and ask for nothing on stdout
  if (!file || !tellsSuccess({ ...ctx, fields: null })) return
  if (ctx.format === 'json') await ctx.out(`${JSON.stringify({ file, rows: count })}\n`)
  else await ctx.out(`${ctx.format === 'count' ? count : file}\n`)
}
