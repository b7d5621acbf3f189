import type { NewsStatus } from './enums.ts'
import { newsStatus } from './enums.ts'

/** One move of the article workflow: what it is called, where it leads from each state, whether it needs a reason. */
export interface Move {
  readonly says: string
  /** From state → to state; a state that is not listed cannot make this move. */
  readonly to: Readonly<Partial<Record<NewsStatus, NewsStatus | 'deleted'>>>
  /** States in which the move has already happened: such an item counts as done. */
  readonly done: readonly NewsStatus[]
  readonly reason?: true
  /** What is meant instead, where the move is refused in a state. */
  readonly instead?: Readonly<Partial<Record<NewsStatus, string>>>
}

const notSubmitted = '还没有提交审核，请先提交'
const resubmit = '请先修改，再重新提交审核'
const isDraft = '还没有提交审核，可以修改、提交或删除'
const notOnline = '它不在网站上，无须下架'

/** The one table of allowed moves (docs/rules.md, Articles). */
export const articleMoves = {
  submit: {
    says: '提交审核',
    to: { 3: 1, 4: 1, 5: 1 },
    done: [1],
    instead: { 0: '它已通过初审，正等待发布', 2: '它已在网站上；修改后可以提交修订' },
  },
  accept: {
    says: '初审通过',
    to: { 1: 0 },
    done: [0],
    instead: { 2: '它已在网站上，没有待审的修订', 3: notSubmitted, 4: resubmit, 5: resubmit },
  },
  acceptReject: {
    says: '初审驳回',
    to: { 1: 4 },
    done: [4],
    reason: true,
    instead: { 3: isDraft, 5: '它已不在网站上，可以修改后重新提交，或删除' },
  },
  approve: {
    says: '审核通过',
    to: { 0: 2 },
    done: [2],
    instead: { 3: notSubmitted, 4: resubmit, 5: resubmit },
  },
  reject: {
    says: '驳回',
    to: { 0: 4 },
    done: [4],
    reason: true,
    instead: {
      2: '没有待审的修订可以驳回，要从网站撤下请用「下架」',
      3: isDraft,
      5: '它已不在网站上，可以修改后重新提交，或删除',
    },
  },
  takeDown: {
    says: '下架',
    to: { 2: 5 },
    done: [5],
    reason: true,
    instead: { 0: notOnline, 1: notOnline, 3: notOnline, 4: notOnline },
  },
  delete: {
    says: '删除',
    to: { 0: 'deleted', 1: 'deleted', 3: 'deleted', 4: 'deleted', 5: 'deleted' },
    done: [],
    instead: { 2: '它在网站上，请先下架' },
  },
} as const satisfies Readonly<Record<string, Move>>

export type MoveName = keyof typeof articleMoves

/** So long a move can be taken back: it is for the slip of a moment; later the workflow's own moves say why. */
export const undoMinutes = 15

/** The state that a move leads to; null when it is not allowed from here. */
export const target = (move: MoveName, from: NewsStatus): NewsStatus | 'deleted' | null =>
  (articleMoves[move] as Move).to[from] ?? null

/** The permission key of a move; submitting is a change of the article, in the contract as in the permissions. */
export const moveKey = (move: MoveName): string => (move === 'submit' ? 'article_update' : `article_${move}`)

/** True when an item in this state already is where the move leads. */
export const alreadyThere = (move: MoveName, at: NewsStatus): boolean => (articleMoves[move] as Move).done.includes(at)

/** The Chinese refusal of an illegal move; names both states (docs/rules.md, Articles). */
export function illegalMove(move: MoveName, from: NewsStatus): string {
  const { says, to, instead } = articleMoves[move] as Move
  const allowed = (Object.keys(to) as unknown as NewsStatus[]).map((s) => `「${newsStatus[s]}」`).join('')
  const leads = [...new Set(Object.values(to))]
    .map((s) => (s === 'deleted' ? '「已删除」' : `「${newsStatus[s]}」`))
    .join('')
  const other = instead?.[from]
  return `当前为「${newsStatus[from]}」，不能${says}：${other ?? `只有${allowed}的文章可以改为${leads}`}`
}

/** The refusal of an approval whose publication time has not come; `time` as the wire has it. */
export const notYet = (time: string): string =>
  `发布时间为 ${time.slice(0, 16)}，还没有到：暂不支持定时发布，请改为不晚于现在的时间，或清空（以发布的时间为准）`
