import { chunksOf } from '../../core/chunks.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { refuseNoMore } from '../access/still.ts'
import { breather } from '../breather.ts'
import type { Change, Ctx } from '../context.ts'
import { inSavepoint } from '../db/savepoint.ts'
import { asRefused } from '../http/answer.ts'
import { onceByKey } from '../request-key.ts'
import { rehearsePieces, type Ties } from './rehearse.ts'

/** Adds an item to a bulk result that already is as it should be: it counts as done, and nothing was done to it. */
export function already(result: BulkResult, id: number): void {
  result.done.push(String(id))
  result.unchanged = [...(result.unchanged ?? []), String(id)]
}

/** Adds an item's failure to a bulk result. A fault that is not a refusal is not an item's failure: it is thrown on. */
export function fail(result: BulkResult, id: number, error: unknown): void {
  const refused = asRefused(error)
  if (refused.code === 'FAULT' || refused.code === 'UNAVAILABLE') throw error
  result.failed.push({ id: String(id), errorCode: refused.code, errorMsg: refused.message })
}

/** One item's work in a savepoint of its own: what it writes and what it tells the log stand or fall together. */
export async function asItem<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const told: Change[] = []
  const value = await inSavepoint(ctx.db, 'item', () => work({ ...ctx, record: (change) => void told.push(change) }))
  for (const change of told) ctx.record(change)
  return value
}

const idOf = (item: unknown): string => {
  if (typeof item !== 'object' || item === null) return String(item)
  const { articleId, id } = item as { articleId?: unknown; id?: unknown }
  return String(articleId ?? id)
}

/** A further chunk, by who may still do it: of who was stopped meanwhile, or lost the right, each item is refused. */
async function stillWork<T>(
  ctx: Ctx,
  chunk: readonly T[],
  work: (ctx: Ctx, chunk: readonly T[]) => Promise<BulkResult>,
): Promise<BulkResult> {
  try {
    await refuseNoMore(ctx)
  } catch (error) {
    const result: BulkResult = { done: [], failed: [] }
    for (const item of chunk) fail(result, Number(idOf(item)), error)
    return result
  }
  return work(ctx, chunk)
}

/**
 * A bulk call's frame: chunks of 100, each in a transaction with its log row (docs/rules.md, A request). Items that failed are named with
 * their reasons; the others are done. A call that is repeated with its key gets each chunk's first answer.
 * @param work does one chunk and tells what became of each item
 * @param ties what an item names beside itself, where another one that names the same may fare otherwise by it
 */
export async function inChunks<T>(
  ctx: Ctx,
  items: readonly T[],
  work: (ctx: Ctx, chunk: readonly T[]) => Promise<BulkResult>,
  ties: Ties<T> = () => [],
): Promise<BulkResult> {
  if (ctx.call.dry) return rehearsePieces(ctx, items, { work, idOf, ties: (item) => [idOf(item), ...ties(item)] })
  const result: BulkResult = { done: [], failed: [] }
  let chunks = 0
  const breathe = breather()
  for (const chunk of chunksOf(items)) {
    await breathe()
    const index = chunks++
    const next = (inner: Ctx) => (index === 0 ? work(inner, chunk) : stillWork(inner, chunk, work))
    const part = await ctx.transaction((inner) => onceByKey(inner, chunk, () => next(inner), { part: `/${index}` }))
    result.done.push(...part.done)
    result.failed.push(...part.failed)
    if (part.unchanged) result.unchanged = [...(result.unchanged ?? []), ...part.unchanged]
  }
  return result
}

/**
 * Does the same with each of some rows, each by itself; to be wrapped in `ownTransactions`. What is refused for one stops no other; one of
 * which the work tells the log nothing is as it was.
 * @param ready what all of a chunk share, made in its transaction; where it is refused, each of the chunk is
 */
export const eachOf = <S = undefined>(
  ctx: Ctx,
  ids: readonly number[],
  work: (ctx: Ctx, id: number, shared: S) => Promise<unknown>,
  ready: (ctx: Ctx) => Promise<S> = async () => undefined as S,
) =>
  inChunks(ctx, ids, async (inner, chunk): Promise<BulkResult> => {
    const result: BulkResult = { done: [], failed: [] }
    const breathe = breather()
    let shared: S
    try {
      shared = await ready(inner)
    } catch (error) {
      for (const id of chunk) fail(result, id, error)
      return result
    }
    for (const id of chunk) {
      await breathe()
      try {
        let told = false
        const record = (change: Change) => {
          told = true
          inner.record(change)
        }
        await asItem({ ...inner, record }, (one) => work(one, id, shared))
        if (told) result.done.push(String(id))
        else already(result, id)
      } catch (error) {
        fail(result, id, error)
      }
    }
    return result
  })
