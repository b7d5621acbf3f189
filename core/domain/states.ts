/** One move of a kind's workflow: what it is called, where it leads from each state, whether it needs a reason. */
export interface Move<S extends number = number> {
  readonly says: string
  /** What has become of a row: 「《…》已发布」. */
  readonly became: string
  /** From state → to state; a state that is not listed cannot make this move. */
  readonly to: Readonly<Partial<Record<S, S | 'deleted'>>>
  /** States in which the move has already happened: such an item counts as done. */
  readonly done: readonly S[]
  /** It must be said why; these are often given, and chosen by their number from 1. */
  readonly reasons?: readonly string[]
  /** Where it is refused for somebody's data, who says why makes it all the same: what that reason is of, in words. */
  readonly allTheSame?: string
  /** What is meant instead, where the move is refused in a state. */
  readonly instead?: Readonly<Partial<Record<S, string>>>
  /** What follows from it, for the question before it. */
  readonly follows?: string
  /** It is seen on the site: asked about with care. */
  readonly public?: true
  /** People are told by it: asked about with care as well. */
  readonly asks?: true
  /** A field of the row without which it cannot be made, and the refusal. */
  readonly needs?: { readonly field: string; readonly says: string }
  /** The permission key, where it is not `<area>_<move>`. */
  readonly key?: string
  /** What was made along with it is not unmade by undoing: the kind's `ways` say what is done instead. */
  readonly lasting?: true
  /** It is about the row itself, also where a copy of it is under review; the other moves are about that copy. */
  readonly whole?: true
}

/** How a state looks: a sign beside its word, so that no meaning hangs on the colour. */
export interface Look {
  readonly mark: '●' | '◐' | '○' | '✓' | '✗' | '⊘'
  readonly tone: 'wait' | 'good' | 'bad' | 'rest'
}

/** A part of a row's text: the fields that one call writes, and that the row's history can set back (docs/decisions/0019-revisions.md). */
export interface TextPart<S extends number = number> {
  /** Who may write it holds the right of this call; it is set back by the same call. */
  readonly call: string
  /** What writing it is called: 「修改」「答复」. */
  readonly says: string
  readonly fields: readonly string[]
  /** The states in which it is not written, and what is meant instead. */
  readonly closed?: Readonly<Partial<Record<S, string>>>
  /** The states in which visitors read it: another right is needed there, and the refusal names it. */
  readonly online?: Readonly<Partial<Record<S, { readonly key: string; readonly says: string }>>>
  /** What follows where it is set back, by state: for the question before. */
  readonly follows?: Readonly<Partial<Record<S, string>>>
}

/** A kind of row that goes through states: the one table of its workflow. */
export interface Kind<S extends number = number, M extends string = string> {
  readonly area: string
  /** What people call a row, and how they count it. */
  readonly noun: string
  readonly unit: string
  readonly words: Readonly<Record<S, string>>
  readonly looks: Readonly<Record<S, Look>>
  /** The states in the order of a row's way, for tabs and views; none: that of their numbers. */
  readonly order?: readonly S[]
  readonly moves: Readonly<Record<M, Move<S>>>
  /** Its text; none: it has no text whose earlier wording could be wanted. */
  readonly texts?: readonly TextPart<S>[]
  /** How an act of the history is taken back that undoing does not take back: a move by its word, or what is no move of the table. */
  readonly ways?: Readonly<Record<string, string>>
}

/** A kind's workflow, and what is asked of it. */
export interface States<S extends number = number, M extends string = string> extends Kind<S, M> {
  readonly order: readonly S[]
  /** The state that a move leads to; null when it is not allowed from here. */
  target(move: M, from: S): S | 'deleted' | null
  /** True when an item in this state already is where the move leads. */
  alreadyThere(move: M, at: S): boolean
  /** True when a move says why. */
  needsReason(move: M): boolean
  /** Why a row cannot make the move for what it has not yet; none: it has it all. */
  lacks(move: M, row: object): string | undefined
  /** The Chinese refusal of an illegal move; names both states. */
  illegal(move: M, from: S): string
  keyOf(move: M): string
  /** Why the part of a row's text that a call writes cannot be written in a state by who holds these rights; null: it can. */
  barred(call: string, at: S, holds: (key: string) => boolean): Barred | null
  /** What follows where these fields are set back in a state; empty: nothing but that. */
  restored(fields: readonly string[], at: S): string
}

/** Why a text cannot be written. */
export interface Barred {
  readonly code: 'NO_PERMISSION' | 'BAD_STATE'
  readonly says: string
}

/** So long a move can be taken back: it is for the slip of a moment; later the workflow's own moves say why. */
export const undoMinutes = 15

