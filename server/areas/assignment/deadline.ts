import { Refused } from '../../../core/errors.ts'
import { ownCall } from '../../access/by-itself.ts'
import type { Ctx } from '../../context.ts'
import { notEmpty, test } from '../../rows/condition.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { following } from '../../workdays/following.ts'
import { lastMoment } from '../../workdays/limit.ts'
import { keepStepBy } from './history.ts'
import { done } from './tasks.ts'

interface Given {
  readonly deadline?: number | null | undefined
  readonly limitDays?: number | null | undefined
}

/**
 * What is written where a deadline is chosen, or counted in working days: the one takes the other's place.
 * @throws Refused BAD_INPUT where both are said
 */
export async function limited<G extends Given>(ctx: Ctx, given: G, createdAt: number): Promise<G> {
  const { deadline, limitDays } = given
  if (deadline && limitDays) throw new Refused('BAD_INPUT', '限几个工作日（limitDays）：办结期限和限几个工作日只填一个')
  if (limitDays) return { ...given, deadline: lastMoment(await calendarHeld(ctx), { createdAt, limitDays }) }
  return deadline === undefined ? given : { ...given, limitDays: null }
}

interface Counted {
  readonly id: number
  readonly version: number
  readonly createdAt: number
  readonly limitDays: number
  readonly deadline: number | null
  readonly state: number
}

/** Deadlines of tasks that are counted in working days follow the calendar. */
export const deadlines = following<Counted>({
  ...{ area: 'assignment', says: '交办任务', unit: '件', table: 'assignment' },
  columns: ['createdAt', 'limitDays', 'deadline', 'state'],
  open: [notEmpty('limitDays'), test('state', '!=', done)],
  field: 'deadline',
  dueOf: lastMoment,
  keep: (ctx, { id, state }, step) => keepStepBy(ctx, { id: null, name: '系统' }, id, { ...step, status: state }),
  call: ownCall('assignment.edit', '修改交办任务'),
})
