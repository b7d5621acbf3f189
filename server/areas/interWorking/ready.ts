import type { Selectable } from 'kysely'
import type { InterWorkingState } from '../../../core/domain/interWorking-states.ts'
import type { Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import type { interWorking as table } from '../../db/tables/interWorking.ts'
import type { Marks } from './marks.ts'

export type PushRow = Selectable<RowOf<typeof table.columns>>

/** What was pushed, read outside of the transaction that takes it up. */
export interface Ready {
  readonly marks: Marks
  /** What a row becomes by it. */
  readonly status: InterWorkingState
  /** Refuses the same that was taken up already, where what was made of it is gone. */
  refuse(ctx: Ctx, row: PushRow): Promise<void>
  /** Does it, and says what was made of it. */
  take(ctx: Ctx, row: PushRow): Promise<Partial<Pick<PushRow, 'articleId' | 'bulletinId' | 'letter'>>>
}
