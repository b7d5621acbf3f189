import type { Parsed } from '../../core/contract/endpoint.ts'
import type { TopicCalls } from '../../core/contract/theme/calls.ts'
import { type CommentState, commentStatus } from '../../core/domain/theme-moves.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import { writerOf } from '../letters/open.ts'
import { ownTransactions } from '../pipeline.ts'
import { equal } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'
import { refuseStale } from '../rows/stale.ts'
import { refuseForbidden } from '../words/forbidden.ts'
import type { Group, Topic, TopicReply } from './group.ts'
import { placesOf } from './placed.ts'

/** What departments reply to a group's topics, and the audit of that. */

/** What a reply must be for it to be judged so. */
const judgedFrom: Readonly<Record<1 | 2, readonly number[]>> = { 1: [0, 2, 3], 2: [0, 1, 3] }
/** What the history of its topic calls that. */
const replyActs = { 1: '审核通过', 2: '驳回' } as const

export function repliesOf(group: Group) {
  const { area, table, replies, replyTable, replyTexts, held, note, beside, countReplies } = group
  const { noun } = group.group
  const places = placesOf(area)
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb
  const refuse = (says: string): never => {
    throw new Refused('BAD_STATE', says)
  }

  /** @throws Refused BAD_STATE for a topic to which nobody replies as it is */
  function refuseShut({ title, state, shown }: Topic): void {
    if (state !== 1) refuse(`${noun}「${title}」现为「${commentStatus[state as CommentState]}」，通过审核后才能回复`)
    if (shown === 2) refuse(`${noun}「${title}」已隐藏，不能回复，请先显示`)
  }

  /** A reply of the topic that is the caller's to change. */
  async function needOwn(ctx: Ctx, row: Topic, id: number): Promise<TopicReply> {
    const reply = await replies.need(ctx, id, { lock: true })
    if (reply.themeId !== row.id) refuse(`回复 ${id} 不是对${noun}「${row.title}」的回复`)
    return reply
  }

  async function change(ctx: Ctx, row: Topic, id: number, content: string, version?: number | null) {
    const reply = await needOwn(ctx, row, id)
    await refuseStale(ctx, reply, version, '回复')
    if (reply.state === 1) refuse('这条回复已通过审核，要修改请先由审核人员驳回')
    await write(ctx, reply, { content, state: 3, reason: null })
    return id
  }

  async function add(ctx: Ctx, row: Topic, parentId: number | undefined, content: string) {
    if (parentId) {
      const parent = await replies.need(ctx, parentId)
      if (parent.themeId !== row.id || parent.state !== 1)
        refuse(`回复 ${parentId} 没有通过审核，或不是对这条${noun}的`)
    }
    const { userId, deptId } = whoOf(ctx)
    const { id } = (await loose(ctx)
      .insertInto(replyTable.name)
      .values({
        ...{ themeId: row.id, type: parentId ? 2 : 1, parentId: parentId || null, state: 3, content },
        ...{ deptId: deptId ?? row.deptId, createdBy: userId, createdAt: ctx.now },
        ...{ updatedBy: userId, updatedAt: ctx.now, version: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()) as { id: number }
    return Number(id)
  }

  const write = (ctx: Ctx, reply: TopicReply, change: Partial<TopicReply>) =>
    loose(ctx)
      .updateTable(replyTable.name)
      .set({ ...change, updatedBy: whoOf(ctx).userId, updatedAt: ctx.now, version: reply.version + 1 })
      .where('id', '=', reply.id)
      .execute()

  /** The topic of a reply, whoever has that, held until the transaction ends. */
  async function topicOf(ctx: Ctx, { themeId }: TopicReply): Promise<Topic> {
    const query = loose(ctx).selectFrom(area).selectAll().where('id', '=', themeId).where('deletedAt', 'is', null)
    const row = await query.$if(ctx.dialect === 'postgres', (one) => one.forUpdate()).executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND', `${noun} ${themeId} 已删除`)
    return row as unknown as Topic
  }

  /** Replies to a topic, or changes what has not passed; it waits for its audit then. */
  async function replySave(ctx: Ctx, { id, replyId, parentId, content, version }: Parsed<TopicCalls['replySave']>) {
    const row = (await held(ctx, id)) as Topic
    refuseShut(row)
    const saved = replyId ? await change(ctx, row, replyId, content, version) : await add(ctx, row, parentId, content)
    await note(ctx, row, replyId ? '修改回复' : '回复', {})
    return replies.get(ctx, saved)
  }

  /** Judges a reply: one that passes is read by whoever wrote, and by visitors where the topic is shown. */
  async function replyAudit(ctx: Ctx, { id, state, reason, version }: Parsed<TopicCalls['replyAudit']>) {
    // the topic first, as whoever replies holds it
    const row = await topicOf(ctx, await replies.need(ctx, id))
    const reply = await replies.need(ctx, id, { lock: true })
    const to = Number(state) as 1 | 2
    await refuseStale(ctx, reply, version, '回复')
    if (reply.state === to) return replies.get(ctx, id)
    if (!judgedFrom[to].includes(reply.state)) refuse(`回复现为「${commentStatus[reply.state as CommentState]}」`)
    if (to === 2 && !reason) throw new Refused('BAD_INPUT', '理由（reason）：驳回必须填写理由')
    if (to === 1) {
      refuseShut(row)
      await refuseForbidden(ctx, reply, replyTexts.looked)
    }
    await write(ctx, reply, {
      ...{ state: to, reason: to === 2 ? (reason ?? null) : null },
      ...{ auditedBy: whoOf(ctx).userId, auditedAt: ctx.now },
      ...(to === 1 && replyTexts.wording(reply, writerOf(ctx, table, row), [row.title, row.content])),
    })
    const n = await countReplies(ctx, row.id)
    const answeredAt = n === 0 ? null : (row.answeredAt ?? ctx.now)
    await loose(ctx).updateTable(area).set({ answeredAt }).where('id', '=', row.id).execute()
    const judged = await replies.get(ctx, id)
    const why = to === 2 ? (reason ?? null) : null
    await beside(ctx, row, `${replyActs[to]}${judged.deptName ?? ''}的回复`, why, {
      ids: [id],
      before: { state: reply.state },
      after: { state: to, ...(why && { reason: why }) },
    })
    await places.touch(ctx, row.id, to === 2)
    return judged
  }

  const replyDelete = (ctx: Ctx, { ids }: Parsed<TopicCalls['replyDelete']>) =>
    replies.remove(ctx, ids, async (one, reply) => {
      const n = await countReplies(one, reply.themeId, reply.id)
      if (n === 0)
        await loose(one).updateTable(area).set({ answeredAt: null }).where('id', '=', reply.themeId).execute()
      if (reply.state === 1) await places.touch(one, reply.themeId, true)
    })

  return {
    replySave,
    replyAudit,
    replyDelete: ownTransactions(replyDelete),
    replyGet: (ctx: Ctx, { id }: Parsed<TopicCalls['replyGet']>) => replies.get(ctx, id),
    replyQuery: (ctx: Ctx, { id, state, ...paging }: Parsed<TopicCalls['replyQuery']>) =>
      replies.page(ctx, paging, ...equal('themeId', id || undefined), ...equal('state', state)),
  }
}
