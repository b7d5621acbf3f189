import { topicBrief } from '../../../core/contract/theme/rows.ts'
import { proposalDelivered, proposalPublic } from '../../../core/domain/proposal-states.ts'
import { proposalKind } from '../../../core/domain/theme-groups.ts'
import { holdsKey } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { proposal as table } from '../../db/tables/proposal.ts'
import { between, equal, like } from '../../rows/condition.ts'
import type { Paging } from '../../rows/list.ts'
import { rowsOf } from '../../rows/rows-of.ts'

/** Proposals as the calls of /ll/theme show them, by the kind that they have there: within what the right to proposals reaches, and not that to topics. */

const right = 'proposal_list'
const asTopic = <R extends object>(row: R, names: readonly string[]) => ({
  ...Object.fromEntries(names.map((name) => [name, null])),
  ...row,
})
const rows = rowsOf(table, { reply: topicBrief.omit({ name: true, phone: true }), logged: [] })

interface Search extends Paging {
  readonly title?: string | undefined
  readonly content?: string | undefined
  readonly deptId?: number | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

/** What of a proposal is CommentStatus: 3 nobody has looked at it, 2 it was not taken up, 1 it was. */
const audited = (state: number) => (state === 0 ? 3 : state === 6 || state === 7 ? 2 : 1)

/** A page of proposals; nobody's who may not see proposals. */
export async function proposalTopics(ctx: Ctx, input: Search) {
  const none = { list: [], total: 0, pageNumber: input.pageNumber ?? 1, pageSize: input.pageSize ?? 10 }
  if (!holdsKey(whoOf(ctx).rights, right)) return none
  const by = { ...ctx, call: { ...ctx.call, key: right } }
  const page = await rows.page(
    by,
    input,
    ...like('title', input.title),
    ...like('content', input.content),
    ...equal('deptId', input.deptId || undefined),
    ...between('createdAt', input.startTime, input.endTime),
  )
  const names = Object.keys(topicBrief.shape)
  const list = page.list.map((row) => {
    const state = Number(row.state)
    return {
      ...asTopic(row, names),
      ...{ kind: proposalKind, type: 0, recommend: 0, state: audited(state) },
      ...{ shown: state === proposalPublic ? 1 : 0, replies: proposalDelivered.includes(state) ? 1 : 0 },
    } as (typeof topicBrief)['_output']
  })
  return { ...page, list }
}
