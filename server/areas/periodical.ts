import type { Parsed } from '../../core/contract/endpoint.ts'
import { periodical as contract } from '../../core/contract/periodical.ts'
import { inReview } from '../../core/domain/activity-states.ts'
import { periodicalFlow } from '../../core/domain/periodical-states.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611252230-periodical.ts'
import { periodical as table } from '../db/tables/periodical.ts'
import { beforehand, implement, ownTransactions } from '../pipeline.ts'
import { like } from '../rows/condition.ts'
import { pilesOf } from '../rows/piles.ts'
import * as articles from './periodical/articles.ts'
import { issues, place } from './periodical/issues.ts'
import * as pages from './periodical/pages.ts'
import * as site from './periodical/site.ts'
import { candidates } from './published/articles.ts'

/** How the area's tables came to be. */
export const migrations = { '202611252230-periodical': made }
export const entry = { under: 'content', name: '期刊', url: 'article/periodical' } as const
export const demo = () => import('../demo/periodical.ts')

/** What waits: issues that were submitted, for who publishes them. */
export const piles = pilesOf(table, periodicalFlow, [
  { name: 'toAudit', state: inReview, needs: 'periodical_publish', since: 'submittedAt' },
])

/** So many are found by a title. */
const titledMost = 50

export const periodical = implement(contract, {
  ...issues.calls,
  listByTitle: (ctx, { name }) => issues.options(ctx, titledMost, ...like('title', name)),
  pageList: pages.list,
  pageOptions: pages.options,
  pageGet: (ctx, { id }) => pages.get(ctx, id),
  pageSaveOrUpdate: beforehand(pages.read<Parsed<typeof contract.pageSaveOrUpdate>>, pages.save),
  pageEdit: beforehand(pages.read<Parsed<typeof contract.pageEdit>>, pages.edit),
  pageDels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => pages.remove(ctx, ids)),
  pageArrange: pages.arrange,
  articleList: articles.list,
  articleGetlist: articles.all,
  articleGet: (ctx, { id }) => articles.get(ctx, id),
  articleSaveOrUpdate: beforehand(articles.prepare<Parsed<typeof contract.articleSaveOrUpdate>>, articles.save),
  articleEdit: beforehand(articles.prepare<Parsed<typeof contract.articleEdit>>, articles.edit),
  articleDels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => articles.remove(ctx, ids)),
  choose: ownTransactions(articles.choose),
  arrange: articles.arrange,
  candidates: (ctx, { periodicalId, ...search }) => candidates(ctx, place, periodicalId, search),
  siteTop: site.top,
  sitePageList: site.list,
  siteMonths: site.months,
  sitePeriodical: (ctx, { id }) => site.issue(ctx, id),
  siteGet: (ctx, { id }) => site.article(ctx, id),
})
