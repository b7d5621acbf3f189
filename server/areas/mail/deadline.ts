import { openStates } from '../../../core/domain/mail-states.ts'
import { ownCall } from '../../access/by-itself.ts'
import type { Ctx, Parts, Recount } from '../../context.ts'
import { apart } from '../../pipeline.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { dueOf, type Timed } from './clock.ts'
import { history } from './letters.ts'

const atOnce = 100
const timed = ['id', 'createdAt', 'limitDays', 'restartAt', 'extendDays', 'extendedAt', 'askedAt', 'due'] as const

/** The next letters whose time runs. */
const openOnes = ({ db }: Pick<Parts, 'db'>, after: number) =>
  db.read
    .selectFrom('mail')
    .select(timed)
    .where('state', 'in', [...openStates])
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** Sets the deadlines of some letters, each as it is by then. @returns how many changed */
async function setAnew(ctx: Ctx, ids: readonly number[]): Promise<number> {
  const calendar = await calendarHeld(ctx)
  const query = ctx.db
    .selectFrom('mail')
    .select([...timed, 'state', 'version'])
    .where('id', 'in', [...ids])
    .where('state', 'in', [...openStates])
    .orderBy('id')
  const rows = await (ctx.dialect === 'postgres' ? query.forUpdate() : query).execute()
  const changes = rows.flatMap((row) => {
    const due = dueOf(calendar, row)
    return due === row.due ? [] : [{ row, due }]
  })
  for (const { row, due } of changes) {
    const no = row.version + 1
    await ctx.db.updateTable('mail').set({ due, version: no }).where('id', '=', row.id).execute()
    await history.keep({ ...ctx, who: null }, [
      {
        ...{ id: row.id, no },
        step: {
          ...{ act: '重新计算期限', status: row.state, reason: '工作日历有改动' },
          ...{ before: { due: row.due }, after: { due } },
        },
      },
    ])
  }
  if (changes.length > 0)
    ctx.record({
      ...{ kind: 'system', result: '成功；工作日历改动后重新计算期限', ids: changes.map(({ row }) => row.id) },
      before: changes.map(({ row }) => ({ due: row.due })),
      after: changes.map(({ due }) => ({ due })),
    })
  return changes.length
}

const call = ownCall('mail.extend', '延长信件的答复期限')

/** Deadlines of letters follow the calendar. */
export const deadlines: Recount = {
  ...{ area: 'mail', says: '信件', unit: '封' },
  async again(parts, calendar, watch) {
    let changed = 0
    for (let after = 0; ; ) {
      const some = await openOnes(parts, after)
      const last = some.at(-1)
      if (!last || watch.stopped()) return changed
      const others = some.filter((row) => dueOf(calendar, row satisfies Timed) !== row.due).map(({ id }) => id)
      if (others.length > 0) changed += await apart(parts, call, null, (ctx) => setAnew(ctx, others))
      after = last.id
    }
  },
}
