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
  /** What is meant instead, where the move is refused in a state. */
  readonly instead?: Readonly<Partial<Record<S, string>>>
  /** What follows from it, for the question before it. */
  readonly follows?: string
  /** It is seen on the site: asked about with care. */
  readonly public?: true
  /** A field of the row without which it cannot be made, and the refusal. */
  readonly needs?: { readonly field: string; readonly says: string }
  /** The permission key, where it is not `<area>_<move>`. */
  readonly key?: string
}

/** How a state looks: a sign beside its word, so that no meaning hangs on the colour. */
export interface Look {
  readonly mark: '●' | '◐' | '○' | '✓' | '✗' | '⊘'
  readonly tone: 'wait' | 'good' | 'bad' | 'rest'
}

/** A kind of row that goes through states: the one table of its workflow. */
export interface Kind<S extends number = number, M extends string = string> {
  readonly area: string
  /** What people call a row, and how they count it. */
  readonly noun: string
  readonly unit: string
  readonly words: Readonly<Record<S, string>>
  readonly looks: Readonly<Record<S, Look>>
  readonly moves: Readonly<Record<M, Move<S>>>
}

/** A kind's workflow, and what is asked of it. */
export interface States<S extends number = number, M extends string = string> extends Kind<S, M> {
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
}

/** So long a move can be taken back: it is for the slip of a moment; later the workflow's own moves say why. */
export const undoMinutes = 15

const undoing = '撤销：'
/** What a history calls the step that takes this one back. */
export const undoOf = (act: string): string => `${undoing}${act}`
/** True of a step that took another one back. */
export const isUndo = (act: string): boolean => act.startsWith(undoing)

/** The workflow of a kind, from its table. Server, console, commands and terminal all ask it (docs/rules.md, States). */
export function movesOf<S extends number, M extends string>(kind: Kind<S, M>): States<S, M> {
  const { area, unit: _unit, noun, words, moves } = kind
  const target = (move: M, from: S) => moves[move].to[from] ?? null
  const said = (state: S | 'deleted') => (state === 'deleted' ? '「已删除」' : `「${words[state]}」`)
  return {
    ...kind,
    target,
    alreadyThere: (move, at) => moves[move].done.includes(at),
    lacks(move, row) {
      const { needs } = moves[move]
      const value = needs && (row as Readonly<Record<string, unknown>>)[needs.field]
      return needs && (value === null || value === undefined || value === '') ? needs.says : undefined
    },
    needsReason: (move) => moves[move].reasons !== undefined,
    keyOf: (move) => moves[move].key ?? `${area}_${move}`,
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