/** What stays as it is where a text is set back, and why: a sentence for each reason. */
export const keptSays = (kept: readonly { readonly title: string | null; readonly why: string }[]): readonly string[] =>
  [...Map.groupBy(kept, ({ why }) => why)].map(
    ([why, some]) => `不恢复${some.map(({ title }) => title).join('、')}：${why}`,
  )

/** Whether undoing takes a move back: what was deleted comes back from the recycle bin, and some have another way back. */
export const isUndoable = (
  { ways = {} }: Pick<Kind, 'ways'>,
  { says, to, lasting }: Pick<Move, 'says' | 'lasting'> & { readonly to: object },
): boolean => !lasting && !Object.values(to).includes('deleted') && !Object.hasOwn(ways, says)

/** The moves that undoing takes back, in words. */
export const undone = (kind: Pick<Kind, 'moves' | 'ways'>): string =>
  Object.values(kind.moves)
    .filter((move) => isUndoable(kind, move))
    .map(({ says }) => says)
    .join('、')

/** What is done instead where an act cannot be undone; nothing where there is no such way. */
export const insteadOfUndo = ({ area, texts = [], ways = {} }: Kind, act: string): string =>
  ways[act] ??
  (texts.some(({ says }) => says === act)
    ? `要改回以前的内容，请在历史中恢复（命令 xzx ${area} restore 编号 --revision 修订编号）`
    : '')

const undoing = '撤销：'
/** What a history calls the step that takes this one back. */
export const undoOf = (act: string): string => `${undoing}${act}`
/** True of a step that took another one back. */
export const isUndo = (act: string): boolean => act.startsWith(undoing)

/** What stands beside an act where that is no reason: what who hands something on says, or which department it is about. */
const besideActs: Readonly<Record<string, string>> = {
  ...{ 转办: '意见', 交办: '意见', 转交: '意见', 收回: '意见' },
  ...{ 协办答复: '部门', 修改协办答复: '部门', 协办答复改回草稿: '部门', 取消协办: '部门' },
}
const namesItself = /^(?:不再)?协办：/
/** What a history says beside an act, by its name: only what somebody gave as a reason is called one. */
export const besideAct = (act: string | null, says: string): string =>
  namesItself.test(says) ? says : `${besideActs[act ?? ''] ?? '理由'}：${says}`

/** The workflow of a kind, from its table. Server, console, commands and terminal all ask it (docs/rules.md, States). */
export function movesOf<S extends number, M extends string>(kind: Kind<S, M>): States<S, M> {
  const { area, unit: _unit, noun, words, moves, texts = [] } = kind
  const target = (move: M, from: S) => moves[move].to[from] ?? null
  const said = (state: S | 'deleted') => (state === 'deleted' ? '「已删除」' : `「${words[state]}」`)
  return {
    ...kind,
    order: kind.order ?? Object.keys(words).map((state) => Number(state) as S),
    target,
    alreadyThere: (move, at) => moves[move].done.includes(at),
    lacks(move, row) {
      const { needs } = moves[move]
      const value = needs && (row as Readonly<Record<string, unknown>>)[needs.field]
      return needs && (value === null || value === undefined || value === '') ? needs.says : undefined
    },
    needsReason: (move) => moves[move].reasons !== undefined,
    keyOf: (move) => moves[move].key ?? `${area}_${move}`,
    barred(call, at, holds) {
      const { says = '', closed, online } = texts.find((part) => part.call === call) ?? {}
      const key = `${area}_${call}`
      if (!holds(key)) return { code: 'NO_PERMISSION', says: `没有${says}${noun}的权限（${key}）` }
      const instead = closed?.[at]
      if (instead) return { code: 'BAD_STATE', says: `当前为「${words[at]}」，不能${says}：${instead}` }
      const seen = online?.[at]
      return seen && !holds(seen.key) ? { code: 'NO_PERMISSION', says: seen.says } : null
    },
    restored: (fields, at) =>
      texts
        .filter((part) => part.fields.some((field) => fields.includes(field)))
        .flatMap(({ follows }) => follows?.[at] ?? [])
        .join('；'),
    illegal(move, from) {
      const { says, to, instead } = moves[move]
      const other = instead?.[from]
      if (other) return `当前为「${words[from]}」，不能${says}：${other}`
      const allowed = Object.keys(to).map((state) => said(Number(state) as S))
      const leads = [...new Set(Object.values<S | 'deleted' | undefined>(to))].map((state) => said(state as S))
      return `当前为「${words[from]}」，不能${says}：只有${allowed.join('')}的${noun}可以改为${leads.join('')}`
    },
  }
}

/** Who publishes what holds somebody's data, or what looks like that, says why. */
export const whyPublic = '含有被认作个人信息的内容、核对后仍要公开的理由，记入办理记录和日志'
/** By these words a refusal tells that such a reason lifts it: not where a reason could not. */
export const liftedByReason = '公开时写明理由'
