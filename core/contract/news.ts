import { z } from 'zod'
import { articleOpen } from './article/open.ts'
import { endpoint } from './endpoint.ts'
import { int, page, pageOf } from './shared.ts'

const open = {
  method: 'POST',
  effect: 'read',
  repeat: true,
  access: 'public',
  open: '网站公开的本地新闻',
  verb: false,
} as const
const { pageNumber, pageSize } = page

/** News of one kind, one page after the other. */
const list = <P extends `/${string}`>(path: P, says: string) =>
  endpoint({
    ...{ ...open, path, send: 'body' },
    input: z.object({ pageNumber, pageSize }),
    output: pageOf(articleOpen),
    says: `${says}栏目及其下级的文章，新的在前；站点设置没有写明栏目时为空`,
  })

/** The newest published articles of the columns that a setting names, for other programs (other-calls §7, /web/new). */
export const news = {
  siteCapital: list('/web/new/capital', '中央要闻'),
  siteProvince: list('/web/new/province', '省内要闻'),
  siteCity: list('/web/new/city', '市内要闻'),
  siteTrading: endpoint({
    ...{ ...open, path: '/web/new/xaxGgzyjypt', send: 'query' },
    input: z.object({ size: int('最多', 1, 200, '篇') }),
    output: z.array(articleOpen),
    says: '公共资源交易栏目及其下级最新的文章；站点设置没有写明栏目时为空',
  }),
}
