import type { Selectable } from 'kysely'
import { chunksOf } from '../../core/chunks.ts'
import { bySms, inInbox, type ReminderEventName, reminderEvents } from '../../core/domain/reminders.ts'
import { scopeOf } from '../access/scope.ts'
import type { Ctx, Parts } from '../context.ts'
import type { RowOf } from '../db/table.ts'
import { user } from '../db/tables/people.ts'
import type { reminder as table } from '../db/tables/reminder.ts'
import { allHold, oneOf } from '../rows/condition.ts'
import { finders, type Thing } from './finders.ts'
import { asOne, type Somebody } from './people.ts'
import { type Sight, seenBy } from './seen.ts'

/** A rule: what is to be told to whom, and how. */
export type Rule = Selectable<RowOf<typeof table.columns>>

/** One line of what a person is told. */
export interface Line {
  readonly ruleId: number
  readonly event: ReminderEventName
  readonly key: string
  /** null: it was found for others, and may not be seen by who is told; they are told how many. */
  readonly says: string | null
  readonly sight: Sight
  readonly channel: number
}

/** All that one person is told at once. */
export interface Due {
  readonly userId: number
  readonly lines: readonly Line[]
}

const named = 1

/** Who is told in place of who is concerned, by rule. */
async function namedFor({ db }: Parts, ids: readonly number[]): Promise<ReadonlyMap<number, Somebody[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('reminderTo')
    .innerJoin('user', 'user.id', 'reminderTo.userId')
    .select(['reminderTo.reminderId', 'user.id', 'user.name', 'user.account', 'user.deptId'])
    .where('reminderTo.reminderId', 'in', [...ids])
    .where('user.state', '=', 0)
    .execute()
  return Map.groupBy(rows, (row) => row.reminderId)
}

/** What each is told of some things: who was named in place of who is concerned, of what they may not see only that it is there. */
async function toldTo(
  parts: Parts,
  things: readonly Thing[],
  others: readonly Somebody[] | null,
): Promise<{ userId: number; things: readonly (Omit<Thing, 'says'> & { says: string | null })[] }[]> {
  if (others === null)
    return [...Map.groupBy(things, ({ userId }) => userId)].map(([userId, own]) => ({ userId, things: own }))
  const all = [...new Map(things.map((one) => [one.key, one])).values()]
  const told = []
  for (const one of others) {
    const own = new Map(things.filter(({ userId }) => userId === one.id).map((thing) => [thing.key, thing]))
    const seen = await seenBy(await asOne(parts, one), all)
    const words = all.map((thing) => own.get(thing.key) ?? { ...thing, says: seen.has(thing.key) ? thing.says : null })
    told.push({ userId: one.id, things: words })
  }
  return told
}

/** What was told already of these things, as `thing userId`. */
async function toldOf({ db }: Parts, ruleId: number, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const told = new Set<string>()
  for (const some of chunksOf([...new Set(keys)], 500)) {
    const rows = await db.read
      .selectFrom('reminderSent')
      .select(['thing', 'userId'])
      .where('reminderId', '=', ruleId)
      .where('thing', 'in', [...some])
      .execute()
    for (const { thing, userId } of rows) told.add(`${thing} ${userId}`)
  }
  return told
}

/**
 * What would be told now, to whom: nothing that they were told before, each thing once.
 * @param given these rules; those that are switched on by default
 */
export async function dueNow(parts: Parts, given?: readonly Rule[]): Promise<Due[]> {
  const rules =
    given ?? (await parts.db.read.selectFrom('reminder').selectAll().where('enabled', '=', 1).orderBy('id').execute())
  const others = await namedFor(
    parts,
    rules.filter(({ receivers }) => receivers === named).map(({ id }) => id),
  )
  const people = new Map<number, Map<string, Line>>()
  for (const rule of rules) {
    const event = rule.event as ReminderEventName
    const { lead } = reminderEvents[event]
    const things = await finders[event](parts, rule.lead ?? lead?.usual ?? 0)
    const told = await toldOf(
      parts,
      rule.id,
      things.map(({ key }) => key),
    )
    for (const to of await toldTo(parts, things, rule.receivers === named ? (others.get(rule.id) ?? []) : null))
      for (const { key, says, sight } of to.things) {
        if (told.has(`${key} ${to.userId}`)) continue
        const own = people.get(to.userId) ?? new Map<string, Line>()
        people.set(to.userId, own)
        own.set(`${rule.id} ${key}`, { ruleId: rule.id, event, key, says, sight, channel: rule.channel })
      }
  }
  return [...people].map(([userId, lines]) => ({ userId, lines: [...lines.values()] }))
}

/** The things of some lines, each once, though two rules name it. */
export const saidIn = (lines: readonly Line[]): readonly Line[] => [
  ...new Map(lines.toSorted(wordless).map((one) => [one.key, one])).values(),
]
const wordless = (a: Line, b: Line) => Number(a.says !== null) - Number(b.says !== null)

/** How many are told without words, behind those that have some. */
export const uncounted = (named: number, n: number): string => `${named > 0 ? '另有 ' : ''}${n} 件`

const shownMax = 200

/** The same as people see it before it is sent: of the people whom the caller reaches, and in words what the caller may see too. */
export async function shownDue(ctx: Ctx, due: readonly Due[]) {
  const ids = due.map(({ userId }) => userId)
  const users = new Map<number, { id: number; name: string; mobile: string | null; deptName: string | null }>()
  for (const some of chunksOf(ids, 500)) {
    const reached = ctx.db
      .selectFrom('user')
      .selectAll()
      .where(allHold([...scopeOf(ctx, user), ...oneOf('id', some)]))
      .as('who')
    const rows = await ctx.db
      .selectFrom(reached)
      .leftJoin('dept', 'dept.id', 'who.deptId')
      .select(['who.id', 'who.name', 'who.mobile', 'dept.name as deptName'])
      .execute()
    for (const row of rows) users.set(row.id, row)
  }
  const some = due.filter(({ userId }) => users.has(userId)).slice(0, shownMax)
  const seen = await seenBy(
    ctx,
    some.flatMap(({ lines }) => lines),
  )
  return some.map(({ userId, lines }) => {
    const who = users.get(userId)
    const said = saidIn(lines)
    const words = said.flatMap(({ key, says }) => (says !== null && seen.has(key) ? [says] : []))
    const unseen = said.length - words.length
    const by = (ways: readonly number[]) => lines.some(({ channel }) => ways.includes(channel))
    return {
      userId: String(userId),
      name: who?.name ?? null,
      deptName: who?.deptName ?? null,
      things: said.length,
      says: [...words.slice(0, 5), ...(unseen > 0 ? [`${uncounted(words.length, unseen)}不在数据范围内`] : [])].join(
        '；',
      ),
      channelNames: [by(inInbox) && '站内通知', by(bySms) && '短信'].filter(Boolean).join('、'),
      held: by(bySms) && !who?.mobile ? '没有登记手机号' : null,
    }
  })
}
