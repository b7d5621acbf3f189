import { Refused } from '../../../core/errors.ts'
import { ownCall } from '../../access/by-itself.ts'
import type { Ctx, Parts, Recount } from '../../context.ts'
import { apart } from '../../pipeline.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { keepStepBy } from './history.ts'
import { lastMoment } from './limit.ts'
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

const atOnce = 100

/** The next open tasks whose deadlines are counted. */
const openOnes = ({ db }: Pick<Parts, 'db'>, after: number) =>
  db.read
    .selectFrom('assignment')
    .select(['id', 'createdAt', 'limitDays', 'deadline'])
    .where('limitDays', 'is not', null)
    .where('state', '!=', done)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** Sets the deadlines of some tasks, each as it is by then. @returns how many changed */
async function setAnew(ctx: Ctx, ids: readonly number[]): Promise<number> {
  const calendar = await calendarHeld(ctx)
  const query = ctx.db
    .selectFrom('assignment')
    .select(['id', 'createdAt', 'limitDays', 'deadline', 'state', 'version'])
    .where('id', 'in', [...ids])
    .where('limitDays', 'is not', null)
    .where('state', '!=', done)
    .orderBy('id')
  const rows = await (ctx.dialect === 'postgres' ? query.forUpdate() : query).execute()
  const changes = rows.flatMap(({ limitDays, ...row }) => {
    const deadline = lastMoment(calendar, { ...row, limitDays: limitDays as number })
    return deadline === row.deadline ? [] : [{ row, deadline }]
  })
  for (const { row, deadline } of changes) {
    const { id, state, version } = row
    await ctx.db
      .updateTable('assignment')
      .set({ deadline, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await keepStepBy(ctx, { id: null, name: '系统' }, id, {
      ...{ act: '重新计算期限', status: state, reason: '工作日历有改动' },
      ...{ before: { deadline: row.deadline }, after: { deadline } },
    })
  }
  if (changes.length > 0)
    ctx.record({
      ...{ kind: 'system', result: '成功；工作日历改动后重新计算期限', ids: changes.map(({ row }) => row.id) },
      before: changes.map(({ row }) => ({ deadline: row.deadline })),
      after: changes.map(({ deadline }) => ({ deadline })),
    })
  return changes.length
}

const call = ownCall('assignment.edit', '修改交办任务')

/** Deadlines of tasks that are counted in working days follow the calendar. */
export const deadlines: Recount = {
  ...{ area: 'assignment', says: '交办任务', unit: '件' },
  async again(parts, calendar, watch) {
    let changed = 0
    let after = 0
    for (;;) {
      const some = await openOnes(parts, after)
      const last = some.at(-1)
      if (!last || watch.stopped()) return changed
      const others = some.filter(
        ({ limitDays, ...row }) => lastMoment(calendar, { ...row, limitDays: limitDays as number }) !== row.deadline,
      )
      if (others.length > 0)
        changed += await apart(parts, call, null, (ctx) =>
          setAnew(
            ctx,
            others.map(({ id }) => id),
          ),
        )
      after = last.id
    }
  },
}
