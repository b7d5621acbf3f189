import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { type LineFile, openLineFile } from '../files/line-file.ts'
import { cleanLine, safeJson } from '../output/clean.ts'
import { isDrawn, type Shape, tellsSuccess, writeList } from '../output/write.ts'
import { articleHeads, type Heads } from './headings.ts'
import type { Line } from './lines.ts'
import { unknownCode } from './send.ts'

/** One line of `--report`. */
export interface RowResult {
  readonly row: number
  /** The file, where there are several. */
  readonly from?: string
  readonly status: 'saved' | 'skipped' | 'failed'
  readonly articleId?: string | null
  /** What is no article has its number under its own name. */
  readonly id?: string | null
  readonly title: string
  readonly errorCode: string
  readonly errorMsg: string
  readonly remark?: string
  /** Addresses in its text that lead nowhere here. */
  readonly dead?: readonly string[]
  /** It had no date. */
  readonly undated?: true
  /** What is not as it stood in the row (`Heads.marks`). */
  readonly marks?: readonly string[]
  /** A name in it that nothing here has. */
  readonly lost?: string
}

type Failed = Pick<RowResult, 'row' | 'from' | 'title' | 'errorCode' | 'errorMsg'>

/** Keeps count of an import and writes its files. */
export interface Report {
  /** What became of a row. */
  add(line: Line, result: RowResult): Promise<void>
  /** A row that was not sent, because the run was cut off. */
  leave(line: Line): Promise<void>
  readonly finished: number
  /** New articles so far. */
  readonly saved: number
  readonly failed: readonly Failed[]
  /** Puts the files in place and writes the outcome; `unused`: columns that no article has; `unread`: there may be more rows that nobody has read. */
  tell(unused: readonly string[], unread?: boolean): Promise<void>
  /** Ends the files after a fault, with what was done until then, and says how far the import had come. */
  drop(): Promise<void>
}

const columns = [
  { field: 'row', title: '行', right: true },
  { field: 'title', title: '标题' },
  { field: 'errorCode', title: '错误码', whole: true },
  { field: 'errorMsg', title: '原因' },
]
const fromColumn = { field: 'from', title: '文件' }
const shapeOf = (several: boolean): Shape => ({
  columns: several ? [fromColumn, ...columns] : columns,
  usual: (several ? [fromColumn, ...columns.slice(1)] : columns).map((c) => c.field),
  idField: 'row',
  titleField: 'title',
})
/** A row is known by how its title begins, even where a whole text slipped into its column; JSON and the report have it whole. */
const titleMax = 100
const cut = (title: string) => (title.length > titleMax ? `${title.slice(0, titleMax)}……` : title)

/** A terminal is not flooded with failures; the report and JSON have them all. */
const drawnMax = 20

interface Counts {
  saved: number
  skipped: number
  left: number
  remarks: number
  pictureless: number
  undated: number
  unknown: number
}

const linksMax = 5
/** What is said of links that lead nowhere. */
export const deadLinks = (dead: readonly string[]): string =>
  cleanLine(
    `${dead.length} 个链接打不开：${dead.slice(0, linksMax).join('、')}${dead.length > linksMax ? ` 等` : ''}（不随网页导入，请补上附件或改正）`,
  )

type Dead = Pick<RowResult, 'row' | 'from'> & { readonly articleId: string | null } & {
  readonly links: readonly string[]
}

/** Links that lead nowhere, by file: nobody would find them one by one on the site. */
function tellDead(ctx: Context, dead: readonly Dead[]): void {
  for (const { row, from, links } of dead.slice(0, drawnMax))
    ctx.warn(`注意：${from ?? `第 ${row} 行`}：${deadLinks(links)}`)
  if (dead.length > drawnMax) ctx.warn(`另有 ${dead.length - drawnMax} 篇有打不开的链接，用 --report 文件 查看`)
}

