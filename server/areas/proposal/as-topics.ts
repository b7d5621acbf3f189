import { topicBrief, topicRow, type topicWhole } from '../../../core/contract/theme/rows.ts'
import { proposalDelivered, proposalPublic } from '../../../core/domain/proposal-states.ts'
import { proposalKind } from '../../../core/domain/theme-groups.ts'
import { Refused } from '../../../core/errors.ts'
import { holdsKey } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { proposal as table } from '../../db/tables/proposal.ts'
import { between, equal, like } from '../../rows/condition.ts'
import type { Paging } from '../../rows/list.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { proposals } from './cases.ts'

/** Proposals as the calls of /ll/theme show them, by the kind that they have there: within what the right to proposals reaches, and not that to topics. */

const right = 'proposal_list'
const briefNames = Object.keys(topicBrief.shape)
const briefs = rowsOf(table, { reply: topicBrief.omit({ name: true, phone: true }), logged: [] })
const wholes = rowsOf(table, {
  reply: topicRow.omit({ name: true, phone: true, shownName: true }).extend({ deliveredAt: topicRow.shape.answeredAt }),
  logged: [],
})

/** Beyond the numbers that topics ever have: by the number that a list there shows, no call takes a proposal for a topic. */
const numbersFrom = 1e12
export const isProposal = (id: number): boolean => id > numbersFrom
const numberOf = (id: string): string => String(numbersFrom + Number(id))

interface Search extends Paging {
  readonly title?: string | undefined
  readonly content?: string | undefined
  readonly deptId?: number | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

/** What of a proposal is CommentStatus: 3 nobody has looked at it, 2 it was not taken up, 1 it was. */
const audited = (state: number) => (state === 0 ? 3 : state === 6 || state === 7 ? 2 : 1)

/** The caller with what their right to proposals reaches; null: they have none. */
const asReader = (ctx: Ctx): Ctx | null =>
  holdsKey(whoOf(ctx).rights, right) ? { ...ctx, call: { ...ctx.call, key: right } } : null

function asTopic<R extends { readonly id: string; readonly state: unknown }>(row: R) {
  const state = Number(row.state)
  const mapped = { id: numberOf(row.id), kind: proposalKind, type: 0, recommend: 0, state: audited(state) }
  const shown = { shown: state === proposalPublic ? 1 : 0, replies: proposalDelivered.includes(state) ? 1 : 0 }
  const none = Object.fromEntries(briefNames.map((name) => [name, null]))
  return { ...none, name: null, phone: null, ...row, ...mapped, ...shown }
}

/** A page of proposals; nobody's who may not see proposals. */
export async function proposalTopics(ctx: Ctx, { afterId, ...input }: Search) {
  const by = asReader(ctx)
  if (!by) return { list: [], total: 0, pageNumber: input.pageNumber ?? 1, pageSize: input.pageSize ?? 10 }
  const page = await briefs.page(
    by,
    { ...input, ...(afterId !== undefined && { afterId: Math.max(afterId - numbersFrom, 0) }) },
    ...like('title', input.title, 'full text'),
    ...like('content', input.content, 'full text'),
    ...equal('deptId', input.deptId || undefined),
    ...between('createdAt', input.startTime, input.endTime),
  )
  return { ...page, list: page.list.map((row) => asTopic(row) as (typeof topicBrief)['_output']) }
}

/** A proposal by the number that such a page shows, with its answer once the member has that. @throws Refused NOT_FOUND */
export async function proposalTopic(ctx: Ctx, id: number) {
  const by = asReader(ctx)
  if (!by) throw new Refused('NOT_FOUND', `履职话题 ${id} 不存在或无权操作`)
  const { deliveredAt, ...row } = await wholes.get(by, id - numbersFrom)
  const { reply } = await proposals.need(by, id - numbersFrom)
  const one = asTopic(row)
  const answer = {
    ...{ id: one.id, themeId: one.id, themeTitle: one.title, type: 1, parentId: null, state: 1, reason: null },
    ...{ deptId: one.deptId, deptName: one.deptName, createdByName: null, createdAt: one.answeredAt },
    ...{ auditedByName: null, auditedAt: deliveredAt, updatedAt: one.updatedAt, version: one.version, content: reply },
  }
  return { ...one, shownName: null, replyList: one.replies === 1 ? [answer] : [] } as (typeof topicWhole)['_output']
}
