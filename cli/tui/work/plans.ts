import { articleStates, type MoveName } from '../../../core/domain/article-states.ts'
import { type Article, refusal, stateFor } from '../../areas/article-rows.ts'
import { idOf } from '../state/list.ts'
import type { Failed } from '../state/run.ts'

/** What a key does to articles: the contract's move depends on the state that each is in. */
export interface Plan {
  readonly says: string
  readonly moves: readonly MoveName[]
  /** It needs a reason; these are often given. */
  readonly reasons?: readonly string[]
  readonly destructive?: true
}

/** What the keys pass, reject, take down, submit and delete do. */
export const plans = {
  submit: { says: '提交', moves: ['submit'] },
  pass: { says: '通过', moves: ['accept', 'approve'] },
  reject: { says: '驳回', moves: ['acceptReject', 'reject'], reasons: articleStates.moves.reject.reasons ?? [] },
  takeDown: { says: '下架', moves: ['takeDown'], reasons: articleStates.moves.takeDown.reasons ?? [] },
  remove: { says: '删除', moves: ['delete'], destructive: true },
} as const satisfies Readonly<Record<string, Plan>>
export type PlanName = keyof typeof plans

/** Articles that go through one call. */
export interface Group<M = MoveName> {
  readonly move: M
  readonly ids: readonly string[]
}

/** The move that a plan means for an article; null when its state allows none. */
export const moveFor = ({ moves }: Plan, row: Article): MoveName | null =>
  moves.find((move) => articleStates.target(move, stateFor(row, moves)) !== null) ?? null

/** Why a plan can do nothing to an article in its state. */
export const stateRefuses = ({ moves }: Plan, row: Article): string =>
  refusal(moves.at(-1) as MoveName, row) ?? '当前状态不能执行此操作'

/** Articles by the call they go through, and those whose state speaks against it. */
export function sortOut(plan: Plan, rows: readonly Article[]): { groups: Group[]; refused: Failed[] } {
  const byMove = new Map<MoveName, string[]>()
  const refused: Failed[] = []
  for (const row of rows) {
    const move = moveFor(plan, row)
    if (move) {
      const ids = byMove.get(move)
      if (ids) ids.push(idOf(row))
      else byMove.set(move, [idOf(row)])
    } else refused.push({ id: idOf(row), errorCode: 'BAD_STATE', errorMsg: stateRefuses(plan, row) })
  }
  return { groups: [...byMove].map(([move, ids]) => ({ move, ids })), refused }
}

/** True when the person may make one of these moves; before the permissions are known everything may be tried. */
export const mayMove = (can: ReadonlySet<string> | null, moves: readonly MoveName[]): boolean =>
  can === null || moves.some((move) => can.has(articleStates.keyOf(move)))
