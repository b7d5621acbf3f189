import { openSuggestionStates, suggestionFlow } from '../../../core/domain/suggestion-states.ts'
import { ownCall } from '../../access/by-itself.ts'
import { among, notEmpty } from '../../rows/condition.ts'
import { historyOf } from '../../rows/history.ts'
import { following } from '../../workdays/following.ts'
import { type Limited, lastMoment } from '../../workdays/limit.ts'

interface Counted extends Limited {
  readonly id: number
  readonly version: number
  readonly due: number | null
  readonly status: number
}
const history = historyOf(suggestionFlow.area)

/** Deadlines of suggestions follow the calendar. */
export const deadlines = following<Counted>({
  ...{ area: 'suggestion', says: '建议', unit: '条', table: 'suggestion' },
  columns: ['createdAt', 'limitDays', 'due', 'status'],
  open: [among('status', [...openSuggestionStates]), notEmpty('limitDays')],
  field: 'due',
  dueOf: lastMoment,
  keep: (ctx, { id, version, status }, step) =>
    history.keep({ ...ctx, who: null }, [{ id, no: version + 1, step: { ...step, status } }]),
  call: ownCall('suggestion.answer', '答复建议'),
})
