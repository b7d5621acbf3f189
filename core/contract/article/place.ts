import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulk, count, id, idOf, ids, page, pageOf, row } from '../shared.ts'
import { articleBrief } from './rows.ts'

const placed = row({ ...bulk.shape, made: z.array(z.string()).meta({ title: '新文章的编号' }) })

/** Where articles stand (main-console §4). */
export const placing = {
  articleCopy: endpoint({
    method: 'POST',
    path: '/api/article/articleCopy',
    send: 'body',
    input: z.object({ ids: ids('文章', 200), columnId: idOf('column', '栏目').nullish() }),
    output: placed,
    effect: 'write',
    access: { like: 'article_saveRole' },
    says: '复制文章成为草稿，附件一并复制；不写栏目则留在原栏目',
    tells: '复制文章{}',
    verb: false,
  }),
  listByDept: endpoint({
    method: 'POST',
    path: '/api/article/listByDept',
    send: 'body',
    input: z.object({ deptId: idOf('dept', '部门'), ...page }),
    output: pageOf(articleBrief),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '分页查询一个部门的文章',
    verb: false,
  }),
  redisByArticleId: endpoint({
    method: 'GET',
    path: '/api/article/redisByArticleId',
    send: 'query',
    input: z.object({ articleId: id('文章') }),
    output: row({
      articleId: z.string(),
      hits: count('点击数'),
      version: count('版本'),
      page: z.boolean().meta({ title: '网页已生成' }),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '查看一篇文章的点击数，网页是否已生成',
    verb: false,
  }),
}
