import type { Selectable } from 'kysely'
import { chunksOf } from '../../core/chunks.ts'
import { bySms, inInbox, type ReminderEventName, reminderEvents } from '../../core/domain/reminders.ts'
import type { Parts } from '../context.ts'
import type { RowOf } from '../db/table.ts'
import type { reminder as table } from '../db/tables/reminder.ts'
import { finders } from './finders.ts'

/** A rule: what is to be told to whom, and how. */
export type Rule = Selectable<RowOf<typeof table.columns>>

/** One line of what a person is told. */
export interface Line {
  readonly ruleId: number
  readonly event: ReminderEventName
  readonly key: string
  readonly says: string
  readonly channel: number
}

/** All that one person is told at once. */
export interface Due {
  readonly userId: number
  readonly lines: readonly Line[]
}

const named = 1

/** Who is told in place of who is concerned, by rule. */
async function namedFor({ db }: Parts, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('reminderTo')
    .innerJoin('user', 'user.id', 'reminderTo.userId')
    .select(['reminderTo.reminderId', 'reminderTo.userId'])
    .where('reminderTo.reminderId', 'in', [...ids])
    .where('user.state', '=', 0)
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.reminderId)].map(([id, some]) => [id, some.map((one) => one.userId)]),
  )
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
    for (const { key, says, userId } of things)
      for (const to of rule.receivers === named ? (others.get(rule.id) ?? []) : [userId]) {
        if (told.has(`${key} ${to}`)) continue
        const own = people.get(to) ?? new Map<string, Line>()
        people.set(to, own)
        own.set(`${rule.id} ${key}`, { ruleId: rule.id, event, key, says, channel: rule.channel })
      }
  }
  return [...people].map(([userId, lines]) => ({ userId, lines: [...lines.values()] }))
}

/** The things of some lines, each once, though two rules name it. */
export const saidIn = (lines: readonly Line[]): readonly Line[] => [
  ...new Map(lines.map((one) => [one.key, one])).values(),
]

const shownMax = 200

/** The same as people see it before it is sent. */
export async function shownDue(parts: Parts, due: readonly Due[]) {
  const some = due.slice(0, shownMax)
  if (some.length === 0) return []
  const users = await parts.db.read
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.id', 'user.name', 'user.mobile', 'dept.name as deptName'])
    .where(
      'user.id',
      'in',
      some.map(({ userId }) => userId),
    )
    .execute()
  return some.map(({ userId, lines }) => {
    const user = users.find(({ id }) => id === userId)
    const said = saidIn(lines)
    const by = (ways: readonly number[]) => lines.some(({ channel }) => ways.includes(channel))
    return {
      userId: String(userId),
      name: user?.name ?? null,
      deptName: user?.deptName ?? null,
      things: said.length,
      says: said
        .slice(0, 5)
        .map(({ says }) => says)
        .join('；'),
      channelNames: [by(inInbox) && '站内通知', by(bySms) && '短信'].filter(Boolean).join('、'),
      held: by(bySms) && !user?.mobile ? '没有登记手机号' : null,
    }
  })
}
