import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { proposal as contract } from '../../../core/contract/proposal.ts'
import { proposalDelivered, proposalFlow } from '../../../core/domain/proposal-states.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { alongOf } from '../../letters/along.ts'
import { eachOf } from '../../rows/bulk.ts'
import { made, type Proposal, proposals, whole } from './cases.ts'

/** Doubles: a proposal is taken up into another one, and comes out of it again; whoever made it is not forgotten meanwhile. */

const merged = 7
/** Why a proposal in such a state takes up no other one. */
const closed: Readonly<Record<number, string>> = { 6: '没有立案', 7: '已并入另一件提案' }
const namedMost = 3
const { goAlong, cameWith } = alongOf('proposal', proposalFlow, '随并入的提案改为并入')
const unmergeSays = '取消并案（命令 xzx proposal unmerge 编号）'

const refuse = (says: string): never => {
  throw new Refused('BAD_STATE', says)
}

/** Takes a double up into another proposal: its member reads that one's answer. */
export async function merge(ctx: Ctx, { id, into, version, reason }: Parsed<typeof contract.merge>) {
  if (id === into) refuse('并入的提案（into）：不能把提案并入它自己')
  const target = await proposals.need(ctx, into, { lock: true })
  const why = closed[target.state]
  if (why) refuse(`并入的提案（into）：「${target.title}」${why}，不能把提案并入它`)
  const row = await proposals.need(ctx, id, { lock: true })
  await made(ctx, row, 'merge', { reason: reason || null, version, along: { mergedInto: into } })
  await goAlong(ctx, id, into)
  return whole(ctx, id)
}

/** Takes proposals out of the one that they were merged into, with those that had come there with them: they wait to be reviewed. */
export const unmerge = (ctx: Ctx, { items }: Parsed<typeof contract.unmerge>) => {
  const byId = new Map(items.map((one) => [one.id, one]))
  return eachOf(ctx, [...byId.keys()], async (one, id) => {
    const { reason, version } = byId.get(id) ?? {}
    const row = await proposals.need(one, id, { lock: true })
    const { mergedInto } = row
    if (!reason?.trim()) throw new Refused('BAD_INPUT', '理由（reason）：取消并案必须填写理由')
    const followers = mergedInto === null ? [] : await cameWith(one, id, mergedInto)
    await made(one, row, 'unmerge', { reason: reason.trim(), version, along: { mergedInto: null } })
    if (mergedInto !== null) await goAlong(one, mergedInto, id, followers)
  })
}

/**
 * Nobody would answer the members whose proposals stand in one that is not filed, or deleted.
 * @param then what becomes of it: 不予立案
 * @throws Refused BAD_STATE with their names
 */
export async function refuseHolding(ctx: Ctx, { id }: Proposal, then: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('proposal')
    .select(['id', 'title'])
    .where('mergedInto', '=', id)
    .where('state', '=', merged)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  if (rows.length === 0) return
  const names = rows.slice(0, namedMost).map((one) => `「${one.title}」（编号 ${one.id}）`)
  const more = rows.length > names.length ? `等 ${rows.length} 件提案` : ''
  refuse(`${names.join('、')}${more}并入了这件提案，${then}后这些委员无从得到答复；请先${unmergeSays}，再逐件审查`)
}

/** Whose proposal stands in another one and who has no answer to that yet would never get one. @throws Refused BAD_STATE */
export async function refuseWaiting(ctx: Ctx, { state, mergedInto }: Proposal): Promise<void> {
  if (state !== merged || mergedInto === null) return
  const query = ctx.db.selectFrom('proposal').select('state').where('id', '=', mergedInto)
  const into = await query.where('deletedAt', 'is', null).executeTakeFirst()
  if (into && proposalDelivered.includes(into.state)) return
  refuse(`委员还没有得到答复：并入的 ${mergedInto} 号提案没有送达答复；请等它答复，或者${unmergeSays}后处理`)
}
