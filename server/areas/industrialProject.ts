import type { Answer, Parsed } from '../../core/contract/endpoint.ts'
import {
  industrialProject as contract,
  projectBrief,
  projectOwn,
  projectRow,
} from '../../core/contract/industrialProject.ts'
import { type ProjectMove, type ProjectState, projectFlow } from '../../core/domain/industrialProject-states.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, needVisitor, visitorOf } from '../context.ts'
import * as opening from '../db/migrations/202611261915-project-open.ts'
import { industrialProject as table } from '../db/tables/industrialProject.ts'
import { writerOf } from '../letters/open.ts'
import { placed } from '../letters/placed.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, isEmpty, like, test } from '../rows/condition.ts'
import { moneyColumn, withMoney } from '../rows/money.ts'
import { exactly, revealed, sealed } from '../rows/personal.ts'
import { pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseText } from '../rows/texts.ts'
import { touchRows } from '../rows/touch-area.ts'
import { refuseForbidden } from '../words/forbidden.ts'
import { type Project, texts } from './industrialProject/open.ts'

/** What came after its table, which stands with the products'. */
export const migrations = { '202611261915-project-open': opening }
export const demo = () => import('../demo/industrialProject.ts')

const logged = ['title', 'industry', 'money'] as const
const rows = rowsOf(table, { reply: projectRow, logged, history: projectFlow.area })
const briefs = rowsOf(table, { reply: projectBrief, logged })
const online = 1
/** As everybody may read it. */
const openOf = (ctx: Ctx, row: Project) => texts.wording(row, writerOf(ctx, table, row))
const shown = <R extends { readonly money: unknown }>(row: R): R => withMoney(row, row.money as number | null)

/** What narrows the list beside the state. */
const narrowed = async (ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title),
  ...like('company', input.company),
  ...equal('industry', input.industry),
  ...(await exactly(ctx, table, 'phone', input.phone)),
]

const { move, toBin, handlers } = stateHandlers<typeof table.columns, ProjectState, ProjectMove>(table, {
  states: projectFlow,
  row: projectRow,
  binned: contract.binList.output,
  withSaid: async (_, list: readonly { readonly money: unknown }[]) => list.map(shown),
  narrowed,
  logged,
  writes: { update },
  async guard(ctx, row, { move: name }) {
    if (name === 'publish') await refuseForbidden(ctx, row, texts.looked)
    return false
  },
  set: (ctx, { row, move: name }) => (name === 'publish' ? { publishedAt: ctx.now, ...openOf(ctx, row) } : {}),
  async after(ctx, decided) {
    await placed(ctx, 'industrialProject', online, decided)
  },
})

const restore = handlers.restore as (ctx: Ctx, input: unknown) => Promise<Answer<typeof contract.get>>

/** What waits to be judged. */
export const piles = pilesOf(table, projectFlow, [
  { name: 'toJudge', state: 0, needs: 'industrialProject_publish', since: 'createdAt' },
])

/** Changes one, or adds one of the office's own. */
async function update(ctx: Ctx, { id, version, name, phone, ...input }: Parsed<typeof contract.update>) {
  const { money, moneyCompany, ...rest } = input
  const person = { ...(name !== undefined && { name: name || null }), ...(phone !== undefined && { phone }) }
  const amount = (before: number | null) => moneyColumn('投资额', { money, moneyCompany }, before)
  const given = { ...rest, ...sealed(ctx.parts.secret, table, person) }
  if (!id) {
    const { title = '', industry, content = '' } = rest
    for (const [field, value, says] of [
      ['title', title, '项目名称'],
      ['industry', industry, '行业'],
      ['content', content, '项目说明'],
    ] as const)
      if (!value) throw new Refused('MISSING_PARAMETER', `${says}（${field}）：请填写${says}`)
    return shown(
      await rows.add(ctx, { ...given, ...amount(null), title, content, industry: Number(industry), status: 0 }),
    )
  }
  const row = await rows.need(ctx, id, { lock: true })
  refuseText(ctx, projectFlow, 'update', row.status as ProjectState)
  if (row.status === online) {
    await refuseForbidden(ctx, { ...row, ...rest }, texts.looked)
    await touchRows(ctx, 'industrialProject', [{ id: row.id, place: row.openNo }], true)
  }
  const open = row.status === online ? openOf(ctx, { ...row, ...given } as Project) : {}
  return shown(await rows.change(ctx, id, { ...given, ...open, ...amount(row.money) } as object, version))
}

/** What a visitor hands in: it stands under their account, where they are signed in. */
async function webAdd(ctx: Ctx, input: Parsed<typeof contract.webAdd>) {
  const { title, company = null, industry, place = null, content, name, phone } = input
  const { id } = await rows.add(ctx, {
    ...{ title, company, place, content, industry: Number(industry), status: 0, ...moneyColumn('投资额', input) },
    ...{ peopleId: visitorOf(ctx)?.peopleId ?? null, ...sealed(ctx.parts.secret, table, { name, phone }) },
  })
  return { id }
}

/** Just the visitor's own. */
const ownRows = (ctx: Ctx) =>
  rowsOf(table, {
    ...{ reply: projectOwn, logged },
    everybody: [test('peopleId', '=', needVisitor(ctx).peopleId), isEmpty('deletedAt')],
  })

export const industrialProject = implement(contract, {
  list: async (ctx, input) => {
    const page = await briefs.page(ctx, input, ...(await narrowed(ctx, input)), ...equal('status', input.status))
    return { ...page, list: page.list.map(shown) }
  },
  get: async (ctx, { id }) => shown(await rows.get(ctx, id)),
  update,
  webAdd,
  myList: async (ctx, { title, ...paging }) => {
    const page = await ownRows(ctx).page(ctx, paging, ...like('title', title))
    return { ...page, list: page.list.map(shown) }
  },
  myGet: async (ctx, { id }) => shown(await ownRows(ctx).get(ctx, id)),
  reveal: async (ctx, { id, reason }) =>
    revealed(ctx, table, await rows.need(ctx, id), { reason, fields: ['name', 'phone'] }),
  publish: ownTransactions(move('publish')),
  reject: ownTransactions(move('reject')),
  withdraw: ownTransactions(move('withdraw')),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  ...handlers,
  restore: async (ctx, input) => shown(await restore(ctx, input)),
})
