import { z } from 'zod'
import { newsCategoryTypes, newsTypes } from '../../domain/enums.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, count, filter, id, idText, page, pageOf, row, text, when, words } from '../shared.ts'

/** What anybody is shown of a published article: nothing of who wrote or approved it, nor of what waits beside it. */
const open = {
  articleId: idText('编号'),
  columnId: idText('栏目'),
  columnName: words('栏目'),
  title: z.string().meta({ title: '标题' }),
  subtitle: words('副标题'),
  summary: words('摘要'),
  source: words('来源'),
  newsType: chosen('图文类型', newsTypes),
  coverImage: words('封面图片'),
  essayList: words('首页展示'),
  categoryType: chosen('内容类型', newsCategoryTypes),
  jumpUrl: words('跳转链接'),
  publishTime: when('发布时间'),
  hits: count('点击数'),
  url: words('网页地址'),
}
export const articleOpen = row(open)
const file = row({ name: z.string().meta({ title: '名称' }), size: count('大小', '字节'), url: words('下载地址') })
/** What stands in the fields of its column's model: what is hidden is nobody's to read. */
const field = row({
  name: z.string().meta({ title: '字段名' }),
  title: z.string().meta({ title: '标题' }),
  words: z.string().meta({ title: '内容' }),
})
/** A published article with its text. */
export const articleWhole = row({
  ...open,
  fields: z.array(field).meta({ title: '模型字段' }),
  content: words('正文'),
  files: z.array(file).meta({ title: '附件' }),
})

const { pageNumber, pageSize } = page
const list = <I extends z.ZodRawShape>(path: `/${string}`, says: string, input: I, payload?: string) =>
  endpoint({
    method: 'POST',
    path,
    send: 'body',
    ...(payload && { payload }),
    input: z.object({ ...input, pageNumber, pageSize }),
    output: pageOf(articleOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站访问者查询已发布的文章',
    says,
    verb: false,
  })
const one = (path: `/${string}`, says: string) =>
  endpoint({
    method: 'POST',
    path,
    send: 'body',
    payload: 'idDto',
    input: z.object({ id: id('文章') }),
    output: articleWhole,
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站访问者查看已发布的文章',
    says,
    verb: false,
  })

const inColumn = { columnId: id('栏目') }
const search = { columnId: filter(id('栏目')), title: filter(text('标题', 300)) }

/** Published articles for anybody (main-console §7; other-calls §7, web/article). */
export const opened = {
  webListByParent: list('/api/article/mj/webListByParent', '公众可见的一个栏目及其下级的文章', inColumn),
  webList: list('/api/article/webList', '公众可见的一个栏目的文章', inColumn),
  webJrlyList: list('/api/article/webJrlyList', '今天发布的文章，新的在前', {}),
  siteList: list('/web/article/list', '公众可见的文章', search, 'article'),
  siteListAll: list('/web/article/listAll', '公众可见的全部文章', search, 'baseSearchDto'),
  siteGetMeetingList: list('/web/article/webGetMeetingList', '会议栏目及其下级的文章，新的在前', {}),
  siteGetById: one('/web/article/getById', '公众可见的一篇文章'),
  webArticleGet: one('/web/article/webArticleGet', '公众可见的一篇文章，含正文和附件'),
}
