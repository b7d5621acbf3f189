import { resolve } from 'node:path'
import { chunksOf } from '../../core/chunks.ts'
import { isUnanswered } from '../../core/client/faults.ts'
import { failedBy } from '../../core/client/one-by-one.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { NotForetold } from '../dry-run.ts'
import { CliError, CutShort, exit } from '../errors.ts'
import { writeWhole } from '../files/save.ts'
import { checkWritable } from '../files/target.ts'
import { safeJson } from '../output/clean.ts'
import { progress } from '../output/progress.ts'
import { checkFields, isDrawn, type Shape, tellsSuccess, writeList } from '../output/write.ts'
import { failedList, goOnFrom, itemSays } from './failed-list.ts'
import { workOff } from './pool.ts'

/** An item that failed, with its reason. */
export type Failed = BulkResult['failed'][number]

/** Ids that one call takes. */
export interface Group {
  readonly ids: readonly string[]
  readonly send: (ids: readonly string[]) => Promise<BulkResult & { readonly going?: readonly string[] }>
  /** So many go in one call; a chunk by default. */
  readonly size?: number
}

/** What a call answers of its items where that is more than how each ended: shown beside it. */
export interface Answered {
  readonly shape: Shape
  readonly rows: readonly object[]
}

/** What became of a bulk run: done, failed, sent without an answer, and not done because the run was cut off, by what. */
export interface Outcome {
  readonly done: string[]
  /** Those of `done` that were already as they should be. */
  readonly unchanged: string[]
  readonly failed: Failed[]
  readonly unknown: string[]
  readonly left: string[]
  /** What the server took on and goes on with. */
  readonly going: string[]
  readonly cut: { readonly by: unknown } | null
}

/** An outcome in which nothing has happened. */
export const noOutcome = (): Outcome => ({
  ...{ done: [], unchanged: [], failed: [] },
  ...{ unknown: [], left: [], going: [], cut: null },
})

/** Only a refusal of the content can be one item's fault; nothing else that is sent after another failure will fare better. */
const endsRun = (error: ApiError): boolean =>
  error.kind !== 'refused' || ['NO_PERMISSION', 'TOO_MANY', 'UNKNOWN_CALL'].includes(error.code)

/** What one item was refused for, by the server or before it was asked; null: it is not one item's fault. */
function refusalOf(thrown: unknown): ((id: string) => Failed) | null {
  if (thrown instanceof ApiError) return endsRun(thrown) ? null : (id) => failedBy(id, thrown)
  if (!(thrown instanceof CliError) || thrown.exit !== exit.refused) return null
  const { code, message, hint } = thrown
  return (id) => ({ id, errorCode: code, errorMsg: hint ? `${message}（${hint}）` : message })
}

/** What the answer does not mention is no success. */
export function unmentioned(
  ids: readonly string[],
  { done, failed, going = [] }: BulkResult & { readonly going?: readonly string[] },
): Failed[] {
  const known = new Set([...done, ...going, ...failed.map((one) => one.id)])
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({ id, errorCode: 'FAULT', errorMsg: '服务器没有说明这一项的结果' }))
}

/**
 * Sends one chunk, and puts down what became of it. A back end that refuses a whole chunk for one of its items gets them one by one.
 * @returns what ends the run; null: it goes on
 */
async function sendChunk(
  ctx: Context,
  group: Group,
  ids: readonly string[],
  outcome: Outcome,
): Promise<Outcome['cut']> {
  try {
    const result = await group.send(ids)
    outcome.done.push(...result.done)
    outcome.going.push(...(result.going ?? []))
    outcome.unchanged.push(...(result.unchanged ?? []))
    outcome.failed.push(...result.failed, ...unmentioned(ids, result))
    return null
  } catch (thrown) {
    if (thrown instanceof NotForetold) throw thrown
    const refused = refusalOf(thrown)
    if (!refused) {
      const lost = thrown instanceof CutShort || (thrown instanceof ApiError && isUnanswered(thrown))
      outcome[lost && !ctx.flags.dryRun ? 'unknown' : 'left'].push(...ids)
      return { by: thrown }
    }
    const [only] = ids
    if (ids.length === 1 && only !== undefined) outcome.failed.push(refused(only))
    else
      for (const [at, id] of ids.entries()) {
        const cut = await sendChunk(ctx, group, [id], outcome)
        if (!cut) continue
        outcome.left.push(...ids.slice(at + 1))
        return cut
      }
    return null
  }
}

