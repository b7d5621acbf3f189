import { z } from 'zod'
import { newsCategoryTypes, newsStatus, newsTypes } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  ids,
  idText,
  int,
  kept,
  nothing,
  page,
  pageOf,
  row,
  text,
  time,
  when,
  words,
} from './shared.ts'

/** Limit of an article's title, in characters. */
export const titleMax = 300

/** What a writer may set; content is HTML and is cleaned by the server. */
const writable = {
  columnId: id('栏目'),
  title: text('标题', titleMax, 1),
  content: text('正文', 2_000_000),
  subtitle: text('副标题', 300).nullish(),
  summary: text('摘要', 1000).nullish(),
  source: text('来源', 200).nullish(),
  keywords: text('关键词', 300).nullish(),
  newsType: choice('图文类型', newsTypes).nullish(),
  coverImage: text('封面图片', 500).nullish(),
  categoryType: choice('内容类型', newsCategoryTypes).nullish(),
  jumpUrl: text('跳转链接', 1000).nullish(),
  publishTime: time('发布时间').nullish(),
  sourceUrl: text('原文地址', 1000).nullish(),
  sort: int('排序', 0, 1_000_000).nullish(),
}

/** What the system keeps: sent by a caller, it is refused by name (security: mass assignment). */
const systemFields = {
  deptId: kept('部门'),
  author: kept('作者'),
  createdBy: kept('创建人'),
  updatedBy: kept('修改人'),
  acceptedBy: kept('初审人'),
  approvedBy: kept('审核人'),
  submittedBy: kept('提交人'),
  hits: kept('点击数'),
  deletedAt: kept('删除时间'),
}

const draftOrSubmit = z
  .union([z.literal(1), z.literal(3), z.literal('1'), z.literal('3')], {
    error: '只能是 1（提交审核）或 3（存为草稿）',
  })
  .transform((value) => Number(value) as 1 | 3)
  .nullish()
  .meta({ title: '状态' })

const save = z.object({ ...writable, status: draftOrSubmit, ...systemFields })

const changes = {
  ...z.object(writable).partial().shape,
  status: draftOrSubmit,
}
const version = int('版本', 0, Number.MAX_SAFE_INTEGER).nullish()
const update = z.object({ articleId: id('文章'), version, ...changes, ...systemFields })

const reason = text('理由', 500).nullish()
const statusItem = z.object({ articleId: id('文章'), reason, version })
const statusItems = z.object({ items: z.array(statusItem).min(1, '至少要有一篇文章').max(10_000, '一次最多 10000 篇') })
const changedItem = z.object({ articleId: id('文章'), reason, version, ...changes, ...systemFields })
const changedItems = z.object({
  items: z.array(changedItem).min(1, '至少要有一篇文章').max(10_000, '一次最多 10000 篇'),
})

/** The copy of a published article that is under review while the old one stays online (design §4). */
const review = row({
  revisionId: idText('修订编号'),
  status: chosen('状态', newsStatus),
  title: words('标题'),
  reason: words('理由'),
  submittedByName: words('提交人'),
  submittedAt: when('提交时间'),
})

/** An article as lists show it. */
const brief = {
  articleId: idText('编号'),
  columnId: idText('栏目'),
  columnName: words('栏目'),
  title: z.string().meta({ title: '标题' }),
  subtitle: words('副标题'),
  summary: words('摘要'),
  source: words('来源'),
  keywords: words('关键词'),
  newsType: chosen('图文类型', newsTypes),
  coverImage: words('封面图片'),
  categoryType: chosen('内容类型', newsCategoryTypes),
  jumpUrl: words('跳转链接'),
  sourceUrl: words('原文地址'),
  sort: count('排序'),
  status: chosen('状态', newsStatus),
  reason: words('驳回理由'),
  publishTime: when('发布时间'),
  hits: count('点击数'),
  deptId: idText('部门').nullable(),
  deptName: words('部门'),
  createdBy: idText('创建人').nullable(),
  createdByName: words('创建人'),
  createdAt: when('创建时间'),
  updatedByName: words('修改人'),
  updatedAt: when('修改时间'),
  submittedByName: words('提交人'),
  submittedAt: when('提交时间'),
  acceptedByName: words('初审人'),
  acceptedAt: when('初审时间'),
  approvedByName: words('审核人'),
  approvedAt: when('审核时间'),
  version: count('版本'),
  review: review.nullable().meta({ title: '待审修订' }),
}
export const articleBrief = row(brief)
export const articleRow = row({ ...brief, content: words('正文') })

const search = z.object({
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
  source: filter(text('来源', 200)),
  deptId: filter(id('部门')),
  createdBy: filter(id('创建人')),
  articleIds: filter(ids('编号列表')),
  startTime: filter(time('发布时间起')),
  endTime: filter(time('发布时间止', 'end')),
  ...page,
})

const one = z.object({ articleId: id('文章') })
const byWireId = { wire: { articleId: 'articleID' } } as const

