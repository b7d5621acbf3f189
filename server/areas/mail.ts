import type { Parsed } from '../../core/contract/endpoint.ts'
import { mailBrief, mailRow } from '../../core/contract/mail/rows.ts'
import { mailOpen } from '../../core/contract/mail/web.ts'
import { mail as contract } from '../../core/contract/mail.ts'
import { type MailMove, type MailState, mailFlow } from '../../core/domain/mail-states.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx, Pile } from '../context.ts'
import * as created from '../db/migrations/202611260320-mail.ts'
import * as imported from '../db/migrations/202611260540-mail-import.ts'
import * as reminders from '../db/migrations/202611260545-mail-reminders.ts'
import * as complaining from '../db/migrations/202611260550-mail-complaints.ts'
import * as tally from '../db/migrations/202611260900-mail-tally.ts'
import * as ordered from '../db/migrations/202611261500-mail-order.ts'
import * as places from '../db/migrations/202611261610-mail-places.ts'
import * as left from '../db/migrations/202611261620-mail-left.ts'
import * as joint from '../db/migrations/202611262100-mail-joint.ts'
import * as openLists from '../db/migrations/202611262100-open-lists.ts'
import * as ownPlaces from '../db/migrations/202611262105-own-places.ts'
import * as rated from '../db/migrations/202611271120-mail-rated.ts'
import * as publishedOrder from '../db/migrations/202611271340-mail-published.ts'
import * as openListsToo from '../db/migrations/202611271540-open-lists-postgres.ts'
import { mail as table } from '../db/tables/mail.ts'
import { asOpen } from '../letters/open.ts'
import { placed } from '../letters/placed.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, like, notEmpty } from '../rows/condition.ts'
import type { Paging } from '../rows/list.ts'
import { revealed } from '../rows/personal.ts'
import { latePiles, pileOf, pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { sheetOf } from '../rows/sheet.ts'
import { refuseAtOnce } from '../rows/stale.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { attachOwn, upload } from './mail/files.ts'
import { importMany } from './mail/import.ts'
import { noteLeft, notePublic, refuseAwaited } from './mail/left.ts'
import { briefs, isOpen, lapsed, late, letters, logged, narrowed, online, toSettle, withSaid } from './mail/letters.ts'
import { merge, tellMerged, unmerge } from './mail/merge.ts'
import { asItStands, refuseOthersNamed, refuseUnfit } from './mail/open.ts'
import { complain, look, supplement as ownSupplement, rate } from './mail/own.ts'
import { settleComplaint, sources } from './mail/piles.ts'
import { receive } from './mail/receive.ts'
import {
  like as alike,
  draft,
  explain,
  extend,
  keepCounting,
  reopen,
  supplement,
  timedAnew,
  waitsFor,
  whole,
} from './mail/work.ts'

/** How the area's tables came to be. */
export const migrations = {
  '202611260320-mail': created,
  '202611260540-mail-import': imported,
  '202611260545-mail-reminders': reminders,
  '202611260550-mail-complaints': complaining,
  '202611260900-mail-tally': tally,
  '202611261500-mail-order': ordered,
  '202611261610-mail-places': places,
  '202611261620-mail-left': left,
  '202611262100-mail-joint': joint,
  '202611262100-open-lists': openLists,
  '202611262105-own-places': ownPlaces,
  '202611271120-mail-rated': rated,
  '202611271340-mail-published': publishedOrder,
  '202611271540-open-lists-postgres': openListsToo,
}

export const demo = () => import('../demo/mail.ts')

export { deadlines } from './mail/deadline.ts'

const published = rowsOf(table, {
  reply: mailOpen,
  logged: [],
  order: [
    ['openNo', 'desc'],
    ['id', 'desc'],
  ],
  open: true,
})

/** Answered by its department, and read by nobody else yet. */
const replied = 4
/** Answered, and shown to whoever wrote alone. */
const settled = 5
const refused = 7
const spam = 9

const { move, toBin, handlers } = stateHandlers<typeof table.columns, MailState, MailMove>(table, {
  states: mailFlow,
  columns: { status: 'state', reason: 'reason' },
  row: mailRow,
  binned: contract.binList.output,
  withSaid,
  narrowed,
  logged,
  writes: {},
  async guard(ctx, row, { move: name, at, version }, reason) {
    // another clerk has just settled it so that nobody reads it, or written how it is to stand there
    if (name === 'publish' && (at === settled || row.openTitle !== null)) await refuseAtOnce(ctx, row, version, '信件')
    if (at === replied && (name === 'settle' || name === 'publish')) await refuseOthersNamed(ctx, row)
    if (name === 'publish') await refuseUnfit(ctx, row, reason)
    if (name === 'delete') {
      if (row.complainedAt !== null && row.complaintDoneAt === null)
        throw new Refused(
          'BAD_STATE',
          `《${row.title}》有投诉还没有处理，请先处理投诉（命令 xzx mail settle-complaint 编号），再删除`,
        )
      await refuseAwaited(ctx, row)
    }
    return false
  },
  async set(ctx, { row, move: name, at }) {
    // who had been asked is not waited for any more
    const anew = at === refused || at === spam ? await timedAnew(ctx, row, { askedAt: null }) : {}
    if (name === 'examine') return { ...anew, acceptedAt: ctx.now }
    if (name === 'notSpam') return anew
    // an undo gives it back
    if (name === 'withdraw') return { openNo: null }
    if (name === 'ask') return (await waitsFor(ctx, row)) ? timedAnew(ctx, row, { askedAt: ctx.now }) : {}
    if (name !== 'settle' && name !== 'publish') return {}
    // who complained of having no answer has one now
    const late = row.complainedAt !== null && row.complaintDoneAt === null && row.state === 4
    const { title, content, reply } = asItStands(row)
    const texts = {
      ...{ openTitle: title, openContent: content, openReply: reply },
      publishedAt: ctx.now,
    }
    return {
      repliedAt: row.repliedAt ?? ctx.now,
      ...(late && { complaintDoneAt: ctx.now }),
      ...(name === 'publish' && texts),
    }
  },
  // who leads works on it again, or has answered
  async after(ctx, decided) {
    for (const { row, to } of decided)
      if (to === 2 || to === 4)
        await ctx.db
          .updateTable('mailForum')
          .set({ state: to === 2 ? 1 : 2 })
          .where('mailId', '=', row.id)
          .where('lead', '=', 1)
          .execute()
    await keepCounting(
      ctx,
      decided
        .filter(({ row, to }) => isOpen(row) && [settled, online, refused, spam].includes(Number(to)))
        .map(({ row }) => row),
    )
    await placed(ctx, 'mail', online, decided)
    await noteLeft(
      ctx,
      decided.map(({ row }) => row.id),
    )
    await notePublic(
      ctx,
      decided.filter(({ at, to }) => to === online && at !== online).map(({ row }) => row.id),
    )
  },
})

/** What waits: for the office to judge, to hand on and to check, and for the departments that have it. */
const steps = pilesOf(
  table,
  mailFlow,
  [
    { name: 'toExamine', state: 0, needs: 'mail_examine', since: 'createdAt' },
    { name: 'toForward', state: 1, needs: 'mailForum_deptSave', since: 'createdAt' },
    { name: 'toAnswer', state: 2, needs: 'mailForum_save', since: 'createdAt' },
    { name: 'toCheck', state: 4, needs: 'mail_settle', since: 'createdAt' },
  ],
  { status: 'state' },
)

/** Complaints, whatever has become of the letter meanwhile. */
const complaints = pileOf(table, mailFlow, {
  ...{ name: 'complained', title: '投诉待处理', needs: 'mail_reopen', since: 'complainedAt' },
  ...{ search: { complained: '2' }, beside: 'state' },
  where: () => toSettle,
})
/** Merged into a letter that is over, with nothing of it public: whoever wrote them is still to be answered. */
const leftAlone = pileOf(table, mailFlow, {
  ...{ name: 'left', title: '并入的信已了结，待答复来信人', needs: 'mail_merge', since: 'leftAt' },
  // those of them that are late are told once
  search: { left: '1', state: '8' },
  where: () => [notEmpty('leftAt')],
})
/** Whoever wrote was asked and says nothing: the office decides what becomes of it. */
const unsupplied = pileOf(table, mailFlow, {
  ...{ name: 'lapsed', title: '来信人逾期未补充，待处理', needs: 'mail_reject', since: 'askedAt' },
  search: { lapsed: '1' },
  where: lapsed,
})
export const piles: readonly Pile[] = [
  ...latePiles(table, mailFlow, { late, all: 'mailForum_deptSave', own: 'mailForum_save', inHand: 2 }),
  ...steps,
  complaints,
  leftAlone,
  unsupplied,
]

type Search = Omit<Parsed<typeof contract.list>, keyof Paging>

async function list(ctx: Ctx, input: Search & Paging) {
  const page = await briefs.page(ctx, input, ...(await narrowed(ctx, input)))
  return { ...page, list: await withSaid(ctx, page.list) }
}

/** What is public, by the wording that it has on the site. */
async function webPage(ctx: Ctx, input: Parsed<typeof contract.webList>) {
  const page = await published.page(ctx, input, ...like('openTitle', input.title), ...equal('type', input.type))
  return { ...page, list: await asOpen(ctx, 'mail', open, page.list) }
}

const open = { title: 'openTitle', content: 'openContent', reply: 'openReply' } as const

export const mail = implement(contract, {
  list,
  get: (ctx, { id }) => whole(ctx, id),
  top: async (ctx, { size }) => (await list(ctx, { pageSize: size, withTotal: 0 })).list,
  like: (ctx, { id }) => alike(ctx, id),
  explain: (ctx, { id }) => explain(ctx, id),
  mailBoxExcel: sheetOf(contract.mailBoxExcel, mailBrief, { name: '信件' }, list),
  add: (ctx, { files, ...given }) => receive(ctx, given, files),
  importMany,
  reveal: async (ctx, { id, reason }) => {
    // who assists with a letter has no need of it
    const row = await letters.need(ctx, id, { lock: true })
    // by the code beside the phone somebody here could rate and complain as if they were them
    return revealed(ctx, table, row, { reason, fields: ['name', 'phone'] })
  },
  examine: ownTransactions((ctx: Ctx, { ids, versions }: Parsed<typeof contract.examine>) =>
    move('examine')(ctx, { items: ids.map((id) => ({ id, version: versions?.get(id) })) }),
  ),
  ask: ownTransactions(move('ask')),
  supplement,
  reject: ownTransactions(move('reject')),
  redo: ownTransactions(move('redo')),
  settle: ownTransactions(move('settle')),
  publish: ownTransactions(move('publish')),
  withdraw: ownTransactions(move('withdraw')),
  spam: ownTransactions(move('spam')),
  notSpam: ownTransactions(move('notSpam')),
  sources,
  settleComplaint,
  reopen: ownTransactions(reopen),
  merge,
  unmerge: ownTransactions(unmerge),
  tellMerged,
  extend,
  draft,
  del: ownTransactions((ctx: Ctx, { id }: { id: number }) => toBin(ctx, [id])),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  upload: ownTransactions(upload),
  webAdd: async (ctx, { files, verifyCode: _, codeId: __, ...given }) => {
    const receipt = await receive(ctx, given)
    await attachOwn(ctx, Number(receipt.id), files ?? [])
    return receipt
  },
  webCode: look,
  webGet: async (ctx, { id }) => {
    const [one] = await asOpen(ctx, 'mail', open, [await published.get(ctx, id)])
    return one as NonNullable<typeof one>
  },
  webList: webPage,
  webSupplement: ownSupplement,
  rate,
  complain,
  ...handlers,
})
