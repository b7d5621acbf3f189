import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { exportTask as contract } from '../../core/contract/exportTask.ts'
import { documents } from '../../core/contract/replies.ts'
import { exportsMost } from '../../core/domain/exports.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { manifestName } from '../../core/sheet/manifest.ts'
import type { FileKind } from '../../core/sheet/rows-text.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611261610-export-task.ts'
import * as reached from '../db/migrations/202611261955-export-reached.ts'
import type { RowOf } from '../db/table.ts'
import { exportTask as table } from '../db/tables/exportTask.ts'
import { exportsIn } from '../exports/place.ts'
import { refuseLessNow } from '../exports/reached.ts'
import { carryOut, type Task } from '../exports/run.ts'
import { admitTo, askFirst, columnsOf, searchOf, sourceNow, sourceOf } from '../exports/source.ts'
import { askToStop, type Job, showJob } from '../jobs/rows.ts'
import { FileReply, implement, ownTransactions } from '../pipeline.ts'
import { onceByKey } from '../request-key.ts'
import { equal } from '../rows/condition.ts'
import { pageRows } from '../rows/list.ts'
import { setting } from '../settings.ts'

export const migrations = { '202611261610-export-task': made, '202611261955-export-reached': reached }

type Row = Selectable<RowOf<typeof table.columns>>

/** How the jobs of some tasks stand. */
async function jobsOf(ctx: Ctx, rows: readonly Row[]): Promise<ReadonlyMap<number, Job>> {
  const ids = rows.flatMap(({ jobId }) => jobId ?? [])
  if (ids.length === 0) return new Map()
  const jobs = await ctx.db.selectFrom('job').selectAll().where('id', 'in', ids).execute()
  return new Map(jobs.map((job) => [job.id, job]))
}

/** Of a task whose job is forgotten the file tells. */
const stateOf = (row: Row, job: Job | undefined, now: number) =>
  job ? showJob(job, now).state : row.keptAs === null ? 'lost' : 'done'

const lostSays = '服务停止，导出中断，没有留下文件；可以重新导出'

/** Of one that nobody reads rows for yet. */
const queuedSays = '排队中，前面的导出完成后开始'

/** What there is to be said of it: while it runs, why nothing moves. */
function saysOf(state: string, job: Job | undefined): string | null {
  if (state === 'lost') return lostSays
  if (state !== 'running' || !job) return job?.says ?? null
  if (job.stopAskedAt !== null) return '正在取消'
  return job.total ? job.says : queuedSays
}

function shown(ctx: Ctx, row: Row, job: Job | undefined) {
  const { id, name, source, format, rows, bytes, sha256, createdAt, doneAt, keptUntil, keptAs, jobId } = row
  const state = stateOf(row, job, ctx.parts.jobs.now())
  const ready = state !== 'running' && keptAs !== null && keptUntil !== null && keptUntil > ctx.now
  const text = (ms: number | null) => (ms === null ? null : formatTime(ms))
  return {
    ...{ id: String(id), name, source, format: format as FileKind, state, rows, bytes, sha256 },
    ...{ finished: job?.finished ?? rows, total: job?.total ?? rows, ready: ready ? (1 as const) : (0 as const) },
    ...{ says: saysOf(state, job), createdAt: formatTime(createdAt) },
    ...{ doneAt: text(doneAt), keptUntil: text(keptUntil), jobId: String(jobId ?? '') },
  }
}

async function need(ctx: Ctx, id: number): Promise<Row> {
  const row = await ctx.db
    .selectFrom('exportTask')
    .selectAll()
    .where('id', '=', id)
    .where('createdBy', '=', whoOf(ctx).userId)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND', `导出任务 ${id} 不存在，或不是本人发起的`)
  return row
}

async function get(ctx: Ctx, id: number) {
  const row = await need(ctx, id)
  return shown(ctx, row, (await jobsOf(ctx, [row])).get(row.jobId ?? 0))
}

const taskOf = ({ id, name, source, format, fields, filter }: Row): Task => ({
  ...{ id, name, source, format: format as FileKind },
  fields: fields === null ? null : (JSON.parse(fields) as string[]),
  filter: filter === null ? {} : (JSON.parse(filter) as Record<string, unknown>),
})

/** @throws Refused TOO_MANY for whoever has too many that wait for their turn */
async function refuseTooMany(ctx: Ctx, userId: number): Promise<void> {
  // who begins several at the same moment is counted one after the other
  if (ctx.dialect === 'postgres' && !ctx.call.dry)
    await ctx.db.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
  const jobs = await ctx.db
    .selectFrom('exportTask')
    .innerJoin('job', 'job.id', 'exportTask.jobId')
    .selectAll('job')
    .where('exportTask.createdBy', '=', userId)
    .where('job.state', '=', 'running')
    .where('job.stopAskedAt', 'is', null)
    .execute()
  const running = jobs.filter((job) => showJob(job, ctx.parts.jobs.now()).state === 'running')
  if (running.length >= exportsMost)
    throw new Refused('TOO_MANY', `您有 ${running.length} 个导出任务还没有完成，请等它们完成，或取消几个后再导出`)
}

