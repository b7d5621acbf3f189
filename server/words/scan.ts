import { lookedFields } from '../../core/contract/article/check.ts'
import type { ScanChange, ScanReceipt } from '../../core/contract/word-scan.ts'
import { Refused } from '../../core/errors.ts'
import type { Hits, Looked } from '../../core/words/hits.ts'
import { type Ctx, type Parts, whoOf } from '../context.ts'
import { type JobOutcome, type JobWatch, withinPatience } from '../jobs/jobs.ts'
import { askToStop, findJob, type Job, type JobStart, showJob } from '../jobs/rows.ts'
import { onceByKey } from '../request-key.ts'
import { allHold, type Condition } from '../rows/condition.ts'
import { Findings, type ScannedArticle } from './findings.ts'
import type { KnownWord } from './known.ts'
import { linesOf } from './lines.ts'

/** What is walked through, and for what. */
export interface Scan {
  readonly says: string
  /** Which articles; begins with the caller's scope. */
  readonly where: readonly Condition[]
  readonly words: readonly KnownWord[]
  /** Only tried: told is what differs from these, which hold now. */
  readonly instead?: readonly KnownWord[]
}

/** So many articles are read and handed to a thread at once: others are served in between. */
const atOnce = 100

const fields = Object.keys(lookedFields) as (keyof typeof lookedFields)[]
type Row = ScannedArticle & Readonly<Record<(typeof fields)[number], unknown>>

const lookedIn = (row: Row): Looked[] =>
  fields.flatMap((field) => (row[field] ? [{ field, text: String(row[field]), html: field === 'content' }] : []))

type Look = (texts: readonly Looked[][]) => Promise<string[][]>

/** Finds the words of a list in several texts, by a thread. */
function lookFor(words: readonly KnownWord[], { work }: Parts, caller: string): Look {
  const lines = linesOf(words)
  const wordAt = (at: number) => (words[at] as KnownWord).word
  return async (texts) => {
    const found: Hits[] = await work.scans.run('lookThrough', { lines, texts }, caller)
    return found.map(({ times }) => times.map(([at]) => wordAt(at)))
  }
}

/** The words of a text by what becomes of them: all of them, or those that another list finds and this one doesn't. */
function changesOf(now: readonly string[], before: readonly string[] | undefined): Map<string, ScanChange> {
  if (!before) return new Map(now.map((word) => [word, 0]))
  const [here, there] = [new Set(now), new Set(before)]
  return new Map<string, ScanChange>([
    ...now.filter((word) => !there.has(word)).map((word) => [word, 1] as const),
    ...before.filter((word) => !here.has(word)).map((word) => [word, 2] as const),
  ])
}

/** Walks through the articles in the order of their ids. */
async function walk(parts: Parts, { where, words, instead }: Scan, watch: JobWatch, caller: string): Promise<Findings> {
  const findings = new Findings()
  const look = lookFor(words, parts, caller)
  const lookBefore = instead && lookFor(instead, parts, caller)
  const all = parts.db.read.selectFrom('article').where(allHold(where))
  const { n } = await all.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  for (let last = 0; !watch.stopped(); ) {
    const next = all.select(['id', 'status', ...fields]).where('id', '>', last)
    const rows = (await next.orderBy('id').limit(atOnce).execute()) as Row[]
    if (rows.length === 0) break
    last = (rows.at(-1) as Row).id
    const texts = rows.map(lookedIn)
    const now = await look(texts)
    const before = await lookBefore?.(texts)
    for (const [i, row] of rows.entries()) findings.take(row, changesOf(now[i] as string[], before?.[i]))
    watch.progress(findings.scanned, Number(n))
  }
  return findings
}

const resultOf = ({ scanned, found }: Findings, tried: boolean): string =>
  `已检测 ${scanned} 篇，${found === 0 ? (tried ? '结果没有变化' : '没有发现') : `${found} 篇${tried ? '的结果会变化' : '有发现'}`}`

const shown = (ctx: Ctx, job: Job) => ({
  ...showJob(job, ctx.parts.jobs.now()),
  says: job.says,
  receipt: job.receipt === null ? null : (JSON.parse(job.receipt) as ScanReceipt),
})

/** The caller's own walk by its job, or their latest one: the titles in it are those that they may see. */
async function ownJob(ctx: Ctx, jobId: number | null): Promise<Job | undefined> {
  const { userId } = whoOf(ctx)
  if (jobId !== null) {
    const job = await findJob(ctx.db, ['scan'], jobId)
    return job?.byId === userId ? job : undefined
  }
  const query = ctx.db.selectFrom('job').selectAll().where('kind', '=', 'scan').where('byId', '=', userId)
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

async function needOwn(ctx: Ctx, jobId: number): Promise<Job> {
  const job = await ownJob(ctx, jobId)
  if (!job) throw new Refused('NOT_FOUND', `检测任务 ${jobId} 不存在，或不是本人发起的`)
  return job
}

/** A walk of the caller's, or their latest; null where there was none. @throws Refused NOT_FOUND */
export async function scanOf(ctx: Ctx, jobId: number | null) {
  const job = jobId === null ? await ownJob(ctx, null) : await needOwn(ctx, jobId)
  return job ? shown(ctx, job) : null
}

/** Stops a walk of the caller's at its next piece. @throws Refused NOT_FOUND, or BAD_STATE for one that has ended */
export async function stopScan(ctx: Ctx, jobId: number) {
  const { jobs } = ctx.parts
  const job = await needOwn(ctx, jobId)
  if (await askToStop(ctx.db, job, jobs.now()))
    ctx.record({ ids: [jobId], before: { state: showJob(job, jobs.now()).state } })
  ctx.after(() => jobs.stop(jobId))
  return shown(ctx, await needOwn(ctx, jobId))
}

/** Begins a walk, waits a while and answers what it found, or its job where it goes on. @throws Refused ALREADY_RUNNING while the caller has one */
export async function startScan(ctx: Ctx, input: object, scan: Scan) {
  const { parts } = ctx
  const who = whoOf(ctx)
  const start: JobStart = {
    ...{ kind: 'scan', scope: scan.says, by: { id: who.userId, name: who.name } },
    alone: `scan ${who.userId}`,
  }
  const show = async (inner: Ctx, id: number) => shown(inner, await needOwn(inner, id))
  if (ctx.call.dry) return ctx.transaction(async (inner) => show(inner, await parts.jobs.begin(inner.db, start)))
  let fresh = false
  const id = await ctx.transaction((inner) =>
    onceByKey(inner, input, async () => {
      fresh = true
      const made = await parts.jobs.begin(inner.db, start)
      inner.record({ ids: [made], after: { scope: scan.says } })
      return made
    }),
  )
  const work = async (watch: JobWatch): Promise<JobOutcome> => {
    const findings = await walk(parts, scan, watch, `user ${who.userId}`)
    const says = resultOf(findings, scan.instead !== undefined)
    return { state: watch.stopped() ? 'cancelled' : 'done', says, receipt: findings.receipt() }
  }
  const done = fresh ? parts.jobs.perform(id, work).done : parts.jobs.running(id)?.done
  if (done) await withinPatience(done)
  return show(ctx, id)
}