const unusedMax = 20
const unusedWords = (unused: readonly string[]) =>
  cleanLine(
    `没有用到的列：${unused.slice(0, unusedMax).join('、')}${unused.length > unusedMax ? ` 等 ${unused.length} 列` : ''}`,
  )

const fromTheFile = '再次导入同一文件可以接着做，已导入的不会重复'
const fromTheStart = '再次运行同一条命令可以接着做，已导入的不会重复'

const lostMax = 20

/** What of the file's rows did not come in as it stood there, by what and how many, with the names that nothing here has. */
function tellMarks(
  ctx: Context,
  { unit, marks: says = {} }: Heads,
  marks: ReadonlyMap<string, number>,
  lost: ReadonlyMap<string, number>,
): void {
  for (const [mark, count] of marks) ctx.note(`${count} ${unit}${says[mark] ?? mark}`)
  if (lost.size === 0) return
  const most = [...lost].sort(([, a], [, b]) => b - a).slice(0, lostMax)
  const more = lost.size > lostMax ? ` 等 ${lost.size} 个` : ''
  ctx.note(cleanLine(`没有写入的名称：${most.map(([name, count]) => `${name} ${count} ${unit}`).join('、')}${more}`))
}

const counted = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

/** 「新增 12 篇，已有 3 篇（未重复导入），失败 1 行」 */
function figures(
  ctx: Context,
  { unit }: Heads,
  { saved, skipped, remarks, pictureless, undated }: Counts,
  failed: number,
): string {
  const parts = [
    `${ctx.flags.dryRun ? '可导入' : '新增'} ${saved} ${unit}`,
    `已有 ${skipped} ${unit}（未重复导入）`,
    `失败 ${failed} 行`,
  ]
  if (undated > 0) parts.push(`${undated} ${unit}没有日期（发布时间为发布之时）`)
  if (pictureless > 0) parts.push(`${pictureless} ${unit}有图片没有上传（见 --report）`)
  if (remarks > 0) parts.push(`${remarks} ${unit}去掉了控制字符（见 --report）`)
  return parts.join('，')
}

function summary(ctx: Context, heads: Heads, counts: Counts, failed: number, unread: boolean): void {
  const { left, unknown } = counts
  const lead = ctx.flags.dryRun ? '试运行，没有作任何修改：' : left > 0 || unread ? '' : '导入结束：'
  const says = lead + figures(ctx, heads, counts, failed)
  if (unknown > 0) ctx.warn(`有 ${unknown} 行不知道是否已保存，没有写入失败文件，请按报告中的行号核对`)
  if (left === 0 && !unread) {
    if (counts.saved + counts.skipped + failed === 0) ctx.warn('注意：其中没有一行数据，请核对来源是否正确')
    ctx.note(says)
    return
  }
  const rest = [...(left > 0 ? [`还有 ${left} 行没有导入`] : []), ...(unread ? ['其后的标准输入没有读取'] : [])]
  const file = ctx.flags.failedTo
  const goOn = file ? `接着导入：${heads.command} ${file}` : unread ? fromTheStart : fromTheFile
  ctx.warn(`${says}，${rest.join('，')}。${goOn}`)
}

async function writeOutcome(
  ctx: Context,
  counts: Counts,
  failed: readonly Failed[],
  unused: readonly string[],
  dead: readonly Dead[],
  marks: ReadonlyMap<string, number>,
): Promise<void> {
  const { saved, skipped, left } = counts
  if (!tellsSuccess(ctx) && failed.length + left === 0) return
  if (ctx.format === 'json') {
    await ctx.out(
      `${safeJson({ saved, skipped, failed, ...(left > 0 && { left }), ...(unused.length > 0 && { unused }), ...(dead.length > 0 && { dead }), ...(marks.size > 0 && { marks: Object.fromEntries(marks) }) }, 2)}\n`,
    )
  } else if (ctx.format === 'count') await ctx.out(`${saved}\n`)
  else if (ctx.format !== 'ids' && failed.length > 0) {
    const drawn = isDrawn(ctx)
    const shape = shapeOf(failed.some((one) => one.from !== undefined))
    const told = ctx.format === 'table' ? failed.map((one) => ({ ...one, title: cut(one.title) })) : failed
    await writeList({ ...ctx, note: () => undefined }, shape, drawn ? told.slice(0, drawnMax) : told)
    if (drawn && failed.length > drawnMax) ctx.note(`另有 ${failed.length - drawnMax} 行失败，用 --report 文件 查看`)
  }
}

