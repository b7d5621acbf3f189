import type { Answer, Parsed } from '../../core/contract/endpoint.ts'
import {
  suggestion as contract,
  suggestionBrief,
  suggestionOpen,
  suggestionRow,
} from '../../core/contract/suggestion.ts'
import { masked } from '../../core/domain/personal.ts'
import { type SuggestionMove, type SuggestionState, suggestionFlow } from '../../core/domain/suggestion-states.ts'
import { formatTime } from '../../core/domain/time.ts'
import { type Ctx, type Pile, visitorOf, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611222250-suggestion.ts'
import * as answered from '../db/migrations/202611231310-suggestion-answered.ts'
import * as opening from '../db/migrations/202611260945-suggestion-open.ts'
import * as places from '../db/migrations/202611261730-suggestion-places.ts'
import * as coded from '../db/migrations/202611262030-suggestion-code.ts'
import * as due from '../db/migrations/202611262040-suggestion-due.ts'
import * as reminders from '../db/migrations/202611271125-suggestion-reminders.ts'
import * as drafts from '../db/migrations/202611271300-suggestion-draft.ts'
import { suggestion as table } from '../db/tables/suggestion.ts'
import { newCode, plainCode } from '../letters/code.ts'
import { refuseStopped } from '../letters/depts.ts'
import { forwardBy } from '../letters/forward.ts'
import { placed } from '../letters/placed.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { between, equal, like, test } from '../rows/condition.ts'
import { exactly, revealed, sealed } from '../rows/personal.ts'
import { pileOf, pilesOf } from '../rows/piles.ts'
import { refuseMissing } from '../rows/references.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { refuseAtOnce } from '../rows/stale.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseText } from '../rows/texts.ts'
import { touchRows } from '../rows/touch-area.ts'
import { setting } from '../settings.ts'
import { calendarHeld } from '../workdays/calendar.ts'
import { lastMoment } from '../workdays/limit.ts'
import { frozenSays } from './people/frozen.ts'
import { late, overdueIs, timeSays } from './suggestion/late.ts'
import { answeredAnew, drafted, draftOf, online, refuseUnfit, texts, wordingOf } from './suggestion/open.ts'
import { look } from './suggestion/own.ts'

/** How the area's table came to be. */
export const migrations = {
  '202611222250-suggestion': made,
  '202611231310-suggestion-answered': answered,
  '202611260945-suggestion-open': opening,
  '202611261730-suggestion-places': places,
  '202611262030-suggestion-code': coded,
  '202611262040-suggestion-due': due,
  '202611271125-suggestion-reminders': reminders,
  '202611271300-suggestion-draft': drafts,
}
export { deadlines } from './suggestion/deadline.ts'
export const demo = () => import('../demo/suggestion.ts')

const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
const logged = ['title', 'deptId'] as const
const rows = rowsOf(table, { reply: suggestionRow, logged, order, history: suggestionFlow.area })
const briefs = rowsOf(table, { reply: suggestionBrief, logged, order })
const published = rowsOf(table, {
  reply: suggestionOpen,
  logged,
  order: [
    ['publishedAt', 'desc'],
    ['id', 'desc'],
  ],
  open: true,
  everybody: [test('status', '=', online)],
})

/** What narrows the list beside the state. */
const narrowed = async (ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title, 'full text'),
  ...like('content', input.content, 'full text'),
  ...(await exactly(ctx, table, 'phone', input.phone)),
  ...equal('deptId', input.deptId),
  ...overdueIs(input.overdue, ctx.now),
  ...between('createdAt', input.startTime, input.endTime),
]

const { move, step, toBin, handlers } = stateHandlers<typeof table.columns, SuggestionState, SuggestionMove>(table, {
  states: suggestionFlow,
  row: suggestionRow,
  binned: contract.binList.output,
  narrowed,
  logged,
  writes: { answer },
  async guard(ctx, row, { move: name, version }, reason) {
    // its department may have put another answer there since it was read
    if (name === 'publish') await refuseAtOnce(ctx, row, version, suggestionFlow.noun)
    if (name === 'publish') await refuseUnfit(ctx, await rows.need(ctx, row.id), reason)
    return false
  },
  set(ctx, { row, move: name }) {
    // an undo gives it back
    if (name === 'withdraw') return { openNo: null }
    return name === 'publish' ? { publishedAt: ctx.now, ...wordingOf(ctx, row) } : {}
  },
  async after(ctx, decided) {
    await placed(ctx, 'suggestion', online, decided)
  },
})

/** What waits: an answer for the department that is to give it, what was answered for who publishes, and what of both is late. */
export const piles: readonly Pile[] = [
  ...pilesOf(table, suggestionFlow, [
    { name: 'toAnswer', state: 0, needs: 'suggestion_answer', since: 'createdAt' },
    { name: 'toPublish', state: 4, needs: 'suggestion_publish', since: 'repliedAt' },
  ]),
  pileOf(table, suggestionFlow, {
    ...{ name: 'overdue', title: '已超期', needs: 'suggestion_answer', since: 'due' },
    ...{ search: { overdue: '1' }, beside: 'status' },
    where: ({ now }) => late(now),
  }),
]

