import type { Parsed } from '../../core/contract/endpoint.ts'
import { special as contract } from '../../core/contract/special.ts'
import { inReview } from '../../core/domain/activity-states.ts'
import { specialFlow } from '../../core/domain/special-states.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611252231-special.ts'
import { special as table } from '../db/tables/special.ts'
import { beforehand, implement, ownTransactions } from '../pipeline.ts'
import { pilesOf } from '../rows/piles.ts'
import { candidates } from './published/articles.ts'
import * as relations from './special/relations.ts'
import * as site from './special/site.ts'
import { place, topics } from './special/topics.ts'

/** How the area's tables came to be. */
export const migrations = { '202611252231-special': made }
export const entry = { under: 'content', name: '专题', url: 'article/special' } as const
export const demo = () => import('../demo/special.ts')

/** What waits: topics that were submitted, for who publishes them. */
export const piles = pilesOf(table, specialFlow, [
  { name: 'toAudit', state: inReview, needs: 'special_publish', since: 'submittedAt' },
])

export const special = implement(contract, {
  ...topics.calls,
  relationList: (ctx, { id }) => relations.list(ctx, id),
  relationSave: ownTransactions(relations.choose),
  relationSaveOrUpdate: beforehand(relations.read<Parsed<typeof contract.relationSaveOrUpdate>>, relations.save),
  relationEdit: beforehand(relations.read<Parsed<typeof contract.relationEdit>>, relations.edit),
  relationDel: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => relations.remove(ctx, ids)),
  arrange: relations.arrange,
  candidates: (ctx, { specialId, ...search }) => candidates(ctx, place, specialId, search),
  siteTop: site.top,
  siteList: site.list,
  siteArticles: site.articles,
})
