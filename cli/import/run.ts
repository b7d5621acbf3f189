import { ApiError } from '../../core/errors.ts'
import { workOff } from '../bulk/pool.ts'
import { exitOfBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { foretold } from '../dry-run.ts'
import { staySmall } from '../memory.ts'
import { progress } from '../output/progress.ts'
import { type ColumnFinder, notMade, openColumns } from './columns.ts'
import type { Line } from './lines.ts'
import type { openPictures } from './pictures.ts'
import { deadLinks, openReport, type Report, type RowResult } from './report.ts'
import { type ImportRow, RowFault, readRow, titleOf } from './row.ts'
import { openSame, printOf } from './same.ts'
import { CutOff, openSender, type Sender, type Sent } from './send.ts'
import type { Source } from './sources.ts'

/** What an import is told beside the flags of every command. */
export interface ImportOptions {
  readonly source: Source
  /** The file or folder that it reads. */
  readonly file: string
  /** The column of rows that name none. */
  readonly column: string
  /** Rows whose column is missing are refused. */
  readonly existingOnly: boolean
  readonly report?: string | undefined
  /** By which its articles are found again. */
  readonly batch: string
}

/** Addresses, and prints of rows without one, met so far: the article's id, or what will become of the row under way. */
type Met = Map<string, string | Promise<string | null>>

type AddPictures = Awaited<ReturnType<typeof openPictures>>

interface Work {
  readonly columns: ColumnFinder
  /** The column of rows that name none. */
  readonly column: string
  readonly unused: Set<string>
  readonly send: Sender
  readonly pictures: AddPictures
  readonly met: Met
  /** The article that a row without an address already is. */
  readonly same: Awaited<ReturnType<typeof openSame>>
}

/** A row with its column; one without an address is compared with what is there. */
async function save(work: Work, row: ImportRow): Promise<Sent> {
  try {
    const columnId = await work.columns.idOf(row.column)
    const whole = { ...row.save, columnId }
    if (row.url !== '') return await work.send(whole)
    return await once(work, printOf(whole), async () => {
      const there = columnId === notMade ? null : await work.same(whole)
      return there === null ? work.send(whole) : { status: 'skipped', articleId: there }
    })
  } catch (thrown) {
    throw thrown instanceof ApiError ? new CutOff(thrown) : thrown
  }
}

/** Saves what was not met before under this name; an earlier row that failed does not count. */
async function once({ met }: Work, name: string, saving: () => Promise<Sent>): Promise<Sent> {
  for (let before = met.get(name); before !== undefined; before = met.get(name)) {
    const articleId = await before
    if (articleId !== null) return { status: 'skipped', articleId }
    if (met.get(name) === before) met.delete(name)
  }
  let settle: (articleId: string | null) => void = () => undefined
  met.set(name, new Promise((resolve) => (settle = resolve)))
  try {
    const sent = await saving()
    met.set(name, sent.articleId)
    settle(sent.articleId)
    return sent
  } catch (thrown) {
    settle(null)
    throw thrown
  }
}

const saveOnce = (work: Work, row: ImportRow): Promise<Sent> =>
  row.url === '' ? save(work, row) : once(work, row.url, () => save(work, row))

const duplicate = (row: ImportRow) =>
  `${row.url === '' ? '标题、日期、栏目和正文' : '网址'}与已有文章相同，没有重复导入`

/** Pictures beside a page come after it, when it is known to be new; what is to be said of them. */
const picturesOf = async (work: Work, { pictures }: Line, articleId: string, row: ImportRow): Promise<string> =>
  pictures && articleId !== '' ? work.pictures(articleId, row.save.content, pictures) : ''

/** One line from text to result. @throws CutOff when nothing more can be sent */
async function resultOf(work: Work, line: Line): Promise<RowResult> {
  const at = { row: line.row, ...(line.from !== undefined && { from: line.from }) }
  let row: ImportRow | null = null
  try {
    row = readRow(line, work.column, work.unused)
    const { status, articleId } = await saveOnce(work, row)
    const why =
      status === 'skipped' ? { errorCode: 'CONFLICT', errorMsg: duplicate(row) } : { errorCode: '', errorMsg: '' }
    const remarks = [row.remark, status === 'saved' ? await picturesOf(work, line, articleId, row) : ''].filter(Boolean)
    const dead = status === 'saved' && line.dead ? line.dead : []
    if (dead.length > 0) remarks.push(deadLinks(dead))
    const remark = {
      ...(dead.length > 0 && { dead }),
      ...(remarks.length > 0 && { remark: remarks.join('；') }),
      ...(!row.dated && { undated: true as const }),
    }
    return { ...at, status, articleId: articleId || null, title: row.title, ...why, ...remark }
  } catch (thrown) {
    if (!(thrown instanceof RowFault)) throw thrown
    const title = row?.title ?? titleOf(line)
    const why = { errorCode: thrown.code, errorMsg: thrown.message }
    return { ...at, status: 'failed', articleId: null, title, ...why }
  }
}

const wouldBeSaved: Sent = { status: 'saved', articleId: '' }

/** A dry run tries each row; one whose column is still to be made cannot be tried, and one that exists keeps its id. */
const rehearsed =
  (send: Sender): Sender =>
  async (input) => {
    if (String(input.columnId) === notMade) return wouldBeSaved
    const sent = await foretold(
      () => send(input),
      () => wouldBeSaved,
    )
    return sent.status === 'saved' ? wouldBeSaved : sent
  }

async function begin(ctx: Context, options: ImportOptions): Promise<Work> {
  const dryRun = ctx.flags.dryRun === true
  const columns = await openColumns(ctx, { existingOnly: options.existingOnly, dryRun })
  const send = await openSender(ctx, options.batch)
  const same = await openSame(ctx)
  // few imports have pictures: what takes pages apart is loaded for these alone
  let opened: ReturnType<typeof openPictures> | undefined
  const pictures: AddPictures = async (...given) => {
    opened ??= import('./pictures.ts').then((module) => module.openPictures(ctx))
    return (await opened)(...given)
  }
  return {
    columns,
    pictures,
    column: options.column,
    unused: options.source.unused,
    send: dryRun ? rehearsed(send) : send,
    met: new Map(),
    same,
  }
}

/** Works off the lines; what is not sent after Ctrl+C or a lost server is left. */
async function workThrough(
  ctx: Context,
  work: Work,
  lines: AsyncGenerator<Line>,
  report: Report,
  total: number,
): Promise<ApiError | null> {
  const { values } = await ctx.config()
  const shown = await progress(ctx, '正在导入', total)
  let cut: ApiError | null = null
  try {
    await workOff(
      lines,
      Number(values.concurrency.value),
      () => ctx.signal.aborted || cut !== null,
      async (line) => {
        try {
          await report.add(line, await resultOf(work, line))
        } catch (thrown) {
          if (!(thrown instanceof CutOff)) throw thrown
          cut ??= thrown.by
          await report.leave(line)
        }
        shown.at(report.finished, report.failed.length > 0 ? `失败 ${report.failed.length}` : '')
      },
    )
  } finally {
    shown.end()
  }
  for await (const line of lines) await report.leave(line)
  return cut
}

/**
 * Imports what a source gives, one call a row; a long file is never in memory as a whole.
 * @returns the exit code
 * @throws what cut the run off, after telling what was done
 */
export async function importArticles(ctx: Context, options: ImportOptions): Promise<number> {
  staySmall()
  const { source } = options
  const work = await begin(ctx, options)
  const report = await openReport(ctx, options.report, options.file)
  const before = work.columns.made()
  let cut: ApiError | null
  try {
    cut = await workThrough(ctx, work, source.lines(), report, source.total)
  } catch (thrown) {
    await report.drop()
    throw thrown
  }
  const made = work.columns.made() - before
  if (made > 0) ctx.note(`${ctx.flags.dryRun ? '将新增' : '已新增'} ${made} 个栏目`)
  await report.tell([...source.unused], source.stdin && ctx.signal.aborted)
  if (report.saved > 0 && !ctx.flags.dryRun)
    ctx.note(`本次导入的批次为「${options.batch}」；要撤回：xzx article delete-import '${options.batch}'`)
  if (cut) throw cut
  return exitOfBulk(report.finished - report.failed.length, report.failed.length)
}