const begun = async (ctx: Ctx, name: string): Promise<number> => {
  const { userId, name: by } = whoOf(ctx)
  await refuseTooMany(ctx, userId)
  return ctx.parts.jobs.begin(ctx.db, { kind: 'exportFile', scope: `导出${name}`, by: { id: userId, name: by } })
}

/** Answers at once: who asked is told when it is done. */
async function go(ctx: Ctx, id: number, jobId: number | null) {
  if (jobId !== null && !ctx.call.dry) {
    const { parts } = ctx
    const [who, task] = [whoOf(ctx), taskOf(await need(ctx, id))]
    parts.jobs.perform(jobId, (watch) => carryOut(parts, task, who, watch))
  }
  return get(ctx, id)
}

async function start(ctx: Ctx, input: Parsed<typeof contract.start>) {
  const { source: name, format = 'xlsx', fields = null, filter = null } = input
  const source = await sourceOf(name)
  admitTo(source, whoOf(ctx))
  await askFirst(ctx, source, searchOf(source, filter ?? {}, columnsOf(source, fields)))
  let jobId: number | null = null
  const make = async (inner: Ctx) => {
    const job = await begun(inner, source.says)
    const { id } = await inner.db
      .insertInto('exportTask')
      .values({
        ...{ jobId: job, source: name, name: source.says, format: format as FileKind },
        ...{ createdBy: whoOf(inner).userId, createdAt: inner.now },
        fields: fields === null ? null : JSON.stringify(fields),
        filter: filter === null ? null : JSON.stringify(filter),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    jobId = job
    inner.record({ ids: [id], after: { source: name, format } })
    return id
  }
  if (ctx.call.dry) return ctx.transaction(async (inner) => get(inner, await make(inner)))
  const id = await ctx.transaction((inner) => onceByKey(inner, input, () => make(inner)))
  return go(ctx, id, jobId)
}

/** The list of a task, for who may still read it. @throws Refused as `askFirst`; BAD_STATE where there is none any more */
async function askAgain(ctx: Ctx, id: number): Promise<void> {
  const { source: name, fields, filter } = taskOf(await need(ctx, id))
  const source = await sourceNow(name)
  admitTo(source, whoOf(ctx))
  await askFirst(ctx, source, searchOf(source, filter, columnsOf(source, fields)))
}

async function again(ctx: Ctx, { id }: { readonly id: number }) {
  await askAgain(ctx, id)
  const work = async (inner: Ctx) => {
    const row = await need(inner, id)
    const job = (await jobsOf(inner, [row])).get(row.jobId ?? 0)
    if (stateOf(row, job, inner.parts.jobs.now()) === 'running')
      throw new Refused('BAD_STATE', `导出任务 ${id} 正在进行，不能重新导出`)
    const jobId = await begun(inner, row.name)
    await inner.db.updateTable('exportTask').set({ jobId }).where('id', '=', id).execute()
    inner.record({ ids: [id] })
    return jobId
  }
  if (ctx.call.dry)
    return ctx.transaction(async (inner) => {
      await work(inner)
      return get(inner, id)
    })
  return go(ctx, id, await ctx.transaction(work))
}

export const exportTask = implement(contract, {
  start: ownTransactions(start),
  again: ownTransactions(again),
  async list(ctx, paging) {
    const where = equal('createdBy', whoOf(ctx).userId)
    const page = await pageRows<Row>(ctx, table, { columns: Object.keys(table.columns), where, paging })
    const jobs = await jobsOf(ctx, page.list)
    return { ...page, list: page.list.map((row) => shown(ctx, row, jobs.get(row.jobId ?? 0))) }
  },
  get: (ctx, { id }) => get(ctx, id),
  terms: async ({ db }) => ({
    jobFrom: Number(await setting(db, 'export.jobFrom')),
    keepDays: Number(await setting(db, 'export.keepDays')),
  }),
  async stop(ctx, { id }) {
    const row = await need(ctx, id)
    const job = (await jobsOf(ctx, [row])).get(row.jobId ?? 0)
    if (!job) throw new Refused('BAD_STATE', `导出任务 ${id} 没有在进行`)
    const { jobs } = ctx.parts
    if (await askToStop(ctx.db, job, jobs.now())) ctx.record({ ids: [id] })
    ctx.after(() => jobs.stop(job.id))
    return get(ctx, id)
  },
  async download(ctx, { id, part }) {
    const row = await need(ctx, id)
    const source = await sourceNow(row.source)
    admitTo(source, whoOf(ctx))
    const { ready } = await get(ctx, id)
    if (!ready || row.keptAs === null)
      throw new Refused('BAD_STATE', `导出任务 ${id} 没有可以下载的文件：还没有完成，或已过保留期`)
    await refuseLessNow(ctx, source, whoOf(ctx), row.reached)
    const file = join(exportsIn(ctx.parts.dataDir), row.keptAs)
    const path = part === 'manifest' ? manifestName(file) : file
    if (!statSync(path, { throwIfNoEntry: false })) throw new Refused('NOT_FOUND', '文件已不在，请重新导出')
    const day = formatTime(row.doneAt ?? ctx.now)
      .slice(0, 10)
      .replaceAll('-', '')
    const name = `${row.name}-${day}.${row.format}`
    ctx.record({ ids: [id], after: { source: row.source, rows: row.rows } })
    return new FileReply(documents.file.type, createReadStream(path), part === 'manifest' ? manifestName(name) : name)
  },
})
