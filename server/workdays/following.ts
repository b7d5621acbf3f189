import type { Calendar } from '../../core/domain/workdays.ts'
import type { ownCall } from '../access/by-itself.ts'
import type { Ctx, Parts, Recount } from '../context.ts'
import { apart } from '../pipeline.ts'
import { allHold, type Condition, oneOf, test } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'
import { calendarHeld } from './calendar.ts'

/** A row whose deadline follows the calendar. */
interface Row {
  readonly id: number
  readonly version: number
}

/** What is written into the history of a row whose deadline has changed. */
interface Step {
  readonly act: string
  readonly reason: string
  readonly before: Readonly<Record<string, number | null>>
  readonly after: Readonly<Record<string, number | null>>
}

/** What an area says of its deadlines. */
interface Followed<R extends Row> extends Omit<Recount, 'again' | 'would'> {
  readonly table: string
  /** What the deadline follows from, and what its history needs, beside id and version. */
  readonly columns: readonly (keyof R & string)[]
  /** The rows that are open. */
  readonly open: readonly Condition[]
  /** The column that holds the deadline. */
  readonly field: keyof R & string
  readonly dueOf: (calendar: Calendar, row: R) => number | null
  readonly keep: (ctx: Ctx, row: R, step: Step) => Promise<void>
  /** Under which call the log tells of it. */
  readonly call: ReturnType<typeof ownCall>
}

const atOnce = 100
/** So many are looked at to foretell how many would change: it is asked while others wait. */
const foretoldMost = 5000

/** Deadlines that are counted anew when the calendar has changed: looked through by reading, and set where they differ, as they are by then. */
export function following<R extends Row>(given: Followed<R>): Recount {
  const { area, says, unit, table, columns, open, field, dueOf, keep, call } = given
  const read = (db: unknown, more: readonly Condition[]) =>
    (db as AnyDb)
      .selectFrom(table)
      .select(['id', 'version', ...columns])
      .where(allHold([...open, ...more]))
      .orderBy('id')
  const changedBy = (calendar: Calendar, rows: readonly R[]) =>
    rows.flatMap((row) => {
      const due = dueOf(calendar, row)
      return due === row[field] ? [] : [{ row, due, was: row[field] as number | null }]
    })

  async function setAnew(ctx: Ctx, ids: readonly number[]): Promise<number> {
    const calendar = await calendarHeld(ctx)
    const query = read(ctx.db, oneOf('id', ids))
    const rows = (await (ctx.dialect === 'postgres' ? query.forUpdate() : query).execute()) as unknown as R[]
    const changes = changedBy(calendar, rows)
    for (const { row, due, was } of changes) {
      await (ctx.db as unknown as AnyDb)
        .updateTable(table)
        .set({ [field]: due, version: row.version + 1 })
        .where('id', '=', row.id)
        .execute()
      const said = { before: { [field]: was }, after: { [field]: due } }
      await keep(ctx, row, { act: '重新计算期限', reason: '工作日历有改动', ...said })
    }
    if (changes.length > 0)
      ctx.record({
        ...{ kind: 'system', result: '成功；工作日历改动后重新计算期限', ids: changes.map(({ row }) => row.id) },
        before: changes.map(({ was }) => ({ [field]: was })),
        after: changes.map(({ due }) => ({ [field]: due })),
      })
    return changes.length
  }

  return {
    ...{ area, says, unit },
    async would(ctx, calendar) {
      let changed = 0
      let after = 0
      for (let looked = 0; looked < foretoldMost; looked += atOnce) {
        const some = (await read(ctx.db, [test('id', '>', after)])
          .limit(atOnce)
          .execute()) as unknown as R[]
        changed += changedBy(calendar, some).length
        if (some.length < atOnce) return { changed, all: true }
        after = some.at(-1)?.id ?? after
      }
      return { changed, all: false }
    },
    async again(parts: Parts, calendar, watch) {
      let changed = 0
      for (let after = 0; ; ) {
        const some = (await read(parts.db.read, [test('id', '>', after)])
          .limit(atOnce)
          .execute()) as unknown as R[]
        const last = some.at(-1)
        if (!last || watch.stopped()) return changed
        const others = changedBy(calendar, some).map(({ row }) => row.id)
        if (others.length > 0) changed += await apart(parts, call, null, (ctx) => setAnew(ctx, others))
        after = last.id
      }
    },
  }
}
