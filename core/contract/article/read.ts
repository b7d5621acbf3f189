import { z } from 'zod'
import { articleStates, reviewSteps } from '../../domain/article-states.ts'
import { clockActs, newsStatus, newsTypes, timedStates, topStates } from '../../domain/enums.ts'
import { lacking } from '../../domain/statistics.ts'
import { validityStates } from '../../domain/validity.ts'
import { modelFieldRow } from '../contentModel.ts'
import { endpoint } from '../endpoint.ts'
import { countsCall } from '../moves.ts'
import {
  choice,
  chosen,
  fields,
  filter,
  id,
  idOf,
  ids,
  idText,
  page,
  pageOf,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from '../shared.ts'
import { batchMax, byWireId, one, titleMax, writable } from './fields.ts'
import { articleBrief, articleRow, modelValue } from './rows.ts'

/** What narrows the list. */
export const search = {
  title: filter(text('标题', 300)),
  keyword: filter(text('关键词（标题或正文）', 100)),
  columnId: filter(id('栏目')),
  withChildren: filter(
    z
      .union([z.boolean(), z.literal('true'), z.literal('false')])
      .transform((value) => String(value) === 'true')
      .meta({ title: '含下级栏目' }),
  ),
  status: filter(
    z
      .union([choice('状态', newsStatus), z.array(choice('状态', newsStatus))])
      .transform((value) => (Array.isArray(value) ? value : [value])),
  ).meta({ title: '状态' }),
  ownState: filter(choice('状态（不计修订）', newsStatus)),
  newsType: filter(choice('图文类型', newsTypes)),
  without: filter(choice('未填写的', lacking.article)),
  timed: filter(choice('定时', timedStates)),
  top: filter(choice('置顶', topStates)),
  reviewStep: filter(choice('审核环节', reviewSteps)),
  validity: filter(choice('效力', validityStates)),
  batch: filter(text('导入批次', batchMax)),
  source: filter(text('来源', 200)),
  deptId: filter(id('部门')),
  createdBy: filter(id('创建人')),
  articleIds: filter(ids('编号列表')),
  startTime: filter(time('发布时间起')),
  endTime: filter(time('发布时间止', 'end')),
}

/** What stands in a form, finished or not. */
export const unsaved = z.object({
  ...z.object(writable).partial().shape,
  title: text('标题', titleMax).nullish(),
  // half typed they are none yet, and are not shown
  coverImage: text('封面图片', 500).nullish(),
  jumpUrl: text('跳转链接', 1000).nullish(),
  sourceUrl: text('原文地址', 1000).nullish(),
})

/** What the clock will do with an article. */
const clockRow = row({
  at: when('时间'),
  act: chosen('操作', clockActs),
  articleId: idText('编号'),
  title: z.string().meta({ title: '标题' }),
  columnName: words('栏目'),
  status: chosen('状态', newsStatus),
})

/** Finding and looking at articles, in the console and on the site (main-console §3, §7). */
export const reading = {
  list: endpoint({
    method: 'POST',
    path: '/api/article/list',
    send: 'body',
    input: z.object({ ...search, fields: fields(), ...page }),
    output: pageOf(articleBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'reporter', 'readonly'],
    says: '按条件分页查询文章',
  }),
  queryFieldOverwrite: endpoint({
    method: 'GET',
    path: '/api/article/queryFieldOverwrite',
    send: 'query',
    wire: { articleId: 'basicId' },
    input: z.object({ articleId: id('文章'), columnId: sampled(idOf('column'), '通知公告') }),
    output: z.array(row({ ...modelFieldRow.shape, value: modelValue })),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '栏目内容模型的字段，连同一篇文章已填写的内容；文章写 0 则是新文章的默认值，栏目写 0 则是文章所在的栏目',
    verb: 'fields',
  }),
  calendar: endpoint({
    method: 'POST',
    path: '/x/article/calendar',
    send: 'body',
    own: true,
    input: z.object({
      month: sampled(text('月份', 7).regex(/^\d{4}-(0[1-9]|1[0-2])$/, '应写作 2026-11'), '2026-11'),
    }),
    output: z.array(clockRow),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '一个月内定时发布和定时下架的文章，按时间先后，最多 1,000 项',
  }),
  counts: countsCall(articleStates, 'article_list', z.object(search).omit({ status: true })),
  view: endpoint({
    method: 'GET',
    path: '/api/article/view',
    send: 'query',
    ...byWireId,
    input: one,
    output: articleRow,
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '查看一篇文章',
  }),
  column: endpoint({
    method: 'GET',
    path: '/api/article/column',
    send: 'query',
    wire: { columnId: 'categoryId' },
    input: z.object({ columnId: id('栏目'), ...page }),
    output: pageOf(articleBrief),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '查询一个栏目的文章',
  }),
  hit: endpoint({
    method: 'GET',
    path: '/api/article/hit',
    send: 'query',
    ...byWireId,
    input: one,
    output: row({ hits: z.number() }),
    effect: 'count',
    access: 'public',
    open: '网站的文章页计浏览次数，每个访问者每天一次',
    guard: { says: '计数', own: 'visits' },
    says: '文章点击数加一',
  }),
  webView: endpoint({
    method: 'GET',
    path: '/api/article/webView',
    send: 'query',
    ...byWireId,
    input: one,
    output: z.string(),
    reply: 'page',
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站访问者查看已发布的文章',
    says: '已发布文章的页面',
  }),
  webGeneratorView: endpoint({
    method: 'GET',
    path: '/api/article/webGeneraterView',
    send: 'query',
    ...byWireId,
    input: one,
    output: z.string(),
    reply: 'page',
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '按网站样式预览文章',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/x/article/preview',
    send: 'body',
    own: true,
    input: unsaved,
    output: z.string(),
    reply: 'page',
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '预览未保存的文章，不作保存',
  }),
}
