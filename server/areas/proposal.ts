import type { Parsed } from '../../core/contract/endpoint.ts'
import { proposalBrief, proposalOpenRow, proposalRow } from '../../core/contract/proposal/rows.ts'
import { proposal as contract } from '../../core/contract/proposal.ts'
import {
  type ProposalMove,
  type ProposalState,
  proposalFlow,
  proposalPublic,
} from '../../core/domain/proposal-states.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, type Pile, whoOf } from '../context.ts'
import * as created from '../db/migrations/202611260930-proposal.ts'
import * as reminders from '../db/migrations/202611261250-proposal-reminders.ts'
import * as register from '../db/migrations/202611261910-proposal-register.ts'
import * as left from '../db/migrations/202611261930-proposal-left.ts'
import type { Table } from '../db/table.ts'
import { proposal as table } from '../db/tables/proposal.ts'
import { openTextsOf } from '../letters/open.ts'
import { placed } from '../letters/placed.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, isEmpty, test } from '../rows/condition.ts'
import type { Paging } from '../rows/list.ts'
import { pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { sheetOf } from '../rows/sheet.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseForbidden } from '../words/forbidden.ts'
import {
  briefs,
  depts,
  held,
  history,
  logged,
  narrowed,
  type Proposal,
  proposals,
  whole,
  withSaid,
} from './proposal/cases.ts'
import { merge, refuseHolding, refuseWaiting, unmerge } from './proposal/merge.ts'
import { letter } from './proposal/papers.ts'
import { stats } from './proposal/stats.ts'
import { answer, edit, explain, extend, file, forward, rate, refuseAlone } from './proposal/work.ts'

/** How the area's tables came to be. */
export const migrations = {
  '202611260930-proposal': created,
  '202611261250-proposal-reminders': reminders,
  '202611261910-proposal-register': register,
  '202611261930-proposal-left': left,
}
export const demo = () => import('../demo/proposal.ts')
export { deadlines } from './proposal/deadline.ts'

const published = rowsOf(table, {
  reply: proposalOpenRow,
  logged: [],
  order: [
    ['publishedAt', 'desc'],
    ['id', 'desc'],
  ],
  open: true,
  everybody: [test('state', '=', proposalPublic)],
})

/** What visitors read of one. */
const texts = openTextsOf(table, { title: 'openTitle', content: 'openContent', reply: 'openReply' })

const { move, toBin, handlers } = stateHandlers<typeof table.columns, ProposalState, ProposalMove>(table, {
  ...{ states: proposalFlow, columns: { status: 'state', reason: 'reason' }, row: proposalRow },
  ...{ binned: contract.binList.output, withSaid, narrowed, logged, writes: {} },
  async guard(ctx, row, { move: name }) {
    if (name === 'publish') await refuseUnfit(ctx, row)
    if (name === 'notFile' || name === 'delete') await refuseHolding(ctx, row, proposalFlow.moves[name].says)
    if (name === 'delete') await refuseWaiting(ctx, row)
    return false
  },
  set(ctx, { move: name }) {
    if (name === 'deliver') return { deliveredAt: ctx.now }
    return name === 'publish' ? { publishedAt: ctx.now } : {}
  },
  // who leads works on it again, or has answered
  async after(ctx, decided) {
    for (const state of [2, 3]) {
      const ids = decided.filter(({ to }) => to === state).map(({ row }) => row.id)
      await depts.leadIs(ctx, ids, state === 2 ? 1 : 2)
    }
    for (const { row, to } of decided) if (to === proposalPublic) await texts.keep(ctx, row, await memberOf(ctx, row))
    await placed(ctx, 'proposal', proposalPublic, decided)
  },
})

/** What is published is what member and unit both agree to, without forbidden words. @throws Refused BAD_STATE, SENSITIVE_WORDS */
async function refuseUnfit(ctx: Ctx, { openFlag, unitOpen, title, content, reply }: Proposal): Promise<void> {
  const against = [...(openFlag === 1 ? [] : ['委员']), ...(unitOpen === 1 ? [] : ['主办单位'])]
  if (against.length > 0) throw new Refused('BAD_STATE', `${against.join('、')}没有同意公开`)
  await refuseForbidden(ctx, { title, content, reply }, texts.looked)
}

/** The name of the member whose proposal it is. */
const memberOf = async ({ db }: Ctx, { createdBy }: Pick<Proposal, 'createdBy'>): Promise<string | null> =>
  (await db.selectFrom('user').select('name').where('id', '=', createdBy).executeTakeFirst())?.name ?? null

const waiting = pilesOf(
  table,
  proposalFlow,
  [
    { name: 'toReview', state: 0, needs: 'proposal_file', since: 'createdAt' },
    { name: 'toAssign', state: 1, needs: 'proposal_forward', since: 'filedAt' },
    { name: 'toAnswer', state: 2, needs: 'proposal_answer', since: 'assignedAt' },
    { name: 'toCheck', state: 3, needs: 'proposal_deliver', since: 'answeredAt' },
    { name: 'toAssignAgain', state: 8, needs: 'proposal_forward', since: 'ratedAt' },
  ],
  { status: 'state' },
)

/** Answers to one's own proposals: nobody judges them for somebody else. */
const toRate: Pile = {
  ...{ pile: 'proposal.toRate', area: 'proposal', noun: '提案', unit: '件', needs: 'proposal_add' },
  ...{ title: '待本人评价', search: { state: '4' } },
  waiting: (ctx) => [
    {
      ...{ table: table as unknown as Table, since: 'deliveredAt', title: 'title' },
      where: [test('createdBy', '=', whoOf(ctx).userId), test('state', '=', 4), isEmpty('deletedAt')],
    },
  ],
}
export const piles: readonly Pile[] = [...waiting, toRate]

async function add(ctx: Ctx, { type, class: about, openFlag, partners, ...texts }: Parsed<typeof contract.add>) {
  const numbers = { type: Number(type), class: Number(about), openFlag: Number(openFlag) }
  refuseAlone(numbers.type, partners)
  const { id } = await proposals.add(ctx, {
    ...{ ...texts, ...numbers, partners: partners || null, state: 0, deptId: null, round: 1 },
  })
  await history.keep(ctx, [{ id: Number(id), no: 1, step: { act: '提交', status: 0 } }])
  return shown(ctx, Number(id))
}
const shown = async (ctx: Ctx, id: number) => {
  const [one] = await withSaid(ctx, [await proposals.get(ctx, id)])
  return one as NonNullable<typeof one>
}

type Search = Parsed<typeof contract.excel>
async function list(ctx: Ctx, input: Search & Paging, ...where: ReturnType<typeof narrowed>) {
  const page = await briefs.page(ctx, input, ...narrowed(ctx, input), ...where)
  return { ...page, list: await withSaid(ctx, page.list) }
}

export const proposal = implement(contract, {
  list,
  myList: (ctx, input) => list(ctx, input, test('createdBy', '=', whoOf(ctx).userId)),
  get: (ctx, { id }) => whole(ctx, id),
  excel: sheetOf(contract.excel, proposalBrief, { name: '提案' }, (ctx, input) => list(ctx, input)),
  ...{ explain, stats, add, merge, forward, answer, extend, rate },
  edit: async (ctx, input) => {
    await edit(ctx, input)
    return shown(ctx, input.id)
  },
  file: ownTransactions(file),
  notFile: ownTransactions(move('notFile')),
  unmerge: ownTransactions(unmerge),
  giveBack: ownTransactions((ctx: Ctx, { ids, remarks, deptId }: Parsed<typeof contract.giveBack>) =>
    depts.giveBack(ctx, ids, { remarks, deptId, move: 'giveBack', held: held as never }),
  ),
  redo: ownTransactions(move('redo')),
  deliver: ownTransactions(move('deliver')),
  letter: (ctx, { id }) => letter(ctx, id),
  publish: ownTransactions(move('publish')),
  withdraw: ownTransactions(move('withdraw')),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  webList: async (ctx, input) => {
    const page = await published.page(ctx, input, ...texts.like('title', input.title), ...equal('class', input.class))
    return { ...page, list: await texts.shown(ctx, page.list) }
  },
  webGet: async (ctx, { id }) => {
    const [one] = await texts.shown(ctx, [await published.get(ctx, id)])
    return one as NonNullable<typeof one>
  },
  ...handlers,
})
