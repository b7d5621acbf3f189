import { extname } from 'node:path'
import type { Output } from '../../core/contract/endpoint.ts'
import { exportTask } from '../../core/contract/exportTask.ts'
import { exportFormats, exportParts } from '../../core/domain/exports.ts'
import type { JobState } from '../../core/domain/jobs.ts'
import { manifestName } from '../../core/sheet/manifest.ts'
import { type FileKind, fileKinds, kindOfEnding } from '../../core/sheet/rows-text.ts'
import { followed } from '../areas/follow-job.ts'
import { jobError } from '../areas/job-end.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { numberIn, outFlag } from '../files/document.ts'
import { saveStream, tryFile } from '../files/save.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { cleanLine, givenLine } from '../output/clean.ts'
import { progress } from '../output/progress.ts'
import { tellsSuccess, writeValue } from '../output/write.ts'
import { camel } from '../spelling.ts'
import { verb } from '../verb.ts'
import { bodyFrom } from './api.ts'

type Task = Output<typeof exportTask.start>
type Part = keyof typeof exportParts

const example = 'xzx export-task download 101 --out 文章.xlsx'

/** A word of a table, by its key or as it is called. @throws usage */
function chosen<K extends string>(flag: string, words: Readonly<Record<K, string>>, given: string | undefined) {
  if (given === undefined) return undefined
  const found = Object.entries<string>(words).find((names) => names.includes(given))
  if (!found) throw usage(`${flag} 无效：${givenLine(given)}`, `可用：${Object.keys(words).join('、')}`)
  return found[0] as K
}

const formatOf = (out = ''): FileKind | undefined => kindOfEnding(extname(out))

/** What is made as one kind of file is none under another one's name. @throws usage */
function refuseOther(format: FileKind, out: string | undefined): void {
  if (out === undefined || out === '-' || extname(out) === '' || formatOf(out) === format) return
  throw usage(`--out ${cleanLine(out)}：内容是${exportFormats[format]}`, `文件名应以 ${fileKinds[format][0]} 结尾`)
}

/** Fetches what a task has made with its manifest beside it, or that alone. */
async function fetched(ctx: Context, id: string, out: string | undefined, part: Part = 'file'): Promise<void> {
  const task = async () => (await ctx.client('exportTask')).get({ id }, { signal: ctx.signal })
  if (ctx.flags.dryRun) return tryFile(ctx, out, task)
  const via = await ctx.transport()
  const save = (own: Context, to: string | undefined, which: Part) =>
    saveStream(own, to, (sink) =>
      via.download(exportTask.download, { id, part: which } as never, sink, { signal: ctx.signal }),
    )
  if (part === 'file') refuseOther((await task()).format as FileKind, out)
  const path = await save(ctx, out, part)
  if (path === null || part !== 'file') return
  const silent = { ...ctx, note: () => undefined, flags: { ...ctx.flags, json: false as const } }
  await save(silent as unknown as Context, manifestName(path), 'manifest')
}

/** Follows a task to its end; Ctrl+C cancels it. @throws CliError where it made no file */
async function finished(ctx: Context, begun: Task): Promise<void> {
  const { get, stop } = await ctx.client('exportTask')
  const { id } = begun
  const asJob = (task: Task) => ({ ...task, state: task.state as JobState, jobId: task.id })
  const calls = { job: async () => asJob(await get({ id })), cancel: async () => asJob(await stop({ id })) }
  const shown = await progress(ctx, `正在导出${begun.name}`)
  try {
    const task = await followed(ctx, calls, shown, asJob(begun))
    const end = jobError(`导出任务 ${id}`, task.state, task.says)
    if (end) throw end
  } finally {
    shown.end()
  }
}

interface StartFlags {
  readonly as?: string
  readonly columns?: string
  readonly filter?: string
  readonly out?: string
}

/** Begins an export on the server; with `--out` it is waited for, and fetched. */
async function start(ctx: Context, source: string | undefined, { as, columns, filter, out }: StartFlags) {
  if (source === undefined) throw usage('缺少模块', '例如 xzx export-task start article --as csv')
  const format = chosen('--as', exportFormats, as) ?? formatOf(out) ?? 'xlsx'
  refuseOther(format, out)
  const task = await (await ctx.client('exportTask')).start(
    {
      ...{ source: camel(source), format },
      ...(columns !== undefined && { fields: columns.split(/[,，]/) }),
      ...(filter !== undefined && { filter: await bodyFrom(ctx, filter, '--filter') }),
    } as never,
    { signal: ctx.signal },
  )
  if (ctx.flags.dryRun) return ctx.note(`试运行，没有开始导出：将把${task.name}导出为${exportFormats[format]}`)
  if (out === undefined) {
    if (tellsSuccess(ctx)) await writeValue(ctx, task)
    return
  }
  await finished(ctx, task)
  await fetched(ctx, task.id, out)
}

/** What the contract says of exports that the server makes, and how one of them is begun and fetched. */
export const verbs = [
  ...(await areaVerbs('exportTask')).verbs,
  verb<StartFlags>({
    name: 'start',
    says: exportTask.start.says,
    args: '[模块]',
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '--as <格式>', says: '文件格式；不写时按 --out 的扩展名，默认 xlsx', values: Object.keys(exportFormats) },
      { flag: '--columns <列>', says: '只要这些列，用逗号隔开' },
      { flag: '--filter <JSON>', says: '筛选条件，与列表接口的相同；@文件 或 - 为标准输入' },
      { ...outFlag, says: '等它完成，写到这个文件；不写则只是开始' },
    ],
    examples: [
      'xzx export-task start article --as csv',
      `xzx export-task start mail --filter '{"state":6}' --out 信件-{date}.xlsx`,
    ],
    run: (ctx, { args: [source], flags }) => start(ctx, source, flags),
  }),
  verb<{ out?: string; part?: string }>({
    name: 'download',
    says: exportTask.download.says,
    args: '[编号]',
    knows: [...uses.server],
    flags: [outFlag, { flag: '--part <取什么>', says: '文件（默认），或它的清单', values: Object.values(exportParts) }],
    examples: [example, 'xzx export-task download 101 --part 清单 --out 文章.xlsx.manifest.json'],
    run: (ctx, { args: [text], flags: { out, part } }) =>
      fetched(
        ctx,
        numberIn(text, '导出任务', 'xzx export-task list', example),
        out,
        chosen('--part', exportParts, part),
      ),
  }),
]
