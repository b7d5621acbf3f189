import type { Selectable } from 'kysely'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { forum as contract, forumBrief, forumRow } from '../../core/contract/forum.ts'
import { type ForumMove, type ForumState, forumFlow } from '../../core/domain/forum-states.ts'
import { masked } from '../../core/domain/personal.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { may } from '../access/rights.ts'
import { platesOf } from '../access/scope.ts'
import { type Ctx, visitorOf, whoOf } from '../context.ts'
import type { RowOf } from '../db/table.ts'
import { forum as table } from '../db/tables/forum.ts'
import { writerOf } from '../letters/open.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { between, equal, like } from '../rows/condition.ts'
import { pageRows } from '../rows/list.ts'
import { exactly, revealed, sealed } from '../rows/personal.ts'
import { pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseForbidden } from '../words/forbidden.ts'
import { showMoved } from './forum/places.ts'
import { approved, cover, onSiteToo } from './forum/seen.ts'
import { foundIn, type Given, openOf, placed, texts } from './forum/write.ts'

const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
const logged = ['title', 'plateId', 'type'] as const
const rows = rowsOf(table, { reply: forumRow, logged, order, history: forumFlow.area })
const briefs = rowsOf(table, { reply: forumBrief, logged, order })

/** What narrows the list beside the state. */
const narrowed = async (ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title, 'full text'),
  ...like('content', input.content, 'full text'),
  ...equal('plateId', input.plateId || undefined),
  ...equal('type', input.type),
  ...equal('topicId', input.topicId || undefined),
  ...(await exactly(ctx, table, 'phone', input.phone)),
  ...between('createdAt', input.startTime, input.endTime),
]

const { move, toBin, handlers } = stateHandlers<typeof table.columns, ForumState, ForumMove>(table, {
  states: forumFlow,
  row: forumRow,
  binned: contract.binList.output,
  narrowed,
  logged,
  writes: {},
  async guard(ctx, row, { move: name }) {
    if (name !== 'approve') return false
    await refuseUnder(ctx, row)
    await refuseForbidden(ctx, row, texts.looked)
    return false
  },
  set: (ctx, { row, move: name }) =>
    name === 'approve' ? { publishedAt: ctx.now, ...openOf(row, writerOf(ctx, table, row)) } : {},
  async after(ctx, decided) {
    const crossed = decided.filter(({ at, to }) => (at === approved) !== (to === approved))
    await cover(
      ctx,
      crossed.map(({ row }) => row.id),
    )
    await showMoved(ctx, decided)
  },
})

/** Visitors read nothing on a board that is gone, nor what answers a post that they cannot read. @throws Refused BAD_STATE */
async function refuseUnder(ctx: Ctx, { plateId, parentId }: { plateId: number; parentId: number | null }) {
  const { db } = ctx
  const board = await db.selectFrom('plate').select(['title', 'deletedAt']).where('id', '=', plateId).executeTakeFirst()
  if (!board || board.deletedAt !== null)
    throw new Refused('BAD_STATE', `版块「${board?.title ?? plateId}」已删除，帖子不能再显示`)
  if (parentId === null) return
  const above = db.selectFrom('forum').select(['title', 'status', 'covered', 'deletedAt']).where('id', '=', parentId)
  const found = await above.executeTakeFirst()
  if (found?.status !== approved || found.covered !== 0 || found.deletedAt !== null)
    throw new Refused('BAD_STATE', `它所跟的《${found?.title ?? parentId}》不在网站上，请先通过那一篇`)
}

/** What waits, for who moderates its board: first what nobody has looked at. */
export const piles = pilesOf(table, forumFlow, [
  { name: 'toJudge', state: 0, needs: 'forum_approve', since: 'createdAt' },
  { name: 'toLookAt', state: 3, needs: 'forum_approve', since: 'updatedAt' },
])

