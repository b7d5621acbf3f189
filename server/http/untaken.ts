import type { ServerResponse } from 'node:http'
import { Refused } from '../../core/errors.ts'

/** What callers have been answered and not yet taken. */
export interface Untaken {
  /** @throws Refused TOO_MANY for who has left as much untaken as one caller may */
  refuseMore(caller: string): void
  /** Counts an answer until it has gone out, or its connection has. */
  add(caller: string, response: ServerResponse, bytes: number): void
}

/** Counts the answers that wait in memory for their takers, so many bytes for each caller. */
export function untakenOf(each: number): Untaken {
  const waiting = new Map<string, number>()
  const count = (caller: string, bytes: number) => {
    const all = (waiting.get(caller) ?? 0) + bytes
    if (all === 0) waiting.delete(caller)
    else waiting.set(caller, all)
  }
  return {
    refuseMore(caller) {
      if ((waiting.get(caller) ?? 0) > each) throw new Refused('TOO_MANY', '还有很多答复没有收完，请等收完或稍后再试')
    },
    add(caller, response, bytes) {
      if (response.destroyed) return
      count(caller, bytes)
      response.once('close', () => count(caller, -bytes))
    },
  }
}
