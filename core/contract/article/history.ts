import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulk, filter, id, page, pageOf, row, text, when, words } from '../shared.ts'
import { version } from './fields.ts'
import { articleRow, brief, revisionRow } from './rows.ts'
import { statusItems } from './workflow.ts'

/** What became of articles: revisions and the recycle bin. */
export const history = {
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