/** A visitor's post waits to be judged; one in which something was found waits apart. */
async function post(
  ctx: Ctx,
  { name, phone, ...input }: Given & Pick<Parsed<typeof contract.post>, 'name' | 'phone'>,
): Promise<{ id: string }> {
  const at = await placed(ctx, input)
  const found = await foundIn(ctx, { title: at.title, content: at.content })
  const { id } = await rows.add(ctx, {
    ...at,
    ...{ official: 0, status: found ? 3 : 0, peopleId: visitorOf(ctx)?.peopleId ?? null },
    shownName: name ? masked('name', name) : null,
    ...sealed(ctx.parts.secret, table, { name: name || null, phone: phone ?? null }),
  })
  return { id }
}

/** What the office writes, on a board that the writer moderates; who may judge it need not wait. */
async function add(ctx: Ctx, input: Parsed<typeof contract.add>) {
  const at = await placed(ctx, input)
  const mine = platesOf(ctx)
  if (mine !== null && !mine.has(at.plateId))
    throw new Refused('NO_PERMISSION', '版块（plateId）：您不管理这个版块，不能以单位名义发帖')
  await refuseForbidden(ctx, at, texts.looked)
  const { userId, deptId, rights } = whoOf(ctx)
  const dept = await ctx.db
    .selectFrom('dept')
    .select('name')
    .where('id', '=', deptId ?? 0)
    .executeTakeFirst()
  const now = may(rights, 'forum_approve')
  const made = await rows.add(ctx, {
    ...at,
    ...{ official: 1, status: now ? approved : 0, publishedAt: now ? ctx.now : null, createdBy: userId },
    shownName: dept?.name ?? '管理员',
    ...(now && openOf(at, null)),
  })
  const row = { id: Number(made.id), topicId: at.topicId, openNo: null }
  if (now) await showMoved(ctx, [{ row, at: 0, to: approved }])
  return made
}

async function get(ctx: Ctx, { id }: { id: number }) {
  const { title, content, plateId } = await rows.need(ctx, id)
  const board = await ctx.db.selectFrom('plate').select('deletedAt').where('id', '=', plateId).executeTakeFirst()
  const plateDeleted = (board?.deletedAt ?? null) === null ? 0 : 1
  return { ...(await rows.get(ctx, id)), found: await foundIn(ctx, { title, content }), plateDeleted }
}

/** What of a post visitors read. */
const seen = [
  ...(['id', 'type', 'plateId', 'official', 'topicId', 'parentId', 'shownName'] as const),
  ...(['openTitle', 'openContent', 'createdAt'] as const),
]
type Seen = Pick<Selectable<RowOf<typeof table.columns>>, (typeof seen)[number]>
/** What visitors read: the latest topics first, what is below one in the order in which it was written. */
async function webList(ctx: Ctx, input: Parsed<typeof contract.webList>) {
  const { plateId, topicId, type, title } = input
  const { list, ...page } = await pageRows<Seen>(ctx, table, {
    ...{ columns: seen, paging: input, order: [['id', topicId ? 'asc' : 'desc']] },
    where: [
      ...onSiteToo,
      ...equal('plateId', plateId || undefined),
      ...equal('topicId', topicId || undefined),
      ...equal('type', type),
      ...like('openTitle', title),
    ],
    ...(!topicId && { hint: plateId ? 'forum_open_plateId' : 'forum_open_id' }),
  })
  const text = (id: number | null) => (id === null ? null : String(id))
  return {
    list: list.map((one) => ({
      ...{ id: String(one.id), type: one.type, plateId: String(one.plateId), official: one.official },
      ...{ topicId: text(one.topicId), parentId: text(one.parentId), shownName: one.shownName },
      ...{ title: one.openTitle, content: one.openContent, createdAt: formatTime(one.createdAt) },
    })),
    ...page,
  }
}

export const forum = implement(contract, {
  list: async (ctx, input) =>
    briefs.page(ctx, input, ...(await narrowed(ctx, input)), ...equal('status', input.status)),
  get,
  webList,
  post,
  comment: post,
  add,
  reveal: async (ctx, { id, reason }) =>
    revealed(ctx, table, await rows.need(ctx, id), { reason, fields: ['name', 'phone'] }),
  approve: ownTransactions(move('approve')),
  reject: ownTransactions(move('reject')),
  hold: ownTransactions(move('hold')),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  ...handlers,
})