/** Opens the report of an import; its files are looked at first, so that a bad name stops it before it begins. @param source the file that is read */
export async function openReport(
  ctx: Context,
  reportPath: string | undefined,
  source: string,
  heads: Heads = articleHeads,
): Promise<Report> {
  const opened = async (path: string | undefined): Promise<LineFile | null> =>
    path === undefined ? null : openLineFile(ctx, resolve(ctx.world.cwd, path), source)
  const report = await opened(reportPath)
  const again = await opened(ctx.flags.failedTo)
  const counts: Counts = { saved: 0, skipped: 0, left: 0, remarks: 0, pictureless: 0, undated: 0, unknown: 0 }
  const failed: Failed[] = []
  const dead: Dead[] = []
  const marks = new Map<string, number>()
  const lost = new Map<string, number>()
  return {
    failed,
    get saved() {
      return counts.saved
    },
    get finished() {
      return counts.saved + counts.skipped + failed.length
    },
    async add(line, result) {
      const { row, status, title, errorCode, errorMsg } = result
      if (result.remark?.includes('控制字符')) counts.remarks += 1
      if (status === 'saved' && result.remark?.includes('图片没有上传')) counts.pictureless += 1
      const { from, articleId, dead: links } = result
      if (links) dead.push({ row, ...(from !== undefined && { from }), articleId: articleId ?? null, links })
      if (result.undated && status === 'saved') counts.undated += 1
      for (const mark of result.marks ?? []) counted(marks, mark)
      if (result.lost) counted(lost, result.lost)
      if (status === 'failed') {
        failed.push({ row, ...(from !== undefined && { from }), title: cleanLine(title), errorCode, errorMsg })
        if (errorCode === unknownCode) counts.unknown += 1
        else if (line.text !== '') await again?.write(line.text)
      } else counts[status] += 1
      const id = articleId ?? result.id
      if (status === 'saved' && ctx.format === 'ids' && id && tellsSuccess(ctx)) await ctx.out(`${id}\n`)
      await report?.write(JSON.stringify(result))
    },
    async leave(line) {
      counts.left += 1
      await again?.write(line.text)
    },
    async tell(found, unread = false) {
      const unused = found.filter((name) => !heads.notTaken.has(name))
      const { saved, skipped, left } = counts
      ctx.log?.sum({ saved, skipped, failed: failed.length, left, ...(unused.length > 0 && { unused }) })
      ctx.world.onFailed?.(failed.map(({ row, from, ...why }) => ({ id: `${from ?? ''}第 ${row} 行`, ...why })))
      // the outcome is told though its files could not be written
      const kept = await Promise.allSettled([report?.keep(), again?.keep()])
      const unkept = kept.find((one) => one.status === 'rejected')
      await writeOutcome(ctx, counts, failed, unused, dead, marks)
      tellDead(ctx, dead)
      tellMarks(ctx, heads, marks, lost)
      if (unused.length > 0) ctx.note(unusedWords(unused))
      summary(
        unkept ? { ...ctx, flags: { ...ctx.flags, failedTo: undefined } } : ctx,
        heads,
        counts,
        failed.length,
        unread,
      )
      if (!unkept) return
      await Promise.all([report?.drop(), again?.drop()])
      throw unkept.reason
    },
    async drop() {
      await Promise.all([report?.drop(), again?.drop()])
      // where nothing was begun, there is nothing to go on with
      if (counts.saved + counts.skipped + failed.length > 0)
        ctx.warn(`${figures(ctx, heads, counts, failed.length)}，其余没有导入。${fromTheFile}`)
    },
  }
}
