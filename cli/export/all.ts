import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatTime } from '../../core/domain/time.ts'
import { ApiError } from '../../core/errors.ts'
import { type FileKind, fileKinds } from '../../core/sheet/rows-text.ts'
import { exitOfBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { makeFolder, nearestFolder } from '../files/folder.ts'
import { writeWhole } from '../files/save.ts'
import { checkWritable } from '../files/target.ts'
import { givenLine, safeJson } from '../output/clean.ts'
import { progress } from '../output/progress.ts'
import { type Shape, tellsSuccess, writeList } from '../output/write.ts'
import { everything, fileOf, type Kind } from './everything.ts'
import { manifestOf, standingOf } from './read-manifest.ts'

/** Every kind that the caller may export, one file each, with one report. */

export interface AllFlags {
  readonly dir?: string
  readonly as?: string
  readonly resume?: true
  readonly full?: true
}

const states = { done: '已导出', failed: '失败', denied: '没有权限', left: '没有处理' } as const
const dryStates = { ...states, done: '将导出' } as const
type State = keyof typeof states

/** What became of a kind. */
interface Item {
  readonly kind: string
  readonly name: string
  readonly state: State
  readonly file: string | null
  readonly rows: number | null
  readonly sha256: string | null
  /** Whether the file differs from the one that lay there; null: none did. */
  readonly changed: boolean | null
  /** It was there from the run that this one goes on with. */
  readonly kept: boolean
  readonly says: string
}

interface Report {
  readonly format: 'xzx-export-all-1'
  readonly as: FileKind
  readonly since: string | null
  readonly startedAt: string
  /** Null: the run was broken off, or goes on. */
  readonly endedAt: string | null
  readonly version: string
  readonly files: readonly Item[]
  readonly failed: readonly { readonly id: string; readonly errorCode: string; readonly errorMsg: string }[]
}

/** The report's own name in the folder. */
const reportName = 'export-report.json'

const shape: Shape = {
  columns: [
    { field: 'kind', title: '内容', whole: true },
    { field: 'name', title: '名称' },
    { field: 'state', title: '结果', words: states },
    { field: 'rows', title: '行数', right: true },
    { field: 'changed', title: '有变化', words: { true: '是', false: '否' } },
    { field: 'file', title: '文件' },
    { field: 'says', title: '说明' },
  ],
  ...{ usual: ['kind', 'name', 'state', 'rows', 'changed', 'says'], idField: 'kind', titleField: 'says' },
}

function asOf(given = 'xlsx'): FileKind {
  if (Object.hasOwn(fileKinds, given)) return given as FileKind
  throw usage(`--as 无效：${givenLine(given)}`, `可用：${Object.keys(fileKinds).join('、')}`)
}

/** The report of the run that is gone on with. @throws CliError 2 where there is none that fits */
async function earlier(dir: string, as: FileKind): Promise<Report> {
  const path = join(dir, reportName)
  const text = await readFile(path, 'utf8').catch(() => null)
  let report: Report | null = null
  try {
    report = text === null ? null : (JSON.parse(text) as Report)
  } catch {}
  if (report?.format !== 'xzx-export-all-1' || !Array.isArray(report.files))
    throw usage(`没有可以接着做的导出：${path}`, '去掉 --resume，从头导出')
  if (report.as !== as) throw usage(`上次导出的是 ${report.as}，不是 ${as}`, '去掉 --resume，或用同样的 --as')
  return report
}

/** What else fails will fail with the next kind too: it ends the run. */
const isItsOwn = (error: unknown): error is ApiError | CliError =>
  error instanceof ApiError ? error.kind === 'refused' : error instanceof CliError && error.exit !== exit.unreachable

/** For what is written within the run: it says nothing by itself. */
const within = (ctx: Context, since: string | undefined): Context => {
  const { json: _json, format: _format, fields: _fields, ...flags } = ctx.flags
  const silent = { note: () => undefined, out: async () => undefined, log: null }
  return { ...ctx, ...silent, flags: { ...flags, quiet: true }, format: 'table', fields: null, since }
}

interface Run {
  readonly dir: string
  readonly as: FileKind
  readonly since: string | undefined
  readonly may: ReadonlySet<string>
  readonly before: ReadonlyMap<string, Item>
  readonly full: boolean
}

const nothing = { file: null, rows: null, sha256: null, changed: null, kept: false }

/** One that stands there from the run that is gone on with, as its manifest tells. */
async function keptOf(one: Kind, path: string, before: Run['before']): Promise<Item | null> {
  const known = before.get(one.name)
  if (known?.state !== 'done') return null
  const found = await standingOf(path).catch(() => null)
  return found?.whole && found.told?.sha256 === known.sha256 ? { ...known, kept: true } : null
}

async function exported(ctx: Context, one: Kind, { dir, as, since, may, before, full }: Run): Promise<Item> {
  const named = { kind: one.name, name: one.says }
  if (one.key !== '' && !may.has(one.key)) return { ...named, ...nothing, state: 'denied', says: states.denied }
  const path = fileOf(dir, one, as)
  const kept = await keptOf(one, path, before)
  if (kept) return kept
  const said = since !== undefined && one.whole ? '没有时间可选，导出全部' : ''
  const was = await manifestOf(path)
  const rows = await one.write(within(ctx, since), path, full)
  if (ctx.flags.dryRun) return { ...named, ...nothing, rows, state: 'done', says: said }
  const told = await manifestOf(path)
  return {
    ...{ ...named, state: 'done', file: path, rows: rows ?? told?.rows ?? null, sha256: told?.sha256 ?? null },
    ...{ changed: was && told ? was.sha256 !== told.sha256 : null, kept: false, says: said },
  }
}

const failedOf = (one: Kind, error: ApiError | CliError): Item =>
  error.code === 'NO_PERMISSION'
    ? { ...nothing, kind: one.name, name: one.says, state: 'denied', says: error.message }
    : { ...nothing, kind: one.name, name: one.says, state: 'failed', says: error.message }

async function tell(ctx: Context, dir: string, report: Report, code: number): Promise<void> {
  const { files } = report
  const of = (state: State) => files.filter((one) => one.state === state)
  ctx.log?.sum({ dir, done: of('done').length, failed: of('failed').length, left: of('left').length })
  if (ctx.format === 'json') {
    if (tellsSuccess(ctx) || code !== exit.ok)
      await ctx.out(`${safeJson({ dir, ...report, ...(ctx.flags.dryRun && { dryRun: true }) }, 2)}\n`)
    return
  }
  const shown = tellsSuccess(ctx) ? files : files.filter(({ state }) => state === 'failed' || state === 'left')
  const words = ctx.flags.dryRun ? dryStates : states
  const columns = shape.columns.map((one) => (one.field === 'state' ? { ...one, words } : one))
  if (shown.length > 0) await writeList(ctx, { ...shape, columns }, shown)
  const counted = (Object.keys(states) as State[]).flatMap((state) =>
    of(state).length > 0 ? [`${words[state]} ${of(state).length}`] : [],
  )
  ctx.note(`${ctx.flags.dryRun ? '试运行，没有导出：' : ''}${counted.join('，')}`)
}

/** Exports all kinds. @returns the exit code @throws what broke the run off, after the report says how far it came */
export async function exportAll(ctx: Context, flags: AllFlags): Promise<number> {
  const as = asOf(flags.as)
  const dir = resolve(ctx.world.cwd, flags.dir as string)
  const old = flags.resume ? await earlier(dir, as) : null
  if (ctx.flags.dryRun) await checkWritable(join(nearestFolder(dir), reportName))
  else makeFolder(dir)
  // what is only tried makes no folder, and is tried where it would be made
  const into = ctx.flags.dryRun ? nearestFolder(dir) : dir
  const kinds = await everything()
  const { buttonList } = await (await ctx.client('menu')).list()
  const since = old ? (old.since ?? undefined) : ctx.since
  const before = new Map((old?.files ?? []).map((item) => [item.kind, item]))
  const run: Run = { dir: into, as, since, may: new Set(buttonList), before, full: flags.full === true }
  const startedAt = formatTime(ctx.world.now())
  const done: Item[] = []
  const failed: Report['failed'][number][] = []
  const reportNow = (endedAt: string | null): Report => ({
    ...{ format: 'xzx-export-all-1', as, since: since ?? null, startedAt, endedAt, version: ctx.world.version },
    files: [
      ...done,
      ...kinds.slice(done.length).map(({ name, says }): Item => {
        return { ...nothing, kind: name, name: says, state: 'left', says: states.left }
      }),
    ],
    failed,
  })
  const keep = async (report: Report) => {
    if (ctx.flags.dryRun) return
    await writeWhole(within(ctx, since), join(dir, reportName), async (file) => {
      await file.writeFile(`${JSON.stringify(report, null, 2)}\n`)
    })
  }
  const shown = await progress(ctx, '正在导出', kinds.length)
  try {
    for (const one of kinds) {
      ctx.signal.throwIfAborted()
      try {
        done.push(await exported(ctx, one, run))
      } catch (error) {
        if (!isItsOwn(error)) throw error
        const item = failedOf(one, error)
        done.push(item)
        if (item.state === 'failed') failed.push({ id: one.name, errorCode: error.code, errorMsg: error.message })
      }
      shown.at(done.length, one.says)
      await keep(reportNow(null))
    }
  } catch (error) {
    shown.end()
    await tell(ctx, dir, reportNow(null), exit.fault)
    throw error
  }
  shown.end()
  const report = reportNow(formatTime(ctx.world.now()))
  await keep(report)
  const code = exitOfBulk(done.filter(({ state }) => state === 'done').length, failed.length)
  await tell(ctx, dir, report, code)
  return code
}
