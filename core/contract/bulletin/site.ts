import { z } from 'zod'
import { openFile } from '../collected.ts'
import { endpoint } from '../endpoint.ts'
import { count, filter, htmlWords, id, page, pageOf, row, text } from '../shared.ts'
import { contentOpen, issueOpen, type, year } from './rows.ts'

const { pageNumber, pageSize } = page
const open = {
  method: 'POST',
  send: 'body',
  effect: 'read',
  repeat: true,
  access: 'public',
  open: '网站访问者查询已发布的公报',
} as const
const title = filter(text('标题', 100))
const search = { year: filter(year()), type: filter(type()), title }

/** The bulletin as anybody reads it: what is published of it (other-calls §7, /web/bulletin). */
export const opened = {
  siteGetYear: endpoint({
    ...open,
    path: '/web/bulletin/getYear',
    input: z.object({ type: filter(type()) }),
    output: z.array(row({ year: count('年份'), issues: count('期数') })),
    says: '有公报发布的年份，新的在前',
    verb: false,
  }),
  siteGetByYear: endpoint({
    ...open,
    path: '/web/bulletin/getByYear',
    payload: 'bulletinSearchDto',
    input: z.object({ ...search, pageNumber, pageSize }),
    output: pageOf(issueOpen),
    says: '一年中已发布的各期公报，新的在前；不写年份则是全部',
    verb: 'public',
  }),
  siteIssueList: endpoint({
    ...open,
    path: '/web/bulletin/issueList',
    payload: 'baseSearchDto',
    input: z.object({ title, pageNumber, pageSize }),
    output: pageOf(issueOpen),
    says: '已发布的各期公报，新的在前',
    verb: false,
  }),
  siteGetIssue: endpoint({
    ...open,
    path: '/web/bulletin/getIssue',
    payload: 'idDto',
    input: z.object({ id: id('公报') }),
    output: row({
      ...issueOpen.shape,
      contentCount: count('篇数'),
      contents: z.array(contentOpen).meta({ title: '目录' }),
      files: z.array(openFile).meta({ title: '整期文件' }),
    }),
    says: '已发布的一期公报：目录（前 200 篇）和整期文件',
    verb: false,
  }),
  sitePageList: endpoint({
    ...open,
    path: '/web/bulletin/pageList',
    payload: 'bulletinSearchDto',
    input: z.object({
      bulletinId: filter(id('公报')),
      ...search,
      section: filter(text('栏目', 50)),
      pageNumber,
      pageSize,
    }),
    output: pageOf(contentOpen),
    says: '已发布的公报中的各篇，新的一期在前，一期之中按目录的顺序',
    verb: false,
  }),
  siteGet: endpoint({
    ...open,
    path: '/web/bulletin/get',
    payload: 'idDto',
    input: z.object({ id: id('篇目') }),
    output: row({ ...contentOpen.shape, content: htmlWords('正文') }),
    rows: 'sitePageList',
    says: '已发布的公报中的一篇和它的正文',
    verb: false,
  }),
}
