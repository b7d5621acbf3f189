import { resolve } from 'node:path'
import { chunksOf } from '../../core/chunks.ts'
import { failedBy } from '../../core/client/one-by-one.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { exit } from '../errors.ts'
import { writeWhole } from '../files/save.ts'
import { checkWritable } from '../files/target.ts'
import { safeJson } from '../output/clean.ts'
import { progress } from '../output/progress.ts'
import { checkFields, isDrawn, type Shape, tellsSuccess, writeList } from '../output/write.ts'
import { failedList } from './failed-list.ts'
import { workOff } from './pool.ts'

/** An item that failed, with its reason. */
export type Failed = BulkResult['failed'][number]

/** Ids that one call takes. */
export interface Group {
  readonly ids: readonly string[]
  readonly send: (ids: readonly string[]) => Promise<BulkResult>
}

/** What became of a bulk run: done, failed, and not done because the run was cut off, by what. */
export interface Outcome {
  readonly done: string[]
  readonly failed: Failed[]
  readonly left: string[]
  readonly cut: ApiError | null
}

/** Only a refusal of the content can be one item's fault; nothing else that is sent after another failure will fare better. */
const endsRun = (error: ApiError): boolean =>
  error.kind !== 'refused' || ['NO_PERMISSION', 'TOO_MANY', 'UNKNOWN_CALL'].includes(error.code)

/** What the answer does not mention is no success. */
export function unmentioned(ids: readonly string[], { done, failed }: BulkResult): Failed[] {
  const known = new Set([...done, ...failed.map((one) => one.id)])
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({ id, errorCode: 'FAULT', errorMsg: '服务器没有说明这一项的结果' }))
}

/** Sends one chunk. A back end that refuses a whole chunk for one of its items gets them one by one. */
async function sendChunk(group: Group, ids: readonly string[]): Promise<BulkResult> {
  try {
    const result = await group.send(ids)
    return { done: result.done, failed: [...result.failed, ...unmentioned(ids, result)] }
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || endsRun(thrown)) throw thrown
    const [only] = ids
    if (ids.length === 1 && only !== undefined) return { done: [], failed: [failedBy(only, thrown)] }
    const result: BulkResult = { done: [], failed: [] }
    for (const id of ids) {
      const one = await sendChunk(group, [id])
      result.done.push(...one.done)
      result.failed.push(...one.failed)
    }
    return result
  }
}

function* piecesOf(groups: readonly Group[]) {
  for (const group of groups) for (const ids of chunksOf(group.ids)) yield { group, ids }
}

/**
 * Sends ids in chunks, several at once. Ctrl+C lets the chunks under way finish; a server that is gone ends the run;
 * either way the outcome says what was done and what is left.
 */
export async function runBulk(ctx: Context, says: string, groups: readonly Group[]): Promise<Outcome> {
  const total = groups.reduce((sum, group) => sum + group.ids.length, 0)
  const outcome: { done: string[]; failed: Failed[]; left: string[]; cut: ApiError | null } = {
    done: [],
    failed: [],
    left: [],
    cut: null,
  }
  const { values } = await ctx.config()
  const shown = await progress(ctx, ctx.flags.dryRun ? `试运行，${says}` : says, total)
  const pieces = piecesOf(groups)
  const stopped = () => ctx.signal.aborted || outcome.cut !== null
  try {
    await workOff(pieces, Number(values.concurrency.value), stopped, async ({ group, ids }) => {
      try {
        const result = await sendChunk(group, ids)
        outcome.done.push(...result.done)
        outcome.failed.push(...result.failed)
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        outcome.cut ??= thrown
        outcome.left.push(...ids)
      }
      const failed = outcome.failed.length
      shown.at(outcome.done.length + failed, failed > 0 ? `失败 ${failed}` : '')
    })
  } finally {
    shown.end()
  }
  for (const { ids } of pieces) outcome.left.push(...ids)
  return outcome
}

