import { type Item, type Kind, moveFor, type Plan, stateRefuses } from '../kinds/kind.ts'
import { idOf } from '../state/list.ts'
import type { Failed } from '../state/run.ts'

/** Rows that go through one call. */
export interface Group<M = string> {
  readonly move: M
  readonly ids: readonly string[]
}

/** Rows by the call they go through, and those whose state speaks against it. */
export function sortOut(kind: Kind, plan: Plan, rows: readonly Item[]): { groups: Group[]; refused: Failed[] } {
  const byMove = new Map<string, string[]>()
  const refused: Failed[] = []
  for (const row of rows) {
    const move = moveFor(kind, plan, row)
    if (move) {
      const ids = byMove.get(move)
      if (ids) ids.push(idOf(row))
      else byMove.set(move, [idOf(row)])
    } else refused.push({ id: idOf(row), errorCode: 'BAD_STATE', errorMsg: stateRefuses(kind, plan, row) })
  }
  return { groups: [...byMove].map(([move, ids]) => ({ move, ids })), refused }
}
