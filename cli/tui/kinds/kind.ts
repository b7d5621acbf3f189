import type { Endpoint, Places } from '../../../core/contract/endpoint.ts'
import type { ReferenceName } from '../../../core/contract/references.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import type { States } from '../../../core/domain/states.ts'
import type { Counts, Query, Sort, View } from '../state/views.ts'

/** A row of the list, whatever its kind. A kind's own rows have more, which only the kind looks at. */
export interface Item {
  readonly id: string
  readonly status: number
  readonly title: string
  readonly version?: number | null
}

/** The keys that move rows; which moves of a kind they make, its plans say. */
export const planNames = ['submit', 'pass', 'reject', 'takeDown', 'remove'] as const
export type PlanName = (typeof planNames)[number]

/** What a key does to rows: where it has several moves, the state that each row is in decides which. */
export interface Plan {
  readonly says: string
  /** What has become of a row: 已通过. */
  readonly became: string
  readonly moves: readonly string[]
  /** It needs a reason; these are often given. */
  readonly reasons?: readonly string[]
  readonly destructive?: true
  /** It is seen on the site: asked about also where it is one row. */
  readonly asks?: true
  /** For help and palette, where the table of keys does not say it. */
  readonly tells?: string
  /** Another row is chosen for it. */
  readonly handing?: Handing
}

/** A column of the list: from which width on it is shown, how wide, what it says. */
export interface ListColumn<I> {
  readonly title: string
  readonly from: number
  readonly width: number
  text(row: I): string
}

/** A field of the query form. */
export interface QueryField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Its value is a time: the start of what was typed, or its end. */
  readonly time?: 'start' | 'end'
}

/** A record as the preview shows it. */
export interface Sheet {
  /** Lines below the title. */
  readonly notes: readonly string[]
  /** Empty ones are left out. */
  readonly facts: readonly (readonly [label: string, value: string | null | undefined])[]
  /** Its long texts; null: not read yet. */
  readonly texts: readonly { readonly title: string; readonly text: string }[] | null
}

/** A step of a row's history. */
export interface Step {
  readonly key: string
  readonly no: unknown
  readonly act: string | null
  readonly status: unknown
  readonly reason: string | null
  readonly byName: string | null
  readonly at: string | null
  /** What is told of it beside its state. */
  readonly note?: string
  readonly changed: readonly {
    readonly field: string
    readonly title: string
    readonly before?: unknown
    readonly after?: unknown
  }[]
  /** Its texts do not come with the list. */
  readonly long?: boolean | undefined
}

/** A row's text since a step, and the way back to it. */
export interface Since {
  readonly changed: Step['changed']
  /** What would stay as it is, and why. */
  readonly kept: readonly { readonly title: string | null; readonly why: string }[]
  /** What follows from the way back; null: nothing would come back. */
  readonly follows: string | null
  restore(requestKey: string): Promise<unknown>
}

/** How a kind's history is read. */
export interface History {
  page(id: string, pageNumber: number, pageSize: number): Promise<{ list: readonly Step[]; total: number }>
  whole(step: Step): Promise<Step>
  /** None: the kind has no text. */
  since?(id: string, step: Step): Promise<Since>
  /** A value as forms name it. */
  wordOf(field: string, value: unknown): string
}

/** A text of a call, and the command's flag for it. */
export interface Typed {
  readonly field: string
  readonly title: string
  readonly flag: string
}

/** A field of a call that is one of some words, by what is sent for each. */
export interface Chosen extends Typed {
  readonly words: Readonly<Record<string, string>>
}