/** Refuses fields that there are not and a `--failed-to` that could not be written, before anything is sent. */
export async function checkOutcome(ctx: Context): Promise<void> {
  checkFields(ctx, shape)
  if (ctx.flags.failedTo === undefined) return
  await checkWritable(resolve(ctx.world.cwd, ctx.flags.failedTo))
}

/** Writes what failed and what is left, in the form that `--ids @FILE` reads; also when there is nothing. */
async function writeFailed(ctx: Context, { failed, left }: Outcome): Promise<void> {
  if (ctx.flags.failedTo === undefined) return
  await writeWhole(ctx, resolve(ctx.world.cwd, ctx.flags.failedTo), async (file) => {
    await file.writeFile(failedList(failed, left))
  })
}

const columns = [
  { field: 'id', title: '编号', whole: true },
  { field: 'result', title: '结果', words: { done: '成功', failed: '失败', left: '没有处理' } },
  { field: 'errorCode', title: '错误码' },
  { field: 'errorMsg', title: '原因' },
]
const shape: Shape = { columns, usual: columns.map((c) => c.field), idField: 'id', titleField: 'errorMsg' }

const titled = (ids: readonly string[], result: string) => ids.map((id) => ({ id, result }))

async function writeOutcome(ctx: Context, { done, failed, left }: Outcome): Promise<void> {
  if (!tellsSuccess(ctx) && failed.length + left.length === 0) return
  if (ctx.format === 'json') {
    await ctx.out(`${safeJson({ done, failed, ...(left.length > 0 && { left }) }, 2)}\n`)
    return
  }
  if (ctx.format === 'count') return ctx.out(`${done.length}\n`)
  if (ctx.format === 'ids') return done.length > 0 ? ctx.out(`${done.join('\n')}\n`) : undefined
  const bad = failed.map((one) => ({ ...one, result: 'failed' }))
  // a person, and cron's mail, want to see what went wrong; a program that asks for a format wants every id
  const short = isDrawn(ctx) || !tellsSuccess(ctx)
  // what nothing became of is told by its number, and stands in the file of `--failed-to`
  const rows = short ? bad : [...titled(done, 'done'), ...bad, ...titled(left, 'left')]
  if (rows.length > 0 || !isDrawn(ctx)) await writeList({ ...ctx, note: () => undefined }, shape, rows)
}

function summary(ctx: Context, { done, failed, left }: Outcome): void {
  const sum = ctx.flags.dryRun
    ? `试运行，没有作任何修改：可处理 ${done.length} 项，不能处理 ${failed.length} 项`
    : `成功 ${done.length} 项，失败 ${failed.length} 项`
  if (left.length === 0) {
    ctx.note(sum)
    return
  }
  const file = ctx.flags.failedTo
  const goOn = file ? `接着处理：--ids @${file}` : '再次运行同一条命令可以接着处理，已完成的不会重复'
  ctx.warn(`${sum}，还有 ${left.length} 项没有处理。${goOn}`)
}

/** The exit code of bulk work that ran to its end. */
export const exitOfBulk = (done: number, failed: number): number =>
  failed === 0 ? exit.ok : done > 0 ? exit.partial : exit.refused

/**
 * Tells a bulk run's outcome in the format asked for.
 * @returns the exit code
 * @throws what cut the run off, after telling what was done
 */
export async function tellBulk(ctx: Context, outcome: Outcome): Promise<number> {
  // refused as a whole: nothing was done, and nothing is there to go on with
  if (outcome.cut?.kind === 'refused' && outcome.done.length + outcome.failed.length === 0) throw outcome.cut
  ctx.log?.sum({ done: outcome.done.length, failed: outcome.failed.length, left: outcome.left.length })
  // the outcome is told though its file could not be written
  ctx.world.onFailed?.(outcome.failed)
  const unwritten = await writeFailed(ctx, outcome).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  await writeOutcome(ctx, outcome)
  summary(unwritten ? { ...ctx, flags: { ...ctx.flags, failedTo: undefined } } : ctx, outcome)
  if (unwritten) throw unwritten.error
  if (outcome.cut) throw outcome.cut
  return exitOfBulk(outcome.done.length, outcome.failed.length)
}