function* piecesOf(groups: readonly Group[]) {
  for (const group of groups) for (const ids of chunksOf(group.ids, group.size)) yield { group, ids }
}

/**
 * Sends ids in chunks, several at once. Ctrl+C lets the chunks under way finish; a server that is gone ends the run;
 * either way the outcome says what was done and what is left.
 */
export async function runBulk(ctx: Context, says: string, groups: readonly Group[]): Promise<Outcome> {
  const total = groups.reduce((sum, group) => sum + group.ids.length, 0)
  const outcome = noOutcome()
  let cut: Outcome['cut'] = null
  const { values } = await ctx.config()
  const shown = await progress(ctx, ctx.flags.dryRun ? `试运行，${says}` : says, total)
  const pieces = piecesOf(groups)
  const stopped = () => ctx.signal.aborted || cut !== null
  try {
    await workOff(pieces, Number(values.concurrency.value), stopped, async ({ group, ids }) => {
      const ended = await sendChunk(ctx, group, ids, outcome)
      cut ??= ended
      const failed = outcome.failed.length
      shown.at(outcome.done.length + failed, failed > 0 ? `失败 ${failed}` : '')
    })
  } finally {
    shown.end()
  }
  for (const { ids } of pieces) outcome.left.push(...ids)
  return { ...outcome, cut }
}

/**
 * Refuses fields that there are not and a `--failed-to` that could not be written, before anything is sent.
 * @param answers the form of what the call answers, where that is shown
 */
export async function checkOutcome(ctx: Context, answers?: Shape): Promise<void> {
  checkFields(ctx, answers ? besideOutcome(answers) : shape)
  if (ctx.flags.failedTo === undefined) return
  await checkWritable(resolve(ctx.world.cwd, ctx.flags.failedTo))
}

/** Writes what is not known to be done, in the form that `--ids @FILE` reads; also when there is nothing. */
async function writeFailed(ctx: Context, { failed, left, unknown }: Outcome): Promise<void> {
  if (ctx.flags.failedTo === undefined) return
  await writeWhole(ctx, resolve(ctx.world.cwd, ctx.flags.failedTo), async (file) => {
    await file.writeFile(failedList(failed, left, unknown, ctx.takesIds))
  })
}

const columns = [
  { field: 'id', title: '编号', whole: true },
  { field: 'result', title: '结果', words: { done: '成功', failed: '失败', ...itemSays } },
  { field: 'errorCode', title: '错误码' },
  { field: 'errorMsg', title: '原因' },
]
const shape: Shape = { columns, usual: columns.map((c) => c.field), idField: 'id', titleField: 'errorMsg' }

/** What was answered of each item, and beside it how it ended. */
const besideOutcome = (answers: Shape): Shape => {
  const more = columns.filter(({ field }) => !answers.columns.some((column) => column.field === field))
  return {
    ...answers,
    columns: [...answers.columns, ...more],
    usual: [...answers.usual, ...more.map(({ field }) => field)],
  }
}

const titled = (ids: readonly string[], result: string) => ids.map((id) => ({ id, result }))

