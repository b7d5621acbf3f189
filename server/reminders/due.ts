import type { Selectable } from 'kysely'
import { chunksOf } from '../../core/chunks.ts'
import { bySms, inInbox, type ReminderEventName, reminderEvents } from '../../core/domain/reminders.ts'
import { Refused } from '../../core/errors.ts'
import { scopeOf } from '../access/scope.ts'
import { breather } from '../breather.ts'
import type { Ctx, Parts } from '../context.ts'
import type { RowOf } from '../db/table.ts'
import { user } from '../db/tables/people.ts'
import type { reminder as table } from '../db/tables/reminder.ts'
import { callerOf } from '../http/caller.ts'
import { allHold, oneOf } from '../rows/condition.ts'
import { type Found, finders, type Thing } from './finders.ts'
import { asOne, type Breathe, type Somebody } from './people.ts'
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
  /** For how many things it stands. */
  readonly count: number
  readonly sight: Sight
  readonly channel: number
}

/** Something as it is told: without words to whom it was not found for and who may not see it. */
type Told = Omit<Thing, 'says'> & { readonly says: string | null }
interface ToldTo {
  readonly people: readonly number[]
  readonly things: readonly Told[]
}

/** All that one person is told at once. What many are told alike is one list for all of them. */
export interface Due {
  readonly userId: number
  readonly parts: readonly { readonly rule: Rule; readonly things: readonly Told[] }[]
}

