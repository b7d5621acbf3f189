import type { Selectable } from 'kysely'
import { isOwnCall } from '../access/by-itself.ts'
import { asStaff, type Ctx, strangerSays, visitorSays } from '../context.ts'
import type { RowOf } from '../db/table.ts'
import type { history as table } from '../db/tables/history.ts'

/** What takes a step back: its move, and what the row held before it. */
export interface Undo {
  readonly move: string
  readonly was: Readonly<Record<string, unknown>>
}

/** A step in the history of a row, to be stored. */
export interface Step {
  readonly act: string
  readonly status: number
  readonly reason?: string | null
  readonly undo?: Undo
  /** Changed fields before and after it. */
  readonly before?: object
  readonly after?: object
}

/** A step of a row: `no` is the row's version after it. */
export interface StepOf {
  readonly id: number
  readonly no: number
  readonly step: Step
}

export type HistoryRow = Selectable<RowOf<typeof table.columns>>
/** What is known of a step when it is to be taken back. */
export type LastStep = Pick<HistoryRow, 'act' | 'byId' | 'byName' | 'at' | 'undo'>

/** Where the steps of a kind are kept. */
export interface History<L extends LastStep = LastStep> {
  keep(ctx: Ctx, steps: readonly StepOf[]): Promise<void>
  /** The step by which a row has the version that it has. */
  last(ctx: Ctx, row: { readonly id: number; readonly version: number }): Promise<L | undefined>
}

/** What somebody who is not of the staff is called; what nobody has asked for, the server did. */
function nameOf({ who, call }: Ctx): string {
  if (isOwnCall(call)) return '系统'
  if (who?.kind === 'partner') return who.name
  return who?.kind === 'visitor' ? visitorSays(who.peopleId) : strangerSays
}

const asText = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))

/** The history of a kind's rows, in the table that all kinds share that need no more. */
export const historyOf = (kind: string): History => ({
  async keep(ctx, steps) {
    if (steps.length === 0) return
    const staff = asStaff(ctx.who)
    await ctx.db
      .insertInto('history')
      .values(
        steps.map(({ id, no, step }) => ({
          kind,
          rowId: id,
          no,
          act: step.act,
          status: step.status,
          reason: step.reason ?? null,
          before: asText(step.before),
          after: asText(step.after),
          undo: asText(step.undo),
          byId: staff?.userId ?? null,
          byName: staff?.name ?? nameOf(ctx),
          at: ctx.now,
        })),
      )
      .execute()
  },
  last: (ctx, { id, version }) =>
    ctx.db
      .selectFrom('history')
      .selectAll()
      .where('kind', '=', kind)
      .where('rowId', '=', id)
      .where('no', '=', version)
      .executeTakeFirst(),
})

/** Forgets the histories of rows that are gone for good. */
export async function dropHistory(ctx: Ctx, kind: string, ids: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('history').where('kind', '=', kind).where('rowId', 'in', ids).execute()
}
