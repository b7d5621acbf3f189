import type { States } from '../../core/domain/states.ts'
import type { Ctx } from '../context.ts'
import type { Table } from '../db/table.ts'
import type { History, LastStep, Undo } from './history.ts'
import type { Versioned } from './stale.ts'

/** What a kind that goes through states says of its moves, for the engine in moves.ts. */

/** A row that goes through states. */
export interface Movable extends Versioned {
  readonly id: number
  readonly deletedAt?: number | null
}

/** What a call says of one item beside its id; the version, where given, is the one that the caller saw. */
export interface Asked {
  readonly reason?: string | null | undefined
  readonly version?: number | null | undefined
}

/** What a move is about: the row itself, or what stands beside it, as the copy under review of an article. */
export interface Subject<M, S> {
  readonly move: M
  readonly at: S
  readonly aside: boolean
  /** It has happened already, whatever the state says. */
  readonly there?: boolean
  /** The version that the caller saw, where they say it. */
  readonly version?: number | null | undefined
  /** What it comes to for this row, where that is not what the table says: its state, and what the history calls it. */
  readonly instead?: { readonly to: S; readonly act: string } | undefined
}

/** A move that was found allowed: what it does to which row. */
export interface Decided<R, M = string, S = number> {
  readonly row: R
  readonly move: M
  readonly at: S
  readonly to: S | 'deleted'
  readonly reason: string | null
  readonly aside: boolean
  /** The caller does by a right of their own what else another person must do; the log says so. */
  readonly forced: boolean
  /** What the history calls it, where not by the move's own word. */
  readonly act?: string | undefined
  /** What is written along with it, as the answer that is handed in. */
  readonly along?: Partial<R> | undefined
}

/** What a kind says of its moves beside the table of its states. */
export interface Flow<R extends Movable, S extends number, M extends string, A extends Asked, L extends LastStep> {
  readonly states: States<S, M>
  readonly table: Table
  /** The id's name in items and in the log; `id` by default. */
  readonly idField?: string
  /** The columns of the state and of why it is so; `status` and `reason` by default. */
  readonly columns?: { readonly status: string; readonly reason: string }
  /** The rows that the caller may move, held until the transaction ends; by the table's scope where absent. */
  readonly read?: (ctx: Ctx, ids: readonly number[], move: M | 'undo') => Promise<ReadonlyMap<number, R>>
  /** What is meant by a move in a row's state. */
  readonly subject?: (ctx: Ctx, row: R, asked: M, item: A) => Subject<M, S>
  /** Refuses a move for what is not its state. @returns whether it is forced */
  readonly guard?: (ctx: Ctx, row: R, subject: Subject<M, S>, reason: string | null) => Promise<boolean>
  /** What a move sets beside the state and its reason. */
  readonly set?: (ctx: Ctx, decided: Decided<R, M, S>) => Partial<R> | Promise<Partial<R>>
  /** What the log says beside how many there were. */
  readonly told?: (decided: readonly Decided<R, M, S>[]) => readonly string[]
  /** Writes what does not concern the row itself. */
  readonly aside?: (ctx: Ctx, decided: Decided<R, M, S>) => Promise<void>
  /** What follows for the site, within the transaction. */
  readonly after?: (ctx: Ctx, decided: readonly Decided<R, M, S>[]) => Promise<void>
  /** The table of the history; the shared one by default. */
  readonly history?: History<L>
  /** Takes back a step for which more is to be done than to put back what it overwrote. */
  readonly back?: (ctx: Ctx, row: R, step: L, undo: Undo & { readonly move: M }) => Promise<void>
}
