import { Refused } from '../../core/errors.ts'
import type { Call, Parts, Who } from '../context.ts'
import { callerOf } from '../http/caller.ts'

/** Rehearsals change nothing and are asked for freely: they stand in line by caller, a piece of one and then a piece of another's. */

/** So many of one caller at the same moment. */
const atOnceEach = 8
const running = new WeakMap<Parts, Map<string, number>>()

type Asked = { readonly parts: Parts; readonly who: Who | null; readonly call: Call }

/** A caller's rehearsal from its beginning to its end. @throws Refused TOO_MANY where they have enough of them already */
export async function asRehearsal<T>({ parts, who, call }: Asked, work: () => Promise<T>): Promise<T> {
  const all = running.get(parts) ?? new Map<string, number>()
  running.set(parts, all)
  const caller = callerOf(who, call.address)
  const now = all.get(caller) ?? 0
  if (now >= atOnceEach) throw new Refused('TOO_MANY', `您有 ${atOnceEach} 个试运行还没有结束，请等它们结束后再试`)
  all.set(caller, now + 1)
  try {
    return await work()
  } finally {
    const left = (all.get(caller) ?? 1) - 1
    if (left === 0) all.delete(caller)
    else all.set(caller, left)
  }
}

/**
 * Does a piece of a rehearsal when it is the caller's turn, and on SQLite leaves as much time behind as it took: another process, which asks only
 * now and then, finds the database free. On PostgreSQL who waits for a row has it as soon as the piece is undone. What nobody waits for any more is left out.
 * @throws Refused as `Queue.run`
 */
export function pieceInTurn<T>(
  { parts, who, call }: Asked,
  piece: () => Promise<T>,
): Promise<{ value: T; took: number }> {
  return new Promise((resolve, reject) => {
    const work = async () => {
      const start = performance.now()
      try {
        const value = await piece()
        resolve({ value, took: performance.now() - start })
      } catch (error) {
        reject(error)
      }
      if (parts.db.dialect === 'sqlite') await new Promise((rested) => setTimeout(rested, performance.now() - start))
    }
    parts.work.rehearsals.run(callerOf(who, call.address), work, () => !call.gone()).catch(reject)
  })
}
