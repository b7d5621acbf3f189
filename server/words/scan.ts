import { lookedFields } from '../../core/contract/article/check.ts'
import type { ScanChange, ScanReceipt } from '../../core/contract/word-scan.ts'
import { textOfValues } from '../../core/domain/model-values.ts'
import type { Hits, Looked } from '../../core/words/hits.ts'
import { type Ctx, type Parts, whoOf } from '../context.ts'
import type { JobOutcome, JobWatch } from '../jobs/jobs.ts'
import { ownJobs } from '../jobs/own-job.ts'
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

const textIn = (row: Row, field: (typeof fields)[number]): string =>
  field === 'modelFields' ? textOfValues(row[field] as string | null) : String(row[field] ?? '')
const lookedIn = (row: Row): Looked[] =>
  fields.flatMap((field) => {
    const text = textIn(row, field)
    return text === '' ? [] : [{ field, text, html: field === 'content' }]
  })

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

/** The walks of a person. */
export const scans = ownJobs<ScanReceipt>('scan')

/** Begins a walk. @throws Refused ALREADY_RUNNING while the caller has one */
export function startScan(ctx: Ctx, input: object, scan: Scan) {
  const caller = `user ${whoOf(ctx).userId}`
  const work = async (watch: JobWatch): Promise<JobOutcome> => {
    const findings = await walk(ctx.parts, scan, watch, caller)
    const says = resultOf(findings, scan.instead !== undefined)
    return { state: watch.stopped() ? 'cancelled' : 'done', says, receipt: findings.receipt() }
  }
  return scans.start(ctx, input, { scope: scan.says, work })
}
