import type { MoveName } from '../../../core/domain/article-states.ts'
import { target } from '../../../core/domain/article-states.ts'
import { type Article, refusal, stateFor } from '../../article-rows.ts'
import { idOf } from '../state/list.ts'
import type { Failed } from '../state/run.ts'

/** What a key does to articles: the contract's move depends on the state that each is in. */
export interface Plan {
  readonly says: string
  readonly moves: readonly MoveName[]
  readonly reason?: true
  readonly destructive?: true
  /** Why it can't be taken back; undefined: it can. */
  readonly final?: string
}

export const plans = {
  pass: { says: '通过', moves: ['accept', 'approve'], final: '「通过」没有可以撤销的操作，需要时请驳回（r）' },
  reject: {
    says: '驳回',
    moves: ['acceptReject', 'reject'],
    reason: true,
    final: '「驳回」没有可以撤销的操作，作者修改后可重新提交',
  },
  remove: { says: '删除', moves: ['delete'], destructive: true },
} as const satisfies Readonly<Record<string, Plan>>
export type PlanName = keyof typeof plans

/** Articles that go through one call. */
export interface Group {
  readonly move: MoveName
  readonly ids: readonly string[]
}

/** The move that a plan means for an article; null when its state allows none. */
export const moveFor = ({ moves }: Plan, row: Article): MoveName | null =>
  moves.find((move) => target(move, stateFor(row, moves)) !== null) ?? null

/** Articles by the call they go through, and those whose state speaks against it. */
export function sortOut(plan: Plan, rows: readonly Article[]): { groups: Group[]; refused: Failed[] } {
  const byMove = new Map<MoveName, string[]>()
  const refused: Failed[] = []
  for (const row of rows) {
    const move = moveFor(plan, row)
    if (move) byMove.set(move, [...(byMove.get(move) ?? []), idOf(row)])
    else {
      const why = refusal(plan.moves.at(-1) as MoveName, row) ?? '当前状态不能执行此操作'
      refused.push({ id: idOf(row), errorCode: 'BAD_STATE', errorMsg: why })
    }
  }
  return { groups: [...byMove].map(([move, ids]) => ({ move, ids })), refused }
}

/** True when the person may make one of a plan's moves; before the permissions are known everything may be tried. */
export const mayDo = (can: ReadonlySet<string> | null, { moves }: Plan): boolean =>
  can === null || moves.some((move) => can.has(`article_${move}`))
