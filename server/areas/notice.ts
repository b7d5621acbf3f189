import type { Parsed } from '../../core/contract/endpoint.ts'
import { notice as contract, noticeBrief, noticeReader, noticeRow } from '../../core/contract/notice.ts'
import { type NoticeMove, type NoticeState, noticeFlow } from '../../core/domain/notice-states.ts'
import { Refused } from '../../core/errors.ts'
import { reachesDept } from '../access/beyond.ts'
import { sealOf } from '../clean.ts'
import { cleaned } from '../clean-text.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611231925-notice.ts'
import * as reminded from '../db/migrations/202611261000-notice-reminded.ts'
import * as got from '../db/migrations/202611261640-notice-got.ts'
import * as remindsOf from '../db/migrations/202611280745-notice-reminds-of.ts'
import { notice as table } from '../db/tables/notice.ts'
import { beforehand, implement, ownTransactions, whileUnchanged } from '../pipeline.ts'
import { between, type Condition, equal, like, test } from '../rows/condition.ts'
import type { Paging } from '../rows/list.ts'
import { pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { sheetOf } from '../rows/sheet.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseText } from '../rows/texts.ts'
import { asOneOf } from './assignment/tasks.ts'
import { myList, open, read, unread } from './notice/mine.ts'
import {
  keepReceivers,
  type Notice,
  namedBy,
  nameReceivers,
  personsIn,
  readersOf,
  readingByDept,
  readingOf,
  refuseBeyondReach,
  refuseOthers,
} from './notice/receivers.ts'
import { forgetReminders, remindOf } from './notice/remind.ts'

/** How the area's tables came to be. */
export const migrations = {
  '202611231925-notice': made,
  '202611261000-notice-reminded': reminded,
  '202611261640-notice-got': got,
  '202611280745-notice-reminds-of': remindsOf,
}
export const demo = () => import('../demo/notice.ts')
/** What one sends; what was sent to oneself has an entry without a key (server/access/menu.ts). */
export const entry = { under: 'home', name: '通知发送', url: 'home/notices' } as const

const logged = ['title', 'audience', 'mustConfirm', 'isPublic'] as const
const history = noticeFlow.area
/** Drafts by when they were begun, what was sent by when: what is new stands first. */
const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
const rows = rowsOf(table, { reply: noticeRow, logged, history, order })
const briefs = rowsOf(table, { reply: noticeBrief, logged, order })
const openRows = rowsOf(table, {
  reply: contract.webList.output.shape.list.element,
  logged,
  order: [
    ['sentAt', 'desc'],
    ['id', 'desc'],
  ],
  everybody: [test('isPublic', '=', 1), test('status', '=', 1)],
})

const draft = 0
const sent = 1
/** What people wrote: reminders are each their one reader's. */
const written = test('auto', '=', 0)
const refuseAuto = ({ id, auto }: Pick<Notice, 'id' | 'auto'>) => {
  if (auto === 1) throw new Refused('NOT_FOUND', `通知 ${id} 不存在或无权操作`)
}
async function need(ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<Notice> {
  const row = await rows.need(ctx, id, options)
  refuseAuto(row)
  return row
}

/** What everybody may read on the site is said for all. @throws Refused NO_PERMISSION */
function refusePublic(ctx: Ctx, isPublic: unknown): void {
  if (Number(isPublic) === 1 && !reachesDept(ctx, null))
    throw new Refused('NO_PERMISSION', '在网站公开（isPublic）：只有数据范围是全部的人员可以把通知公开在网站上')
}

/**
 * What somebody else has written for more people than one reaches is theirs to change and to take back; who has written or sent it does so
 * wherever its receivers are by now.
 * @throws Refused NO_PERMISSION
 */
async function refuseForeign(ctx: Ctx, row: Notice, doing: string): Promise<void> {
  if ([row.sentBy, row.createdBy].includes(whoOf(ctx).userId)) return
  const says = `这条通知是他人写给您数据范围以外的人的，请由撰写、发送的人或者管理员${doing}`
  await refuseBeyondReach(ctx, row, says)
  if (row.isPublic === 1 && !reachesDept(ctx, null)) throw new Refused('NO_PERMISSION', says)
}

/** What narrows the list beside the state. */
const narrowed = (_ctx: Ctx, input: Parsed<typeof contract.counts>): Condition[] => [
  written,
  ...like('title', input.title),
  ...equal('audience', input.audience),
  ...between('sentAt', input.startTime, input.endTime),
]

const { move, toBin, handlers } = stateHandlers<typeof table.columns, NoticeState, NoticeMove>(table, {
  states: noticeFlow,
  row: noticeRow,
  binned: contract.binList.output,
  narrowed,
  logged,
  writes: { edit },
  binGuard: refuseForeign,
  async guard(ctx, row, { move }) {
    refuseAuto(row)
    if (move !== 'send') await refuseForeign(ctx, row, noticeFlow.moves[move].says)
    if (move !== 'send') return false
    await refuseBeyondReach(ctx, row)
    refusePublic(ctx, row.isPublic)
    if ((await readingOf(ctx.db, { ...row, sentAt: null })).receivers === 0)
      throw new Refused(
        'BAD_STATE',
        `通知《${row.title}》没有人会收到：所选的部门和人员中没有在用的账号，请修改接收范围`,
      )
    return false
  },
  set: (ctx, { move }) => (move === 'send' ? { sentAt: ctx.now, sentBy: whoOf(ctx).userId } : {}),
  async after(ctx, decided) {
    await forgetReminders(
      ctx,
      decided.filter(({ to }) => to !== sent).map(({ row }) => row.id),
    )
    for (const { row, move, to } of decided) {
      if (move !== 'send') continue
      if (to !== sent) await refuseRead(ctx, row)
      else await begin(ctx, row)
    }
  },
})

/** What is sent anew is read anew. */
async function begin(ctx: Ctx, row: Notice): Promise<void> {
  await ctx.db.deleteFrom('noticeRead').where('noticeId', '=', row.id).execute()
  await keepReceivers(ctx.db, { ...row, sentAt: ctx.now })
  await ctx.db.updateTable('notice').set({ remindedAt: null }).where('id', '=', row.id).execute()
}

/** What somebody has read is not taken back without a word. */
async function refuseRead(ctx: Ctx, { id, title }: Notice): Promise<void> {
  const query = ctx.db.selectFrom('noticeRead').select((eb) => eb.fn.countAll<number>().as('n'))
  const n = Number((await query.where('noticeId', '=', id).executeTakeFirstOrThrow()).n)
  if (n > 0) throw new Refused('BAD_STATE', `《${title}》已有 ${n} 人看过，不能撤销发送，请撤回并说明理由`)
}

/** What waits: drafts, for who sends them. */
export const piles = pilesOf(table, { ...noticeFlow, words: { ...noticeFlow.words, 0: '待发送' } }, [
  { name: 'toSend', state: draft, needs: 'notice_send', since: 'createdAt' },
])

/** How many have read each of a page of notices. */
async function withCounts<R extends { readonly id: string }>(ctx: Ctx, list: readonly R[]): Promise<R[]> {
  if (list.length === 0) return []
  const found = await ctx.db
    .selectFrom('noticeRead')
    .select((eb) => ['noticeId', eb.fn.countAll<number>().as('n')])
    .where(
      'noticeId',
      'in',
      list.map(({ id }) => Number(id)),
    )
    .groupBy('noticeId')
    .execute()
  const counts = new Map(found.map(({ noticeId, n }) => [String(noticeId), Number(n)]))
  return list.map((row) => ({ ...row, readCount: counts.get(row.id) ?? 0 }))
}

/** The whole of a notice as its desk sees it. */
async function whole(ctx: Ctx, id: number) {
  const row = await need(ctx, id)
  const [shown] = await withCounts(ctx, [await rows.get(ctx, id)])
  const named = await namedBy(ctx.db, id)
  const joined = (names: readonly (string | null)[]) => names.flatMap((name) => name ?? []).join('、') || null
  return {
    ...(shown as NonNullable<typeof shown>),
    deptIds: named.flatMap(({ deptId }) => (deptId === null ? [] : String(deptId))),
    deptNames: joined(named.map(({ deptName }) => deptName)),
    userIds: named.flatMap(({ userId }) => (userId === null ? [] : String(userId))),
    userNames: await personsIn(ctx, named),
    ...(await readingOf(ctx.db, row)),
  }
}

const text = (ctx: Ctx, content: string) => ({ content, seal: sealOf(content, ctx.parts.secret.seal) })

const idIn = ({ id }: { readonly id: string }) => Number(id)

/** Names the receivers, and tells the log of them. @returns whether they are others than before */
async function nameThem(ctx: Ctx, id: number, chosen: Parameters<typeof nameReceivers>[2]): Promise<boolean> {
  const names = async () => {
    const named = await namedBy(ctx.db, id)
    const ids = named.map(({ deptId, userId }) => `${deptId} ${userId}`).join()
    const words = [...named.flatMap(({ deptName }) => deptName ?? []), (await personsIn(ctx, named)) ?? []].flat()
    return { ids, words: words.join('、') }
  }
  const before = await names()
  await nameReceivers(ctx, id, chosen)
  const after = await names()
  if (after.ids === before.ids) return false
  ctx.record({ ...(before.words && { before: { receivers: before.words } }), after: { receivers: after.words } })
  return true
}

async function add(ctx: Ctx, input: Parsed<typeof contract.add>) {
  const { deptIds, userIds, content, mustConfirm = 0, isPublic = 0, ...given } = input
  refuseOthers(input)
  refusePublic(ctx, isPublic)
  const { id } = await asOneOf(ctx, idIn, async (one) => {
    const stored = { ...given, ...text(ctx, content), mustConfirm, isPublic, status: draft, auto: 0 as const }
    const added = await rows.add(one, stored)
    await nameThem(one, Number(added.id), { audience: given.audience, deptIds, userIds })
    return added
  })
  return whole(ctx, Number(id))
}

/** Writes what is given; the receivers are those of the audience that it has then. */
async function edit(ctx: Ctx, input: Parsed<typeof contract.edit>) {
  const { id, version, deptIds, userIds, content, ...given } = input
  const was = await need(ctx, id, { lock: true })
  refuseText(ctx, noticeFlow, 'edit', was.status as NoticeState)
  await refuseForeign(ctx, was, '修改')
  if (was.isPublic !== 1) refusePublic(ctx, given.isPublic)
  const { audience = was.audience } = given
  refuseOthers({ audience, deptIds, userIds })
  const named = await namedBy(ctx.db, id)
  const chosen = {
    audience,
    deptIds: deptIds ?? named.flatMap((one) => one.deptId ?? []),
    userIds: userIds ?? named.flatMap((one) => one.userId ?? []),
  }
  await asOneOf(ctx, idIn, async (one) => {
    const changed = await rows.change(one, id, { ...given, ...(content !== undefined && text(ctx, content)) }, version)
    const others = (audience !== was.audience || deptIds || userIds) && (await nameThem(one, id, chosen))
    // who has begun to edit it hears that it goes to others now
    if (others && changed.version === was.version)
      await ctx.db
        .updateTable('notice')
        .set({ version: was.version + 1, updatedAt: ctx.now, updatedBy: whoOf(ctx).userId })
        .where('id', '=', id)
        .execute()
    return changed
  })
  return whole(ctx, id)
}

const readers = async (ctx: Ctx, { id, ...search }: Parsed<typeof contract.readersExcel> & Paging) =>
  readersOf(ctx, await need(ctx, id), search)

export const notice = implement(contract, {
  myList,
  open,
  read,
  unread: whileUnchanged(unread),
  webList: (ctx, { title, ...paging }) => openRows.page(ctx, paging, ...like('title', title)),
  list: async (ctx, input) => {
    const found = await briefs.page(ctx, input, ...narrowed(ctx, input), ...equal('status', input.status))
    return { ...found, list: await withCounts(ctx, found.list) }
  },
  get: (ctx, { id }) => whole(ctx, id),
  add: beforehand(cleaned<Parsed<typeof contract.add>>, (ctx, input) => add(ctx, input as never)),
  edit: beforehand(cleaned<Parsed<typeof contract.edit>>, (ctx, input) => edit(ctx, input as never)),
  send: ownTransactions(move('send')),
  withdraw: ownTransactions(move('withdraw')),
  remind: async (ctx, { id }) => remindOf(ctx, await need(ctx, id, { lock: true })),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  readers,
  readerDepts: async (ctx, { id }) => readingByDept(ctx, await need(ctx, id)),
  readersExcel: sheetOf(contract.readersExcel, noticeReader, { name: '通知阅读情况', idField: 'userId' }, readers),
  ...handlers,
  restore: async (ctx, input) => {
    await (handlers.restore as (ctx: Ctx, input: Parsed<typeof contract.restore>) => Promise<unknown>)(ctx, input)
    return whole(ctx, input.id)
  },
})