/** What a person is told, line by line. */
export function linesOf({ parts }: Due): Line[] {
  const lines = new Map<string, Line>()
  for (const { rule, things } of parts)
    for (const { key, says, count = 1, sight } of things)
      lines.set(`${rule.id} ${key}`, {
        ...{ ruleId: rule.id, event: rule.event as ReminderEventName, key, says, count, sight, channel: rule.channel },
      })
  return [...lines.values()]
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

/** What those are told who were named in place of who is concerned: of what they may not see only that it is there. */
async function toldTo(
  parts: Parts,
  found: readonly Found[],
  others: readonly Somebody[],
  breathe: Breathe,
): Promise<ToldTo[]> {
  const all = [...new Map(found.flatMap(({ things }) => things).map((one) => [one.key, one])).values()]
  const told: ToldTo[] = []
  for (const one of others) {
    await breathe()
    const theirs = found.filter(({ people }) => people.includes(one.id))
    const own = new Map(theirs.flatMap(({ things }) => things).map((thing) => [thing.key, thing]))
    const seen = await seenBy(await asOne(parts, one), all)
    const things = all.map((thing) => own.get(thing.key) ?? { ...thing, says: seen.has(thing.key) ? thing.says : null })
    told.push({ people: [one.id], things })
  }
  return told
}

/** So many people, and so many things, are asked about at once, and not much more than so many of what they were told is read. */
const askedMost = 200

/** What was told already of these things to these people: to each, by the keys. */
async function toldOf(
  { db }: Parts,
  ruleId: number,
  people: readonly number[],
  keys: readonly string[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await db.read
    .selectFrom('reminderSent')
    .select(['userId', 'thing'])
    .where('reminderId', '=', ruleId)
    .where('userId', 'in', people)
    .where('thing', 'in', keys)
    .execute()
  const told = new Map<number, Set<string>>()
  for (const { userId, thing } of rows) {
    const own = told.get(userId) ?? new Set()
    told.set(userId, own.add(thing))
  }
  return told
}

/** In shares of which each is asked about at once. */
function* sharesOf(found: readonly ToldTo[]): Generator<readonly ToldTo[]> {
  let share: ToldTo[] = []
  let size = 0
  for (const one of found)
    for (const things of chunksOf(one.things, askedMost))
      for (const people of chunksOf(one.people, askedMost)) {
        if (size > 0 && size + people.length + things.length > askedMost) {
          yield share
          share = []
          size = 0
        }
        share.push({ people, things })
        size += people.length + things.length
      }
  if (size > 0) yield share
}

/** Lets others have their turn, and ends what nobody waits for. */
export function breathing(gone: () => boolean = () => false): Breathe {
  const breathe = breather()
  return async () => {
    await breathe()
    if (gone()) throw new Refused('UNAVAILABLE', '已经没有人等候这个结果')
  }
}

/**
 * What would be told now, to whom: nothing that they were told before, each thing once.
 * @param given these rules; those that are switched on by default
 */
export async function dueNow(parts: Parts, given?: readonly Rule[], breathe: Breathe = breathing()): Promise<Due[]> {
  const rules =
    given ?? (await parts.db.read.selectFrom('reminder').selectAll().where('enabled', '=', 1).orderBy('id').execute())
  const others = await namedFor(
    parts,
    rules.filter(({ receivers }) => receivers === named).map(({ id }) => id),
  )
  const people = new Map<number, { rule: Rule; things: readonly Told[] }[]>()
  for (const rule of rules) {
    const event = rule.event as ReminderEventName
    const found = await finders[event](parts, rule.lead ?? reminderEvents[event].lead?.usual ?? 0, breathe)
    await breathe()
    const to = rule.receivers === named ? await toldTo(parts, found, others.get(rule.id) ?? [], breathe) : found
    const any = parts.db.read.selectFrom('reminderSent').select('id').where('reminderId', '=', rule.id)
    const anyTold = (await any.limit(1).execute()).length > 0
    for (const share of anyTold ? sharesOf(to) : [to]) {
      const ids = [...new Set(share.flatMap((one) => one.people))]
      const keys = [...new Set(share.flatMap(({ things }) => things.map(({ key }) => key)))]
      const told = anyTold && ids.length > 0 && keys.length > 0 ? await toldOf(parts, rule.id, ids, keys) : new Map()
      for (const one of share)
        for (const userId of one.people) {
          await breathe()
          const had = told.get(userId)
          const things = had ? one.things.filter(({ key }) => !had.has(key)) : one.things
          if (things.length === 0) continue
          const own = people.get(userId)
          if (own) own.push({ rule, things })
          else people.set(userId, [{ rule, things }])
        }
    }
  }
  return [...people].map(([userId, parts]) => ({ userId, parts }))
}

/** The things of some lines, each once, though two rules name it. */
export const saidIn = (lines: readonly Line[]): readonly Line[] => [
  ...new Map(lines.toSorted(wordless).map((one) => [one.key, one])).values(),
]
const wordless = (a: Line, b: Line) => Number(a.says !== null) - Number(b.says !== null)

/** How many things some lines tell of. */
export const countOf = (lines: readonly Line[]): number => lines.reduce((sum, { count }) => sum + count, 0)

/** How many are told without words, behind those that have some. */
export const uncounted = (named: number, n: number): string => `${named > 0 ? '另有 ' : ''}${n} 件`

/** Of some people those whom the caller reaches, in their order. */
async function reachedOf(ctx: Ctx, due: readonly Due[], breathe: Breathe): Promise<readonly Due[]> {
  const scope = scopeOf(ctx, user)
  if (scope.length === 0) return due
  const reached = new Set<number>()
  for (const some of chunksOf(due, 500)) {
    await breathe()
    const ids = some.map(({ userId }) => userId)
    const where = allHold([...scope, ...oneOf('id', ids)])
    for (const { id } of await ctx.db.selectFrom('user').select('id').where(where).execute()) reached.add(id)
  }
  return due.filter(({ userId }) => reached.has(userId))
}

/** Some of those who would be told, as people see it before it is sent: of the people whom the caller reaches, and in words what the caller may see too. */
async function shown(ctx: Ctx, due: readonly Due[]) {
  const ids = due.map(({ userId }) => userId)
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('user')
          .leftJoin('dept', 'dept.id', 'user.deptId')
          .select(['user.id', 'user.name', 'user.mobile', 'dept.name as deptName'])
          .where('user.id', 'in', ids)
          .execute()
  const users = new Map(rows.map((row) => [row.id, row]))
  const some = due.map((one) => ({ userId: one.userId, lines: linesOf(one) }))
  const seen = await seenBy(
    ctx,
    some.flatMap(({ lines }) => lines),
  )
  return some.map(({ userId, lines }) => {
    const who = users.get(userId)
    const said = saidIn(lines)
    const known = said.filter(({ key, says }) => says !== null && seen.has(key))
    const words = known.flatMap(({ says }) => says ?? [])
    const unseen = countOf(said) - countOf(known)
    const by = (ways: readonly number[]) => lines.some(({ channel }) => ways.includes(channel))
    return {
      userId: String(userId),
      name: who?.name ?? null,
      deptName: who?.deptName ?? null,
      things: countOf(said),
      says: [...words.slice(0, 5), ...(unseen > 0 ? [`${uncounted(words.length, unseen)}不在数据范围内`] : [])].join(
        '；',
      ),
      channelNames: [by(inInbox) && '站内通知', by(bySms) && '短信'].filter(Boolean).join('、'),
      held: by(bySms) && !who?.mobile ? '没有登记手机号' : null,
    }
  })
}

/**
 * What would be told now: a page of the people whom the caller reaches, and how many they are. It stands in line by caller, and ends when the
 * caller has left.
 * @param given as of `dueNow`
 * @throws Refused TOO_MANY
 */
export function previewOf(
  ctx: Ctx,
  { pageNumber = 1, pageSize = 10 }: { readonly pageNumber?: number; readonly pageSize?: number },
  given?: readonly Rule[],
) {
  const { parts, who, call } = ctx
  const work = async () => {
    const breathe = breathing(call.gone)
    const due = await reachedOf(ctx, await dueNow(parts, given, breathe), breathe)
    const from = (pageNumber - 1) * pageSize
    return { list: await shown(ctx, due.slice(from, from + pageSize)), total: due.length, pageNumber, pageSize }
  }
  return parts.work.previews.run(callerOf(who, call.address), work, () => !call.gone())
}
