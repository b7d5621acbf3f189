import { z } from 'zod'
import { searchKinds } from '../../domain/dicts.ts'
import { searchSpans } from '../../domain/search.ts'
import { validityStates } from '../../domain/validity.ts'
import { endpoint } from '../endpoint.ts'
import {
  bulk,
  choice,
  chosen,
  filter,
  id,
  ids,
  idText,
  int,
  page,
  pageOf,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from '../shared.ts'
import { titleMax } from './fields.ts'
import { search } from './read.ts'
import { articleBrief } from './rows.ts'

/** So many hits are shown on a page: each has an extract made of its text. */
const hitsMost = 50
/** The specification wants both of who searches. */
const paging = { pageNumber: int('页码', 1, 1_000_000), pageSize: int('每页条数', 1, hitsMost) }
const sought = filter(sampled(text('检索词', 100), '提案'))
const kind = filter(z.enum(Object.keys(searchKinds) as [keyof typeof searchKinds]).meta({ title: '检索类型' }))
const span = filter(choice('时间范围', searchSpans))

/** What the search of the site answers: the marked fields are HTML in which nothing but `<em>` is markup. */
export const searchHit = row({
  id: idText('编号'),
  esType: z.string().meta({ title: '检索类型' }),
  title: z.string().meta({ title: '标题' }),
  titleMarked: z.string().meta({ title: '标题（标出检索词）' }),
  extract: z.string().meta({ title: '摘录（标出检索词）' }),
  columnId: idText('栏目').nullable(),
  columnName: words('栏目'),
  source: words('来源'),
  validity: chosen('效力', validityStates),
  publishTime: when('发布时间'),
  url: words('网页地址'),
})

const hits = <I extends z.ZodRawShape>(path: `/${string}`, says: string, input: I) =>
  endpoint({
    method: 'GET',
    path,
    send: 'query',
    input: z.object({ ...input, ...paging }),
    output: row({ ...pageOf(searchHit).shape, whole: z.boolean().meta({ title: '索引是否已更新完' }) }),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站访问者检索已发布的内容',
    says,
    verb: false,
  })

/** Whether visitors find articles by the search of the site. */
const findable = (path: `/${string}`, says: string, tells: string) =>
  endpoint({
    method: 'POST',
    path,
    send: 'body',
    input: z.object({ ids: ids('文章') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says,
    tells,
  })

/** Whether visitors find an article by the search of the site. */
const unfoundWords = { 0: '可检索', 1: '已移出' } as const

/** An article that the staff found by its text: the marked fields are HTML in which nothing but `<em>` is markup. */
export const foundRow = row({
  ...articleBrief.shape,
  titleMarked: z.string().meta({ title: '标题（标出检索词）' }),
  extract: z.string().meta({ title: '摘录（标出检索词）' }),
  unfound: chosen('网站检索', unfoundWords),
})

/** The search of the site (main-console §7), and that of the staff. */
export const searching = {
  contentSearch: endpoint({
    method: 'POST',
    path: '/x/article/contentSearch',
    send: 'body',
    own: true,
    input: z.object({
      ...search,
      keyword: filter(sampled(text('检索词', 100), '提案')),
      unfound: filter(choice('网站检索', { 1: unfoundWords[1] })),
      ...page,
    }),
    output: pageOf(foundRow),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '在各种状态的文章中检索标题和正文，标出检索词；几个词用空格隔开，都要有',
    verb: false,
  }),
  queryEsArticle: hits('/api/article/queryEsArticle', '检索网站已发布的内容，标题中有的在前，新的在前', {
    keyword: sought,
    esType: kind,
    dateType: span,
    columnId: filter(id('栏目')),
    year: filter(int('年份', 1949, 9999)),
  }),
  queryEsArticleZwgk: hits('/api/article/queryEsArticleZWGK', '按标题、正文、文号和年份检索已发布的文件', {
    title: filter(text('标题', titleMax)),
    content: filter(text('正文', 100)),
    wjType: filter(text('文件种类', 40)),
    wjbh: filter(text('文号', 100)),
    year: filter(int('年份', 1949, 9999)),
    dataTime: filter(time('发布日期')),
    keyword: sought,
    dateType: span,
    esType: kind,
  }),
  manualSaveEs: findable('/api/article/manualSavaEs', '让移出网站检索的文章重新能被检索到', '编入网站检索{}'),
  manualDeleteEs: findable('/api/article/manualDeleteEs', '让文章不再被网站检索到，文章和网页不变', '移出网站检索{}'),
}
