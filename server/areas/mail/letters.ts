import type { Selectable } from 'kysely'
import { mailBrief, mailRow, type mailSearch } from '../../../core/contract/mail/rows.ts'
import {
  mailFlow,
  mailMerged,
  mailSupplyWithin,
  openStates,
  repliedStates,
  runningStates,
} from '../../../core/domain/mail-states.ts'
import { dayNumber, formatTime, momentOf } from '../../../core/domain/time.ts'
import { addWorkingDays } from '../../../core/domain/workdays.ts'
import type { Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { stepsFor } from '../../letters/steps.ts'
import {
  allOf,
  among,
  anyOf,
  aside,
  between,
  type Condition,
  equal,
  isEmpty,
  like,
  notAmong,
  notEmpty,
  oneOf,
  test,
} from '../../rows/condition.ts'
import { historyOf } from '../../rows/history.ts'
import { exactly } from '../../rows/personal.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { calendarNow } from '../../workdays/calendar.ts'
import { provisionalOf, timedColumns } from './clock.ts'

export type Letter = Selectable<RowOf<typeof table.columns>>

export const logged = ['title', 'type', 'openFlag', 'state', 'deptId'] as const
const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
export const letters = rowsOf(table, { reply: mailRow, logged, order })
export const briefs = rowsOf(table, { reply: mailBrief, logged, order })
export const history = historyOf(mailFlow.area)

export const isReplied = (state: number): boolean => repliedStates.includes(state)
export const online = 6

const asked = 3
/**
 * It waits for an answer: from the office or a department, for its writer where its time goes on nevertheless, or for one of its own where the
 * letter that it was merged into is over.
 */
export const isOpen = ({ state, due, leftAt }: Pick<Letter, 'state' | 'due' | 'leftAt'>): boolean =>
  openStates.includes(state) || (state === asked && due !== null) || leftAt !== null
export const open: Condition = anyOf([
  among('state', [...openStates]),
  allOf([test('state', '=', asked), notEmpty('due')]),
  notEmpty('leftAt'),
])

/** It stands in another letter, whose deadline is its own. */
export const isAlong = ({ state, leftAt }: Pick<Letter, 'state' | 'leftAt'>): boolean =>
  state === mailMerged && leftAt === null

/** Late: it waits for an answer, and its time is over. The index on states is of use for it. */
export const late = (now: number): Condition[] => [
  test('due', '<', now),
  ...oneOf('state', [...runningStates, mailMerged]),
  anyOf([test('state', '!=', mailMerged), notEmpty('leftAt')]),
]
/** The same in two parts, each with the index from which it is counted. */
export const lateParts = (now: number): readonly { where: readonly Condition[]; index: string | undefined }[] => [
  { where: [test('due', '<', now), among('state', [...runningStates])], index: table.late },
  { where: [test('due', '<', now), notEmpty('leftAt')], index: table.few?.leftAt },
]
const inTime = (now: number): Condition[] => {
  const before = [isEmpty('due'), test('due', '>=', now)]
  return [anyOf([...before, notAmong('state', [...runningStates])]), anyOf([...before, isEmpty('leftAt')])]
}

/** Its time waits for its writer, who has said nothing for longer than is waited for; where it goes on nevertheless, it is late by that. */
export async function lapsed(ctx: Ctx): Promise<Condition[]> {
  const before = addWorkingDays(await calendarNow(ctx), dayNumber(ctx.now), -mailSupplyWithin)
  return [test('state', '=', asked), isEmpty('due'), test('askedAt', '<', momentOf(before))]
}

/** The answer was given anew since it was rated: what was said then is about the earlier one. */
export const isOfEarlier = ({ rating, ratedAt, repliedAt }: Letter): boolean =>
  rating !== null && ratedAt !== null && (repliedAt === null || ratedAt < repliedAt)

/** A complaint that nobody has dealt with. */
export const toSettle: readonly Condition[] = [notEmpty('complainedAt'), isEmpty('complaintDoneAt')]
const complaining = (asked: unknown): readonly Condition[] =>
  Number(asked) === 2 ? toSettle : either(asked, [notEmpty('complainedAt')], [isEmpty('complainedAt')])

/** What comes from where one letter came from: of the same phone, or from the same address. */
async function sameSource(ctx: Ctx, id: number | undefined): Promise<readonly Condition[]> {
  if (id === undefined) return []
  const { phoneHash, addressHash } = await letters.need(ctx, id)
  const phone = phoneHash === ctx.parts.secret.lookup('') ? [] : [test('phoneHash', '=', phoneHash)]
  const ways = [...phone, ...(addressHash === null ? [] : [test('addressHash', '=', addressHash)])]
  // of alternatives no index is named: beside the thread that answers everybody
  return ways.length === 0 ? [test('id', '=', id)] : ways.length === 1 ? ways : aside([anyOf(ways)])
}

type Search = { readonly [F in keyof typeof mailSearch]?: (typeof mailSearch)[F]['_zod']['output'] }

const either = (asked: unknown, yes: Condition[], no: Condition[]): Condition[] =>
  asked === undefined ? [] : Number(asked) === 1 ? yes : no

/** What narrows lists and counts alike, the state too. */
export async function narrowed(ctx: Ctx, input: Search): Promise<Condition[]> {
  const { status, publicFlag, waiting, overdue, complained } = input
  return [
    ...like('title', input.title, 'full text'),
    ...like('content', input.content, 'full text'),
    ...(await exactly(ctx, table, 'phone', input.phone)),
    ...equal('type', input.type),
    ...equal('state', input.state),
    ...equal('deptId', input.deptId || undefined),
    ...(input.without === undefined ? [] : [isEmpty(input.without)]),
    ...either(status, [among('state', [...repliedStates])], [notAmong('state', [...repliedStates])]),
    ...either(publicFlag, [test('state', '=', online)], [test('state', '!=', online)]),
    ...(waiting === undefined ? [] : [open]),
    ...either(overdue, late(ctx.now), inTime(ctx.now)),
    ...complaining(complained),
    ...(input.lapsed === undefined ? [] : await lapsed(ctx)),
    ...equal('mergedInto', input.mergedInto || undefined),
    ...(input.left === undefined ? [] : [notEmpty('leftAt')]),
    ...(await sameSource(ctx, input.sameAs || undefined)),
    ...between('createdAt', input.startTime, input.endTime),
  ]
}

/** What replies say of letters beside what is stored: MailStatus, whether they are public or late, and why a deadline may still change. */
export async function withSaid<R extends { readonly id: string; readonly state: unknown }>(
  ctx: Ctx,
  shown: readonly R[],
): Promise<R[]> {
  if (shown.length === 0) return []
  const calendar = await calendarNow(ctx)
  const timesOf = (ids: readonly number[]) =>
    ctx.db
      .selectFrom('mail')
      .select(['id', 'due', 'state', 'mergedInto', 'repliedAt', 'leftAt', ...timedColumns])
      .where('id', 'in', [...ids])
      .execute()
  const rows = await timesOf(shown.map(({ id }) => Number(id)))
  const intos = rows.flatMap((row) => (isAlong(row) && row.mergedInto !== null ? [row.mergedInto] : []))
  const others = intos.length === 0 ? [] : await timesOf([...new Set(intos)])
  const byId = new Map([...others, ...rows].map((row) => [String(row.id), row]))
  return shown.map((one) => {
    const own = byId.get(one.id)
    const along = own !== undefined && isAlong(own)
    // who was answered apart waits for nothing
    const row = along ? (own.repliedAt === null ? byId.get(String(own.mergedInto)) : undefined) : own
    const state = Number(one.state)
    const waits = row !== undefined && isOpen(row)
    return {
      ...one,
      // both writers read the same day
      ...(along && { due: waits && row.due !== null ? formatTime(row.due) : null }),
      status: isReplied(state) ? 1 : 0,
      publicFlag: state === online ? 1 : 0,
      overdue: waits && !along && row.due !== null && row.due < ctx.now ? 1 : 0,
      provisional: waits ? provisionalOf(calendar, row) : null,
    }
  })
}

export const { targetOf, beside, held, made, note } = stepsFor(table, mailFlow, (ctx, id) => letters.need(ctx, id))
