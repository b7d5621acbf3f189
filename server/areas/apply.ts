import { applyBrief, applyRow } from '../../core/contract/apply/rows.ts'
import { applyOpen } from '../../core/contract/apply/web.ts'
import { type ApplyPaper, apply as contract } from '../../core/contract/apply.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import {
  type ApplyChannel,
  type ApplyMove,
  type ApplyState,
  applyChannels,
  applyFlow,
  enteredWrong,
  wrongEntry,
} from '../../core/domain/apply-states.ts'
import { dayNumber, formatDay } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, type Pile, whoOf } from '../context.ts'
import * as created from '../db/migrations/202611260530-apply.ts'
import * as reporting from '../db/migrations/202611260905-apply-report.ts'
import * as numbered from '../db/migrations/202611261310-apply-number.ts'
import * as ordered from '../db/migrations/202611261500-apply-order.ts'
import * as places from '../db/migrations/202611261915-area-places.ts'
import * as lateOrder from '../db/migrations/202611261940-late-order.ts'
import * as counted from '../db/migrations/202611262101-apply-counted.ts'
import * as supplying from '../db/migrations/202611271200-apply-supply-days.ts'
import * as reminders from '../db/migrations/202611271300-apply-reminders.ts'
import * as years from '../db/migrations/202611271320-apply-years.ts'
import * as again from '../db/migrations/202611280740-apply-again.ts'
import { apply as table } from '../db/tables/apply.ts'
import { asOpen } from '../letters/open.ts'
import { placed } from '../letters/placed.ts'
import { implement, ownTransactions, whileUnchanged } from '../pipeline.ts'
import { amongRows, anyOf, like, test } from '../rows/condition.ts'
import type { Paging } from '../rows/list.ts'
import { revealed } from '../rows/personal.ts'
import { latePiles, pileOf, pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { sheetOf } from '../rows/sheet.ts'
import { refuseAtOnce } from '../rows/stale.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { calendarHeld } from '../workdays/calendar.ts'
import { keptCalendar } from '../workdays/kept.ts'
import { briefs, type Case, cases, lapsed, late, logged, narrowed, online, withSaid } from './apply/cases.ts'
import { clockOf, dueOf, thirdUntil } from './apply/clock.ts'
import { deadlines as answerTimes, supplies as supplyTimes } from './apply/deadline.ts'
import { attachOwn, download, upload } from './apply/files.ts'
import { laidOpen, refuseUnfit } from './apply/open.ts'
import * as own from './apply/own.ts'
import { exportWord } from './apply/papers.ts'
import { depts } from './apply/places.ts'
import { receive } from './apply/receive.ts'
import { remind } from './apply/remind.ts'
import { report } from './apply/report.ts'
import { applySettings } from './apply/settings.ts'
import { refuseClosed, system } from './apply/system.ts'
import * as work from './apply/work.ts'

/** How the area's tables came to be. */
export const migrations = {
  '202611260530-apply': created,
  '202611260905-apply-report': reporting,
  '202611261310-apply-number': numbered,
  '202611261500-apply-order': ordered,
  '202611261915-area-places': places,
  '202611261940-late-order': lateOrder,
  '202611262101-apply-counted': counted,
  '202611271200-apply-supply-days': supplying,
  '202611271300-apply-reminders': reminders,
  '202611271320-apply-years': years,
  '202611280740-apply-again': again,
}

export const demo = () => import('../demo/apply.ts')

export const deadlines = [answerTimes, supplyTimes]

const published = rowsOf(table, {
  reply: applyOpen,
  logged: [],
  order: [
    ['publishedAt', 'desc'],
    ['id', 'desc'],
  ],
  open: true,
  everybody: [test('state', '=', online)],
})

/** A request that is confirmed has its deadline, and one of which that was taken back has none. */
async function setDue(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const calendar = await calendarHeld(ctx)
  const rows = await ctx.db
    .selectFrom('apply')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  for (const row of rows)
    await ctx.db
      .updateTable('apply')
      .set({ due: dueOf(calendar, row) })
      .where('id', '=', row.id)
      .execute()
}

/** What is answered keeps by which calendar its time was counted. */
async function keepCounting(ctx: Ctx, rows: readonly Case[]): Promise<void> {
  if (rows.length === 0) return
  const calendar = await calendarHeld(ctx)
  for (const row of rows) {
    const clock = clockOf(calendar, row)
    if (!clock) continue
    const countedBy = keptCalendar(calendar, clock, ctx.now)
    await ctx.db.updateTable('apply').set({ countedBy }).where('id', '=', row.id).execute()
  }
}

/** A third party that is asked is waited for, until it answers or its time is over (32). @throws Refused BAD_STATE */
async function refuseUnheard(ctx: Ctx, { title, thirdAt, thirdBackAt }: Case): Promise<void> {
  if (thirdAt === null || thirdBackAt !== null) return
  const until = thirdUntil(await calendarHeld(ctx), thirdAt)
  if (dayNumber(ctx.now) <= until)
    throw new Refused(
      'BAD_STATE',
      `《${title}》正在征求第三方意见，期限到 ${formatDay(until)}：收到意见请先「登记第三方意见」，逾期没有意见的才能签发`,
    )
}

/** What was accepted is answered; what the office entered by mistake is taken back for that reason alone. @throws Refused BAD_STATE */
function refuseAccepted(row: Case, reason: string | null): void {
  if (!enteredWrong(row))
    throw new Refused('BAD_STATE', '它已受理，请作出答复；只有登记以后还没有办理的登记件，才能以登记有误撤下')
  if (!reason?.startsWith(wrongEntry))
    throw new Refused('BAD_STATE', `它已受理，请作出答复；是登记有误的，理由请写「${wrongEntry}，另行登记」`)
}

const { move, toBin, handlers } = stateHandlers<typeof table.columns, ApplyState, ApplyMove>(table, {
  states: applyFlow,
  columns: { status: 'state', reason: 'reason' },
  row: applyRow,
  binned: contract.binList.output,
  withSaid,
  narrowed,
  logged,
  writes: {},
  async guard(ctx, row, { move: name, version }, reason) {
    // another clerk has just written how it is to stand there
    if (name === 'publish') await refuseAtOnce(ctx, row, version, applyFlow.noun)
    if (name === 'publish') await refuseUnfit(ctx, row, reason)
    if (name === 'issue') await refuseUnheard(ctx, row)
    if (name === 'reject' && row.state === 1) refuseAccepted(row, reason)
    if (name === 'confirm' && row.state === 8 && !applyChannels[row.channel as ApplyChannel].confirms)
      throw new Refused('BAD_STATE', '它是登记件，确认收到会改动收到申请之日：请重新登记，刚撤下的可以撤销')
    return false
  },
  set(ctx, { row, move: name }) {
    if (name === 'confirm') return { receivedAt: ctx.now }
    // it is counted nowhere
    if (name === 'reject') return { receivedAt: null, due: null }
    if (name === 'issue') return { answeredAt: ctx.now }
    return name === 'publish' ? { publishedAt: ctx.now, ...laidOpen(row) } : {}
  },
  async after(ctx, decided) {
    const idsOf = (some: typeof decided) => some.map(({ row }) => row.id)
    await setDue(ctx, idsOf(decided.filter((one) => one.move === 'confirm')))
    await keepCounting(
      ctx,
      decided.filter(({ move: name, to }) => name === 'issue' && to === 5).map(({ row }) => row),
    )
    await depts.leadIs(ctx, idsOf(decided.filter((one) => one.move === 'redo' && one.to === 2)), 1)
    await depts.leadIs(ctx, idsOf(decided.filter((one) => one.move === 'redo' && one.to === 4)), 2)
    await placed(ctx, 'apply', online, decided)
  },
})

/** What waits: for the office to confirm, to hand on, to check and to deliver, and for the departments that have it. */
const steps = pilesOf(
  table,
  applyFlow,
  [
    { name: 'toConfirm', state: 0, needs: 'apply_confirm', since: 'createdAt' },
    { name: 'toForward', state: 1, needs: 'apply_forward', since: 'createdAt' },
    { name: 'toAnswer', state: 2, needs: 'apply_answer', since: 'createdAt' },
    { name: 'toIssue', state: 4, needs: 'apply_issue', since: 'createdAt' },
    { name: 'toDeliver', state: 5, needs: 'apply_deliver', since: 'createdAt' },
  ],
  { status: 'state' },
)

/** Nothing was supplied in time: the office says that the request is over. */
const unsupplied = pileOf(table, applyFlow, {
  ...{ name: 'lapsed', title: '补正期限已过，待处理', needs: 'apply_forward', since: 'suppliesUntil' },
  search: { lapsed: '1' },
  where: ({ now }) => lapsed(now),
})

export const piles: readonly Pile[] = [
  ...latePiles(table, applyFlow, { late, all: 'apply_forward', own: 'apply_answer', inHand: 2 }),
  ...steps,
  unsupplied,
]

type Search = Omit<Parsed<typeof contract.list>, keyof Paging>

async function list(ctx: Ctx, input: Search & Paging) {
  const page = await briefs.page(ctx, input, ...(await narrowed(ctx, input)))
  return { ...page, list: await withSaid(ctx, page.list) }
}

/** Those that a department leads, and those with which it assists. */
async function listByDept(ctx: Ctx, { deptId: asked, ...input }: Parsed<typeof contract.listByDept>) {
  const deptId = asked || whoOf(ctx).deptId
  // whoever looks for somebody by a number is told of, whatever is found
  const narrowing = await narrowed(ctx, input)
  if (!deptId) return { list: [], total: 0, pageNumber: input.pageNumber ?? 1, pageSize: input.pageSize ?? 10 }
  const theirs = amongRows('id', 'applyDept', 'applyId', [test('deptId', '=', deptId)])
  const conditions = [anyOf([theirs, test('deptId', '=', deptId)]), ...narrowing]
  const page = await briefs.page(ctx, input, ...conditions)
  return { ...page, list: await withSaid(ctx, page.list) }
}

/** Departments that are in use. */
const deptList = ({ db }: Ctx) =>
  db
    .selectFrom('dept')
    .select(['id', 'name'])
    .where('state', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ id, name }) => ({ id: String(id), name })))