/** Keeps a suggestion; who says a phone gets a code, by which they find it again. */
async function add(ctx: Ctx, input: Parsed<typeof contract.add>) {
  const { title, content, name, phone } = input
  const { secret } = ctx.parts
  const code = phone ? newCode() : null
  const limitDays = Number(await setting(ctx.db, 'suggestion.days'))
  const due = lastMoment(await calendarHeld(ctx), { createdAt: ctx.now, limitDays })
  const given = {
    ...{ title, content, status: 0, deptId: null, peopleId: visitorOf(ctx)?.peopleId ?? null },
    shownName: name ? masked('name', name) : null,
    ...sealed(secret, table, { name: name || null, phone: phone ?? null, code }),
    ...{ codeHash: code && secret.lookup(plainCode(code)), due, limitDays },
  }
  const { id } = await rows.add(ctx, given)
  return { id, code, due: formatTime(due) }
}

type Read = Answer<typeof contract.get>

/** Rows with what is said of their time, and of whom they came from. */
async function withSaid<R extends { readonly id: string }>(ctx: Ctx, shown: readonly R[]): Promise<R[]> {
  if (shown.length === 0) return []
  const found = await ctx.db
    .selectFrom('suggestion')
    .select(['id', 'phoneHash', 'peopleId', 'status', 'due', 'createdAt', 'limitDays'])
    .where(
      'id',
      'in',
      shown.map(({ id }) => Number(id)),
    )
    .execute()
  const [frozen, time] = [await frozenSays(ctx, found), await timeSays(ctx, found)]
  return shown.map((row) => ({ ...row, ...time.get(Number(row.id)), frozen: frozen.get(Number(row.id)) ?? null }))
}

async function list(ctx: Ctx, input: Parsed<typeof contract.list>) {
  const page = await briefs.page(ctx, input, ...(await narrowed(ctx, input)), ...equal('status', input.status))
  return { ...page, list: await withSaid(ctx, page.list) }
}

async function answer(ctx: Ctx, { id, version, reply, deptId }: Parsed<typeof contract.answer>) {
  const row = await rows.need(ctx, id, { lock: true })
  if (deptId && deptId !== row.deptId) await refuseStopped(ctx, table as never, [deptId])
  const written = reply !== undefined && reply !== row.reply
  if (written) refuseText(ctx, suggestionFlow, 'answer', row.status as SuggestionState)
  // somebody else has answered meanwhile
  if (written && row.reply !== null && row.repliedBy !== whoOf(ctx).userId)
    await refuseAtOnce(ctx, row, version, '建议')
  const anew = written ? answeredAnew(row) : {}
  const said = written ? { reply, repliedBy: whoOf(ctx).userId, repliedAt: ctx.now } : {}
  const given = {
    ...said,
    ...anew,
    ...(deptId !== undefined && { deptId: deptId || null }),
  }
  if (written && suggestionFlow.target('reply', row.status as SuggestionState) !== null) {
    await refuseMissing(ctx, table as never, given)
    await step(ctx, row, 'reply', { version }, given)
    return rows.get(ctx, id)
  }
  const saved = await rows.change(ctx, id, given, version)
  if (row.status === online) await touchRows(ctx, 'suggestion', [{ id: row.id, place: row.openNo }], false)
  return saved
}

/** One as its page shows it, and how it would stand on the site. */
async function whole(ctx: Ctx, id: number): Promise<Read> {
  const row = await rows.need(ctx, id)
  const shown = await withSaid(ctx, await rows.shown(ctx, [row]))
  return { ...(shown[0] as NonNullable<(typeof shown)[0]>), draft: draftOf(ctx, row) } as Read
}

async function draft(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.draft>) {
  const row = await rows.need(ctx, id, { lock: true })
  if (row.draftedAt !== null) await refuseAtOnce(ctx, row, version, suggestionFlow.noun)
  await rows.change(ctx, id, drafted(ctx, row, given), version, '写公开稿')
  return whole(ctx, id)
}

const forward = forwardBy(table as never, { need: rows.need, step, shown: rows.shown })

export const suggestion = implement(contract, {
  add,
  webCode: look,
  webList: async (ctx, input) => {
    const page = await published.page(ctx, input, ...texts.like('title', input.title))
    return { ...page, list: await texts.shown(ctx, page.list) }
  },
  list,
  get: (ctx, { id }) => whole(ctx, id),
  reveal: async (ctx, { id, reason }) =>
    revealed(ctx, table, await rows.need(ctx, id), { reason, fields: ['name', 'phone'] }),
  answer,
  forward,
  draft,
  publish: ownTransactions(move('publish')),
  settle: ownTransactions(move('settle')),
  reject: ownTransactions(move('reject')),
  withdraw: ownTransactions(move('withdraw')),
  del: ownTransactions((ctx: Ctx, { id }: { id: number }) => toBin(ctx, [id])),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  ...handlers,
})
