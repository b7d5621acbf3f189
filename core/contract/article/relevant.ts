import { z } from 'zod'
import { newsStatus } from '../../domain/enums.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, id, idsOrNone, idText, onlyId, row, when, words } from '../shared.ts'

/** So many are chosen for an article at most, and as many suggested. */
export const relevantMost = 20
const whether = { 1: '已选', 0: '建议' } as const

/** An article beside another one: chosen for it, or suggested because its title is alike. */
const relevantRow = row({
  articleId: idText('编号'),
  title: words('标题'),
  columnName: words('栏目'),
  publishTime: when('发布时间'),
  status: chosen('状态', newsStatus),
  chosen: chosen('已选', whether),
})

/** The articles that stand below another one on its page (other-calls §Related articles and voice). */
export const relating = {
  relevantSave: endpoint({
    method: 'POST',
    path: '/article/relevant/save',
    send: 'body',
    payload: 'saveArticleRelevantDto',
    input: z.object({
      articleId: id('文章'),
      relevantIds: idsOrNone('相关文章', relevantMost),
    }),
    output: z.array(relevantRow),
    effect: 'write',
    repeat: true,
    access: { like: 'article_update' },
    online: true,
    says: `设定一篇文章的相关文章，按所写的次序，最多 ${relevantMost} 篇，没有写上的去掉；已发布的文章须有发布权限`,
    tells: '设定相关文章{}',
    verb: false,
  }),
  getArticleRelevantList: endpoint({
    method: 'POST',
    path: '/article/relevant/getArticleRelevantList',
    send: 'body',
    payload: 'idDto',
    input: z.object({ articleId: id('文章') }),
    output: z.array(relevantRow),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    online: true,
    says: '查询一篇文章的相关文章：已选的在前，后面是标题相近的建议',
    verb: false,
  }),
  deleteArticleRelevant: endpoint({
    method: 'POST',
    path: '/article/relevant/deleteArticleRelevant',
    send: 'body',
    payload: 'idDto',
    input: z.object({ articleId: id('文章') }),
    output: onlyId,
    effect: 'write',
    repeat: true,
    access: { like: 'article_update' },
    says: '去掉一篇文章的全部相关文章；已发布的文章须有发布权限',
    tells: '去掉相关文章{}',
    verb: false,
  }),
}
