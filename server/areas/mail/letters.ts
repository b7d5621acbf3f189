import type { Selectable } from 'kysely'
import { mailBrief, mailRow, type mailSearch } from '../../../core/contract/mail/rows.ts'
import { mailFlow, openStates, repliedStates } from '../../../core/domain/mail-states.ts'
import type { Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { stepsFor } from '../../letters/steps.ts'
import {
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

const merged = 8
/** It waits for an answer: from the office or a department, or for one of its own where the letter that it was merged into is over. */
export const isOpen = ({ state, leftAt }: Pick<Letter, 'state' | 'leftAt'>): boolean =>
  openStates.includes(state) || leftAt !== null
export const open: Condition = anyOf([among('state', [...openStates]), notEmpty('leftAt')])

/** Late: it waits for the office or a department, and its time is over. The index on states is of use for it. */
export const late = (now: number): Condition[] => [
  test('due', '<', now),
  ...oneOf('state', [...openStates, merged]),
  anyOf([test('state', '!=', merged), notEmpty('leftAt')]),
]
/** The same in two parts, each with the index from which it is counted. */
export const lateParts = (now: number): readonly { where: readonly Condition[]; index: string }[] => [
  { where: [test('due', '<', now), among('state', [...openStates])], index: 'mail_deletedAt_state_due_deptId' },
  { where: [test('due', '<', now), notEmpty('leftAt')], index: 'mail_leftAt' },
]
const inTime = (now: number): Condition[] => {
  const before = [isEmpty('due'), test('due', '>=', now)]
  return [anyOf([...before, notAmong('state', [...openStates])]), anyOf([...before, isEmpty('leftAt')])]
}

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
    ...like('title', input.title),
    ...like('content', input.content),
    ...(await exactly(ctx, table, 'phone', input.phone)),
    ...equal('type', input.type),
    ...equal('state', input.state),
    ...equal('deptId', input.deptId || undefined),
    ...either(status, [among('state', [...repliedStates])], [notAmong('state', [...repliedStates])]),
    ...either(publicFlag, [test('state', '=', online)], [test('state', '!=', online)]),
    ...(waiting === undefined ? [] : [open]),
    ...either(overdue, late(ctx.now), inTime(ctx.now)),
    ...complaining(complained),
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
  const rows = await ctx.db
    .selectFrom('mail')
    .select(['id', 'due', 'state', ...timedColumns])
    .where(
      'id',
      'in',
      shown.map(({ id }) => Number(id)),
    )
    .execute()
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return shown.map((one) => {
    const row = byId.get(one.id)
    const state = Number(one.state)
    const waits = row !== undefined && isOpen(row)
    return {
      ...one,
      status: isReplied(state) ? 1 : 0,
      publicFlag: state === online ? 1 : 0,
      overdue: waits && row.due !== null && row.due < ctx.now ? 1 : 0,
      provisional: waits ? provisionalOf(calendar, row) : null,
    }
  })
}

export const { targetOf, held, made, note } = stepsFor(table, mailFlow, (ctx, id) => letters.need(ctx, id))