const revisionRow = row({
  revisionId: idText('修订编号'),
  articleId: idText('文章'),
  no: count('序号'),
  act: words('操作'),
  status: chosen('状态', newsStatus),
  title: words('标题'),
  reason: words('理由'),
  byName: words('操作人'),
  at: when('时间'),
  changed: z
    .array(row({ field: z.string(), title: z.string(), before: z.unknown(), after: z.unknown() }))
    .meta({ title: '变化' }),
})

const workflow = (path: `/${string}`, says: string) =>
  endpoint({
    method: 'POST',
    path,
    send: 'list',
    input: statusItems,
    output: bulk,
    effect: 'write',
    repeat: true,
    access: 'granted',
    says,
  })
const updateAnd = (path: `/${string}`, says: string, access: { like: string }) =>
  endpoint({ method: 'POST', path, send: 'list', input: changedItems, output: bulk, effect: 'write', access, says })

/** Articles: content, audit workflow, revisions, recycle bin (main-console §3, §4, §7; design §4). */
export const article = {
  list: endpoint({
    method: 'POST',
    path: '/api/article/list',
    send: 'body',
    input: search,
    output: pageOf(articleBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '按条件分页查询文章',
  }),
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
  saveAdmin: endpoint({
    method: 'POST',
    path: '/api/article/save/admin',
    send: 'body',
    input: save,
    output: articleRow,
    effect: 'write',
    access: 'granted',
    says: '新增文章（不受栏目授权限制）',
  }),
  saveRole: endpoint({
    method: 'POST',
    path: '/api/article/save/role',
    send: 'body',
    input: save,
    output: articleRow,
    effect: 'write',
    access: 'granted',
    says: '新增文章（限授权栏目）',
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/article/update',
    send: 'body',
    input: update,
    output: articleRow,
    effect: 'write',
    access: 'granted',
    says: '修改文章，已发布的形成待审修订',
  }),
  accept: workflow('/api/article/accept', '初审通过文章'),
  acceptReject: workflow('/api/article/acceptReject', '初审驳回文章'),
  approve: workflow('/api/article/approve', '审核通过并发布文章'),
  reject: workflow('/api/article/reject', '驳回待发布或下架已发布的文章'),
  delete: workflow('/api/article/delete', '删除文章到回收站'),
  updateAndAccept: updateAnd('/api/article/updateAndAccept', '修改文章并初审通过', { like: 'article_accept' }),
  updateAndApprove: updateAnd('/api/article/updateAndApprove', '修改文章并审核通过', { like: 'article_approve' }),
  updateAndReject: updateAnd('/api/article/updateAndReject', '修改文章并驳回', { like: 'article_reject' }),
  revisions: endpoint({
    method: 'POST',
    path: '/x/article/revisions',
    send: 'body',
    own: true,
    input: z.object({ articleId: id('文章'), ...page }),
    output: pageOf(revisionRow),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '查看文章的修订历史',
  }),
  revision: endpoint({
    method: 'POST',
    path: '/x/article/revision',
    send: 'body',
    own: true,
    input: z.object({ revisionId: id('修订编号') }),
    output: row({ ...revisionRow.shape, content: words('正文') }),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '查看一个修订的全文',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/x/article/restore',
    send: 'body',
    own: true,
    input: z.object({ articleId: id('文章'), revisionId: id('修订编号'), version }),
    output: articleRow,
    effect: 'write',
    access: { like: 'article_update' },
    says: '把文章恢复到一个修订',
  }),
  waiting: endpoint({
    method: 'POST',
    path: '/x/article/waiting',
    send: 'none',
    own: true,
    input: nothing,
    output: row({
      toAccept: z.number().meta({ title: '待初审' }),
      toApprove: z.number().meta({ title: '待发布' }),
      rejected: z.number().meta({ title: '被驳回的本人文章' }),
      columns: z.array(
        row({
          columnId: idText('栏目'),
          columnName: words('栏目'),
          toAccept: z.number(),
          toApprove: z.number(),
          oldest: when('最早提交'),
        }),
      ),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '等待我处理的文章',
  }),
  recycleList: endpoint({
    method: 'POST',
    path: '/x/article/recycle/list',
    send: 'body',
    own: true,
    input: z.object({ title: filter(text('标题', 300)), ...page }),
    output: pageOf(row({ ...brief, deletedAt: when('删除时间'), deletedByName: words('删除人') })),
    effect: 'read',
    repeat: true,
    access: { like: 'article_delete' },
    says: '查询文章回收站',
  }),
  recycleRestore: endpoint({
    method: 'POST',
    path: '/x/article/recycle/restore',
    send: 'list',
    own: true,
    input: statusItems,
    output: bulk,
    effect: 'write',
    repeat: true,
    access: { like: 'article_delete' },
    says: '从回收站恢复文章',
  }),
  recyclePurge: endpoint({
    method: 'POST',
    path: '/x/article/recycle/purge',
    send: 'list',
    own: true,
    input: statusItems,
    output: bulk,
    effect: 'write',
    access: 'granted',
    says: '彻底删除回收站中的文章',
  }),
}
