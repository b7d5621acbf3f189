import type { Right } from '../../core/contract/rights.ts'
import { formatDate } from '../../core/domain/time.ts'
import { type Calendar, workingDaysAhead } from '../../core/domain/workdays.ts'
import { scopeOf } from '../access/scope.ts'
import type { Parts } from '../context.ts'
import type { Table } from '../db/table.ts'
import { allHold, type Condition, isEmpty, notEmpty, test } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'
import { calendarNow } from '../workdays/calendar.ts'
import type { Found, Thing } from './finders.ts'
import { type Breathe, holdersAlike, holdersOf } from './people.ts'
import { seenIn } from './seen.ts'

/** What departments answer in parts, when its time ends or is over: for those that have not, and for the office where it waits for that. */

/** So many are named to each department, and to each of those before whom they stand alike; the rest is counted. */
const most = 200
/** `forumStates`: it has answered. */
const answered = 2

interface Row {
  readonly id: number
  readonly title: string
  readonly due: number
}
/** A kind that is answered in parts. */
interface InParts<T> {
  readonly table: Table
  /** What it is called before its title: 来信. */
  readonly noun: string
  /** Its column of the state, where that is not `state`. */
  readonly state?: string
  /** Its column of the last moment, where that is not `due`. */
  readonly until?: string
  /** What is said of one whose time is over, where that is not the answer's. */
  readonly late?: Span['says']
  /** The departments' parts, their column that names it, the state in which departments have it, and by what right they answer; none: it has no parts. */
  readonly ofDepts?: { readonly place: string; readonly of: string; readonly inHand: number; readonly answers: Right }
  /** What waits for the office, who may do it, and where not all of a state waits the column by which it does. */
  readonly ofOffice: readonly (readonly [state: number, key: Right, since?: string])[]
  /** What its deadline follows from. */
  readonly timed: readonly (keyof T & string)[]
  /** Why its deadline may still change; null: it will not. */
  readonly provisional: (calendar: Calendar, row: T) => string | null
}
interface Span {
  readonly from: number
  readonly to: number
  /** What is told again every day has the day in its key. */
  readonly daily: boolean
  readonly says: (called: string, day: string) => string
  /** What is said of those that are not named, behind how many they are. */
  readonly ofRest: string
}

/** The two findings of such a kind: what is due, and what is late. */
export function remindersOf<T>({
  table,
  noun,
  state: column = 'state',
  until = 'due',
  late = (called, at) => `${called}已于 ${at} 到期，还没有答复`,
  ofDepts,
  ofOffice,
  timed,
  provisional,
}: InParts<T>) {
  const { name } = table
  const columns = ['id', 'title', `${until} as due`, ...timed].map((one) => `${name}.${one}`)
  async function within(parts: Parts, { from, to, daily, says, ofRest }: Span, breathe: Breathe): Promise<Found[]> {
    const { db, now } = parts
    const calendar = await calendarNow({ db: db.read, parts })
    /** Of one state, those within the span. */
    const open = (state: number, since?: string) =>
      (db.read as unknown as AnyDb)
        .selectFrom(name)
        .where(`${name}.deletedAt`, 'is', null)
        .where(`${name}.${column}`, '=', state)
        .where(`${name}.${until}`, '>=', from)
        .where(`${name}.${until}`, '<', to)
        .$if(since !== undefined, (query) => query.where(`${name}.${since}`, 'is not', null))
    const told = (given: unknown, at: number | string): Thing => {
      const row = given as Row
      const why = provisional(calendar, given as T)
      return {
        key: `${name}.${row.id}.${at}.${row.due}${daily ? `.${formatDate(now())}` : ''}`,
        says: `${says(`${noun}《${row.title}》`, formatDate(Number(row.due)))}${why ? `（${why}）` : ''}`,
        sight: seenIn(name, Number(row.id)),
      }
    }
    /** Some of one place: the most urgent by name, the rest by how many they are, once a day. */
    const toldOf = async (some: ReturnType<typeof open>, state: number, at: number | string): Promise<Thing[]> => {
      const rows = await some.select(columns).orderBy(`${name}.${until}`).orderBy(`${name}.id`).limit(most).execute()
      const things = rows.map((row) => told(row, at))
      if (rows.length < most) return things
      const all = await some.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
      const count = Number(all.n) - rows.length
      if (count <= 0) return things
      const key = `${name}.rest.${state}.${at}.${daily ? 'late' : 'due'}.${formatDate(now())}`
      return [...things, { key, says: `另有 ${count} 件${noun}${ofRest}`, count, sight: { needs: `${name}_list` } }]
    }
    const atDepts = async ({ place, of, inHand, answers }: NonNullable<typeof ofDepts>): Promise<Found[]> => {
      const lines = open(inHand)
        .innerJoin(place, `${place}.${of}`, `${name}.id`)
        .where(`${place}.state`, '!=', answered)
      // by department, so that what one has left lying keeps nothing from another
      const depts = await lines.select(`${place}.deptId as place`).distinct().execute()
      const holders = depts.length > 0 ? await holdersOf(db.read, answers, breathe) : []
      const people = Map.groupBy(holders, ({ deptId }) => deptId)
      const found: Found[] = []
      for (const at of depts.map((row) => Number(row.place))) {
        await breathe()
        const things = await toldOf(lines.where(`${place}.deptId`, '=', at) as never, inHand, at)
        found.push({ people: (people.get(at) ?? []).map(({ id }) => id), things })
      }
      return found
    }
    const found = ofDepts ? await atDepts(ofDepts) : []
    for (const [state, key, since] of ofOffice) {
      if ((await open(state, since).select('id').limit(1).execute()).length === 0) continue
      const where = [
        ...[test(column, '=', state), isEmpty('deletedAt'), test(until, '>=', from), test(until, '<', to)],
        ...(since === undefined ? [] : [notEmpty(since)]),
      ]
      for (const one of await holdersAlike(parts, key, [{ table, where }], breathe)) {
        await breathe()
        const seen: readonly Condition[] = scopeOf(one.ctx, table, key)
        const things = await toldOf(open(state, since).where(allHold([...seen])), state, 'office')
        if (things.length > 0) found.push({ people: one.people, things })
      }
    }
    return found
  }

  return {
    /** Those whose last day comes within so many working days; each is told once. */
    async due(parts: Parts, days: number, breathe: Breathe): Promise<Found[]> {
      const to = workingDaysAhead(await calendarNow({ db: parts.db.read, parts }), parts.now(), days) + 1
      const says: Span['says'] = (called, at) => `${called}${at} 到期，请及时办理`
      return within(parts, { from: parts.now(), to, daily: false, says, ofRest: '也快到期，请及时办理' }, breathe)
    },
    /** Those that are late, however long: told once a day until they are answered, what is late for longest first. */
    overdue(parts: Parts, _: number, breathe: Breathe): Promise<Found[]> {
      const span = { from: 0, to: parts.now(), daily: true, says: late, ofRest: '也已逾期，请尽快办理' }
      return within(parts, span, breathe)
    },
  }
}
