import type { Parsed } from '../../core/contract/endpoint.ts'
import { news as contract } from '../../core/contract/news.ts'
import type { Ctx } from '../context.ts'
import { implement } from '../pipeline.ts'
import type { newsSettings } from '../site/folder-settings.ts'
import { openNamed } from './article/open.ts'

type Paged = Parsed<typeof contract.siteCity>

/** One page of the newest articles of the columns that a setting names. */
const newest = (setting: (typeof newsSettings)[number]) => (ctx: Ctx, paging: Paged) => openNamed(ctx, setting, paging)

export const news = implement(contract, {
  siteCapital: newest('site.capital'),
  siteProvince: newest('site.province'),
  siteCity: newest('site.city'),
  siteTrading: async (ctx, { size }) => (await openNamed(ctx, 'site.trading', { pageSize: size, withTotal: 0 })).list,
})
