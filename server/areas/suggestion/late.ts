import type { Selectable } from 'kysely'
import { openSuggestionStates } from '../../../core/domain/suggestion-states.ts'
import type { Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import type { suggestion as table } from '../../db/tables/suggestion.ts'
import { among, anyOf, type Condition, isEmpty, notAmong, test } from '../../rows/condition.ts'
import { calendarNow } from '../../workdays/calendar.ts'
import { provisionalOf } from '../../workdays/limit.ts'

export type Suggestion = Selectable<RowOf<typeof table.columns>>
type Timed = Pick<Suggestion, 'status' | 'due' | 'createdAt' | 'limitDays'>

/** Until when whoever wrote still waits for an answer; null: they do not, or it has no time. */
export const waitsUntil = ({ status, due }: Timed): number | null =>
  openSuggestionStates.includes(status) ? due : null

/** Late: whoever wrote still waits, and its time is over. */
export const late = (now: number): Condition[] => [test('due', '<', now), among('status', [...openSuggestionStates])]
const inTime = (now: number): Condition =>
  anyOf([isEmpty('due'), test('due', '>=', now), notAmong('status', [...openSuggestionStates])])

/** What narrows a list to what is late, or is not. */
export const overdueIs = (asked: unknown, now: number): Condition[] =>
  asked === undefined ? [] : Number(asked) === 1 ? late(now) : [inTime(now)]

/** Whether one is late, and why its deadline may still change. */
export async function timeSays(ctx: Ctx, rows: readonly (Timed & { readonly id: number })[]) {
  const calendar = await calendarNow(ctx)
  return new Map(
    rows.map((row) => {
      const { id, createdAt, limitDays } = row
      const due = waitsUntil(row)
      const provisional = due === null || limitDays === null ? null : provisionalOf(calendar, { createdAt, limitDays })
      return [id, { overdue: due !== null && due < ctx.now ? 1 : 0, provisional }] as const
    }),
  )
}
