import type { Parsed } from '../../core/contract/endpoint.ts'
import { product as contract, productBrief, productOpen, productRow } from '../../core/contract/product.ts'
import { productFlow } from '../../core/domain/product-states.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260922-shown.ts'
import { product as table } from '../db/tables/product.ts'
import { implement } from '../pipeline.ts'
import { like } from '../rows/condition.ts'
import { moneyColumn, withMoney } from '../rows/money.ts'
import { shownOf } from './published/shown.ts'

/** How the tables of products, projects and celebrities came to be. */
export const migrations = { '202611260922-shown': made }
export const demo = () => import('../demo/product.ts')

const narrowed = (_ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title),
  ...like('company', input.company),
]

const shown = shownOf(table, {
  ...{
    flow: productFlow,
    brief: productBrief,
    whole: productRow,
    everybody: productOpen,
    binned: contract.binList.output,
    narrowed,
  },
  logged: ['title', 'company', 'money'],
  looked: ['title', 'company', 'summary', 'content', 'contact'],
  stored: ({ money, moneyCompany, ...given }, before) => ({
    ...given,
    ...moneyColumn('年产值', { money, moneyCompany } as never, (before?.money as number | null | undefined) ?? null),
  }),
  shown: (row) => withMoney(row, (row as { money?: number | null }).money ?? null),
})

export const { piles } = shown
export const product = implement(contract, {
  ...shown.handlers,
  webList: (ctx, { title, company, ...paging }) =>
    shown.visible(ctx, paging, ...like('title', title), ...like('company', company)),
})