async function writeOutcome(
  ctx: Context,
  { done, unchanged, failed, unknown, left, going }: Outcome,
  answered?: Answered,
): Promise<void> {
  if (!answered && !tellsSuccess(ctx) && failed.length + unknown.length + left.length === 0) return
  if (ctx.format === 'json') {
    const rest = {
      ...(unchanged.length > 0 && { unchanged }),
      ...(unknown.length > 0 && { unknown }),
      ...(left.length > 0 && { left }),
      ...(going.length > 0 && { going }),
      ...(answered && { rows: answered.rows }),
    }
    await ctx.out(`${safeJson({ done, failed, ...rest }, 2)}\n`)
    return
  }
  if (ctx.format === 'count') return ctx.out(`${done.length}\n`)
  if (ctx.format === 'ids') return done.length > 0 ? ctx.out(`${done.join('\n')}\n`) : undefined
  const bad = failed.map((one) => ({ ...one, result: 'failed' }))
  // a person, and cron's mail, want to see what went wrong; a program that asks for a format wants every id
  const short = isDrawn(ctx) || !tellsSuccess(ctx)
  // what nothing became of is told by its number, and stands in the file of `--failed-to`
  const same = new Set(unchanged)
  const unclear = [...bad, ...titled(unknown, 'unknown'), ...titled(going, 'going')]
  const silent = { ...ctx, note: () => undefined }
  if (answered) {
    const { shape: own, rows } = answered
    if (!isDrawn(ctx)) {
      const ended = rows.map((row) => ({ ...row, result: 'done' }))
      return writeList(silent, besideOutcome(own), [...ended, ...unclear, ...titled(left, 'left')])
    }
    if (rows.length > 0) await writeList(silent, own, rows)
  }
  const rows = short
    ? unclear
    : [...done.map((id) => ({ id, result: same.has(id) ? 'unchanged' : 'done' })), ...unclear, ...titled(left, 'left')]
  if (rows.length > 0 || !isDrawn(ctx)) await writeList(silent, shape, rows)
}

function summary(
  ctx: Context,
  { done, unchanged, failed, unknown, left, going }: Outcome,
  goOn: typeof goOnFrom,
): void {
  const same = unchanged.length > 0 ? `（其中 ${unchanged.length} 项${itemSays.unchanged}）` : ''
  const sum = ctx.flags.dryRun
    ? `试运行，没有作任何修改：可处理 ${done.length} 项${same}，不能处理 ${failed.length} 项`
    : `成功 ${done.length} 项${same}，失败 ${failed.length} 项${going.length > 0 ? `，${going.length} 项${itemSays.going}` : ''}`
  const rest = [
    ...(unknown.length > 0 ? [`${unknown.length} 项${itemSays.unknown}（没有收到答复，可能已经完成）`] : []),
    ...(left.length > 0 ? [`还有 ${left.length} 项${itemSays.left}`] : []),
  ]
  if (rest.length === 0) {
    ctx.note(sum)
    return
  }
  const file = ctx.flags.failedTo
  ctx.warn(`${[sum, ...rest].join('，')}。${goOn(file && ctx.takesIds ? `@${file}` : null)}`)
}

/** The exit code of bulk work that ran to its end. */
export const exitOfBulk = (done: number, failed: number): number =>
  failed === 0 ? exit.ok : done > 0 ? exit.partial : exit.refused

/**
 * Tells a bulk run's outcome in the format asked for.
 * @param answered what the call answered of its items, where that is to be shown
 * @param goOn how what is left is gone on with
 * @returns the exit code
 * @throws what cut the run off, after telling what was done
 */
export async function tellBulk(
  ctx: Context,
  outcome: Outcome,
  answered?: Answered,
  goOn: typeof goOnFrom = goOnFrom,
): Promise<number> {
  // refused as a whole: nothing was done, and nothing is there to go on with
  const { cut, done, failed, unknown, left, going } = outcome
  if (cut?.by instanceof ApiError && cut.by.kind === 'refused' && done.length + going.length + failed.length === 0)
    throw cut.by
  ctx.log?.sum({
    done: done.length,
    failed: failed.length,
    ...(unknown.length > 0 && { unknown: unknown.length }),
    left: left.length,
    ...(going.length > 0 && { going: going.length }),
  })
  // the outcome is told though its file could not be written
  ctx.world.onFailed?.(failed)
  const unwritten = await writeFailed(ctx, outcome).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  await writeOutcome(ctx, outcome, answered)
  summary(unwritten ? { ...ctx, flags: { ...ctx.flags, failedTo: undefined } } : ctx, outcome, goOn)
  if (unwritten) throw unwritten.error
  if (cut) throw cut.by
  return exitOfBulk(done.length + going.length, failed.length)
}
