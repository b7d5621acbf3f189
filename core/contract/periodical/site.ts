import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, filter, htmlWords, id, int, page, pageOf, row, text, time, words } from '../shared.ts'
import { articleOpen, periodicalOpen, periodicalPaged, periodicalWhole } from './rows.ts'

const open = {
  method: 'POST',
  effect: 'read',
  repeat: true,
  access: 'public',
  open: '网站访问者查询已发布的期刊',
} as const
const body = { ...open, send: 'body' } as const
const { pageNumber, pageSize } = page
const one = z.object({ id: id('编号') })

/** Periodicals as anybody reads them: what is published of them (other-calls §7, /web/news). */
export const opened = {
  siteTop: endpoint({
    ...{ ...open, path: '/web/news/periodical/top', send: 'query' },
    input: z.object({ size: int('最多', 1, 50, '期') }),
    output: z.array(periodicalOpen),
    says: '最近几期已发布的期刊',
    verb: 'top',
  }),
  sitePageList: endpoint({
    ...{ ...body, path: '/web/news/getPageList', payload: 'periodicalSerachDto' },
    input: z.object({
      title: filter(text('标题', 100)),
      startTime: filter(time('出版日期起')),
      endTime: filter(time('出版日期止', 'end')),
      pageNumber,
      pageSize,
    }),
    output: pageOf(periodicalPaged),
    says: '已发布的各期期刊和它们的版面，新的在前',
    verb: 'public',
  }),
  siteMonths: endpoint({
    ...{ ...body, path: '/web/news/getMonthList', payload: 'monthSerachDto' },
    input: z.object({ year: filter(int('年份', 1949, 2100)) }),
    output: z.array(row({ month: words('月份'), issues: count('期数') })),
    says: '有期刊发布的月份，新的在前',
    verb: false,
  }),
  sitePeriodical: endpoint({
    ...{ ...body, path: '/web/news/getPeriodical', payload: 'idDto' },
    input: one,
    output: periodicalWhole,
    says: '已发布的一期期刊：各版面和其中的各篇、整期文件',
    verb: false,
  }),
  siteGet: endpoint({
    ...{ ...body, path: '/web/news/get', payload: 'idDto' },
    input: one,
    output: row({ ...articleOpen.shape, content: htmlWords('正文') }),
    ...{ rows: 'articleList', about: 'periodicalArticle' },
    says: '已发布的期刊中的一篇和它的正文',
    verb: false,
  }),
}