const open = { title: 'openTitle', answer: 'openAnswer' } as const

export const apply = implement(contract, {
  list,
  listByDept,
  get: (ctx, { id }) => work.whole(ctx, id),
  deptList,
  explain: (ctx, { id }) => work.explain(ctx, id),
  add: (ctx, { files, ...given }) => receive(ctx, given, files),
  confirm: ownTransactions(move('confirm')),
  reject: ownTransactions(move('reject')),
  redo: ownTransactions(move('redo')),
  again: ownTransactions(work.again),
  issue: ownTransactions(move('issue')),
  publish: ownTransactions(move('publish')),
  withdraw: ownTransactions(move('withdraw')),
  forward: work.forward,
  answer: work.answer,
  discard: work.discard,
  giveBack: ownTransactions(work.giveBack),
  clarify: work.clarify,
  supplement: work.supplement,
  extend: work.extend,
  thirdParty: work.thirdParty,
  thirdReply: work.thirdReply,
  deliver: work.deliver,
  draft: work.draft,
  reveal: async (ctx, { id, reason }) => {
    // who assists with a request has no need of it
    const row = await cases.need(ctx, id, { lock: true })
    const fields = ['name', 'idNumber', 'contact', 'phone', 'address', 'email'] as const
    return revealed(ctx, table, row, { reason, fields })
  },
  report: whileUnchanged(report),
  download: (ctx, { id }) => download(ctx, id),
  exportWord: (ctx, { id, paper = 'whole' }) => exportWord(ctx, id, paper as ApplyPaper),
  wbExcel: sheetOf(contract.wbExcel, applyBrief, { name: '依申请公开台账' }, list),
  smsReminder: (ctx, { id }) => remind(ctx, id),
  system,
  del: ownTransactions((ctx: Ctx, { id }: { id: number }) => toBin(ctx, [id])),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  webDeptList: async (ctx) => ({ open: (await applySettings(ctx)).open, list: await deptList(ctx) }),
  upload: ownTransactions(upload),
  webSave: async (ctx, { files, verifyCode: _, codeId: __, ...given }) => {
    await refuseClosed(ctx)
    const receipt = await receive(ctx, { ...given, channel: 0 })
    await attachOwn(ctx, Number(receipt.id), files ?? [])
    return receipt
  },
  webList: async (ctx, input) => {
    const page = await published.page(ctx, input, ...like('openTitle', input.title))
    return { ...page, list: await asOpen(ctx, 'apply', open, page.list) }
  },
  webGet: async (ctx, { id }) => {
    const [one] = await asOpen(ctx, 'apply', open, [await published.get(ctx, id)])
    return one as NonNullable<typeof one>
  },
  webCode: own.look,
  webFile: own.file,
  webSupplement: own.supplement,
  ...handlers,
})