/** A call that writes one long text, which the editor is opened for. */
export interface Writing {
  readonly call: string
  readonly says: string
  readonly right: string
  /** The command that does the same. */
  readonly command: string
  /** The move that it makes along with it. */
  readonly move: string | null
  /** Where it makes none: the states in which it is written; none: in all of them. */
  readonly inStates?: readonly number[]
  /** What the whole row must have, or must not have yet. */
  readonly wants?: Endpoint['wants']
  readonly long: Typed
  readonly short: readonly Typed[]
  /** What is chosen when it is handed in, as how a request ends. */
  readonly choices: readonly Chosen[]
  readonly required: ReadonlySet<string>
  /** The text is that of a row below the one in the queue. */
  readonly below: Below | null
  /** It may be kept (0) before it is handed in (1): the field that says which. */
  readonly drafts?: string
  /** The command's flag for that field. */
  readonly draftsFlag?: string
  /** The text is kept apart from the row: it begins empty, and the row's version says nothing of it. */
  readonly apart?: true
  send(input: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** A field of a call, as people call it. */
export interface Titled {
  readonly field: string
  readonly title: string
}

/** A move for which another row is chosen, as the department that gets it. */
export interface Handing extends Titled {
  readonly move: string
  readonly says: string
  readonly command: string
  readonly of: ReferenceName
  /** Others that may be named beside it, and what may be said with it. */
  readonly beside: Titled | undefined
  readonly remark: Titled | undefined
  send(input: Readonly<Record<string, unknown>>, requestKey: string): Promise<unknown>
}

/** How a row below is named: itself by its id, a first one by the row above and the rows whose it will be. */
export interface Below {
  readonly places: Places
  readonly above: Naming
  readonly own: Naming
  readonly whose: readonly Naming[]
}

/** A field that names a row, and the command's flag for it. */
export interface Naming {
  readonly field: string
  readonly flag: string
}

/** What is done by a command, because it needs more than a reason or a text. */
export interface ByCommand {
  readonly says: string
  readonly right: string
  readonly command: string
  /** How it is given the row's number: as an argument (empty), by a flag, or not at all. */
  readonly ofRow: string | null
  /** It wants the number of a row below, which this command lists. */
  readonly listed?: string
}

/** What a move is made with beside the ids. */
export interface MoveDetails {
  readonly reason?: string | undefined
  /** The version that each row was seen in: what was changed since is refused. */
  readonly versions?: ReadonlyMap<string, number> | undefined
  /** What was chosen for a move by which rows are handed on. */
  readonly handed?: { readonly handing: Handing; readonly input: Readonly<Record<string, unknown>> } | undefined
}

/** Sends rows through something; the answer says of each what became of it. */
export type Send<M> = (move: M, ids: readonly string[], requestKey: string) => Promise<BulkResult>

/** What was done by which move, where it is to be said what taking it back means. */
export interface Done {
  readonly says: string
  readonly inverse: Inverse | null
  readonly by: ReadonlyMap<string, string>
}

/** The calls that take something back: a deletion, or the last move. */
export type Inverse = 'restore' | 'undo'

/** Asks until there is an answer. */
export type Patiently = <T>(call: () => Promise<T>) => Promise<T>

/** Keys that only some kinds have. */
export type Extra = 'browse' | 'compare' | 'compose' | 'edit'

/**
 * A kind of rows as the terminal works on it: how it is listed, read, moved. Articles say it themselves (article.ts), all others
 * are made from their contract and their table of states (made.ts).
 */
export interface Kind<I extends Item = Item> {
  readonly area: string
  readonly noun: string
  readonly unit: string
  readonly states: States
  readonly views: readonly View[]
  readonly queryFields: readonly QueryField[]
  readonly sorts: readonly { readonly sort: Sort; readonly label: string }[]
  /** The order in which what is new comes first. */
  readonly freshest: Sort
  /** The field of the id in an order: rows are read on by it. */
  readonly idField: string
  /** What titles and states are called: 标题, 审核状态. */
  readonly titled: string
  readonly stated: string
  readonly columns: readonly ListColumn<I>[]
  readonly plans: Readonly<Partial<Record<PlanName, Plan>>>
  /** What a key does to rows of a state in which its own plan does nothing. */
  planAt?(name: PlanName, status: number): Plan | undefined
  /** Moves that are left without a key of their own: where their state has none free, the palette has them. */
  readonly morePlans: readonly Plan[]
  readonly extras: ReadonlySet<Extra>
  readonly writings: readonly Writing[]
  /** Moves for which another row is chosen; the palette has them, where no key has. */
  readonly handed: readonly Plan[]
  readonly commands: readonly ByCommand[]
  /** A list's page by the search that `search` has made. */
  list(search: Readonly<Record<string, unknown>>): Promise<{ readonly rows: I[]; readonly total: number }>
  search(query: Query, sort: Sort): Readonly<Record<string, unknown>>
  /** The query that shows what a pile counts. */
  queryOf(search: Readonly<Record<string, string>>): Query
  /** How many rows each state has. */
  counts(): Promise<Counts>
  titleOf(row: I): string
  /** A title in a sentence. */
  quoted(title: string): string
  /** What the filter looks at. */
  textOf(row: I): string
  /** The state that moves are about; without moves that which is shown. */
  stateOf(row: I, moves?: readonly string[]): number
  /** Whether a move that a row's state allows is the one that it waits for, where several start there; absent: the state alone decides. */
  due?(move: string, row: I): boolean
  /** A row after a move, where more than its state tells what comes next. */
  stepped?(move: string, row: I): I
  /** Why a row is in its state. */
  reasonOf(row: I): string | null
  /** Who brought it, for who listens to it. */
  byOf(row: I): string
  /** Why a move will be refused; null when nothing speaks against it. */
  refusal(move: string, row: I): string | null
  /** The whole record. */
  read(id: string, patiently: Patiently): Promise<I>
  sheet(row: I): Sheet
  /** What follows from an act, as the question says it; begins with a comma, or is empty. */
  consequence(plan: Plan, rows: readonly I[]): string
  /** How many people an act reaches, as the question says it; begins with a comma, or is empty. null: it reaches none, and nothing is read. */
  reached?(plan: Plan, rows: readonly I[]): Promise<string> | null
  undoFollows(done: Done, ids: readonly string[]): string
  send(details: MoveDetails): Send<string>
  readonly takeBack: Readonly<
    Partial<Record<Inverse, (ids: readonly string[], requestKey: string) => Promise<BulkResult>>>
  >
  readonly history: History | null
  /** After an act on these the list is read anew, though it is read on by ids. */
  unsettles(rows: readonly I[]): boolean
}

/** 「3 篇文章」 */
export const countOf = ({ unit, noun }: Pick<Kind, 'unit' | 'noun'>, n: number): string => `${n} ${unit}${noun}`

/** The move that a plan means for a row; null when its state allows none. */
export const moveFor = (kind: Kind, { moves }: Plan, row: Item): string | null =>
  moves.find(
    (move) => kind.states.target(move, kind.stateOf(row, moves)) !== null && (kind.due?.(move, row) ?? true),
  ) ?? null

/** Why a plan can do nothing to a row in its state. */
export const stateRefuses = (kind: Kind, { moves }: Plan, row: Item): string =>
  kind.refusal(moves.at(-1) as string, row) ?? '当前状态不能执行此操作'

/** True when the person may make one of these moves; before the permissions are known everything may be tried. */
export const mayMove = (kind: Kind, can: ReadonlySet<string> | null, moves: readonly string[]): boolean =>
  can === null || moves.some((move) => can.has(kind.states.keyOf(move)))
