import { z } from 'zod'
import { topStates } from '../../domain/enums.ts'
import { endpoint } from '../endpoint.ts'
import { bulk, choice, count, id, idOf, ids, int, lastDay, page, pageOf, row } from '../shared.ts'
import { articleBrief } from './rows.ts'

const placed = row({ ...bulk.shape, made: z.array(z.string()).meta({ title: '新文章的编号' }) })

/** So many articles stand first in a column at most: with more of them none does. */
export const topMost = 10

/** Where articles stand (main-console §4). */
export const placing = {
  articleUp: endpoint({
    method: 'POST',
    path: '/api/article/articleUp',
    send: 'body',
    input: z.object({
      ids: ids('文章', 200),
      top: choice('置顶', topStates).nullish(),
      topUntil: lastDay('置顶截止').nullish(),
    }),
    output: bulk,
    effect: 'write',
    repeat: true,
    access: { like: 'article_approve' },
    says: `把已发布的文章在所属栏目置顶，或取消置顶；后置顶的在前，每个栏目最多 ${topMost} 篇，到截止时间自动取消`,
    tells: '置顶{}',
    tellsWhen: [{ after: { top: 0 }, tells: '取消置顶{}' }],
    verb: false,
  }),
  articleSort: endpoint({
    method: 'POST',
    path: '/api/article/articleSort',
    send: 'body',
    input: z.object({ articleId: id('文章'), sort: int('位次', 1, topMost) }),
    output: articleBrief,
    effect: 'write',
    repeat: true,
    access: { like: 'article_approve' },
    says: '调整置顶文章在栏目中的位次；没有置顶的文章按发布时间排列',
    tells: '调整置顶位次{}',
    verb: false,
  }),
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
