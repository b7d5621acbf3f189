import { z } from 'zod'
import { articleStates, type MoveName } from '../../domain/article-states.ts'
import type { ShippedRole } from '../../domain/enums.ts'
import { endpoint } from '../endpoint.ts'
import { moveCallOf, movedItems, reason, version } from '../moves.ts'
import { bulk, id } from '../shared.ts'
import { changes, systemFields } from './fields.ts'

/** A rejection, and nothing more: a published article without a copy under review is refused then, and not taken down. */
const keepOnline = z.boolean().nullish().meta({ title: '只驳回，不下架' })
/** The input of a move: a list of articles, each with its reason and version. */
export const statusItems = movedItems({ articleId: id('文章'), reason, version, keepOnline }, '篇文章')
const changedItems = movedItems(
  { articleId: id('文章'), reason, version, keepOnline, ...changes, ...systemFields },
  '篇文章',
)

const move = (
  name: MoveName,
  path: `/${string}`,
  says: string,
  tells: string,
  roles: readonly ShippedRole[] = ['auditor'],
) => moveCallOf(articleStates, name, statusItems, { path, says, tells, roles })
const updateAnd = (path: `/${string}`, says: string, tells: string, access: { like: string }) =>
  endpoint({
    method: 'POST',
    path,
    send: 'list',
    input: changedItems,
    output: bulk,
    effect: 'write',
    access,
    says,
    tells,
  })

/** The moves of the audit workflow, for one article or many, with or without a change of its text (main-console §4). */
export const workflow = {
  accept: move('accept', '/api/article/accept', '初审通过文章', '初审通过{}'),
  recheck: move('recheck', '/x/article/recheck', '复审通过文章，限实行三审三校的栏目', '复审通过{}'),
  acceptReject: move('acceptReject', '/api/article/acceptReject', '初审驳回文章', '初审驳回{}'),
  approve: move('approve', '/api/article/approve', '审核通过并发布文章', '发布{}'),
  reject: move(
    'reject',
    '/api/article/reject',
    '驳回待发布的文章或修订；没有待审修订的已发布文章，有下架权限的则下架',
    '驳回{}',
  ),
  takeDown: move('takeDown', '/x/article/takeDown', '从网站撤下已发布的文章', '下架{}'),
  delete: move('delete', '/api/article/delete', '删除文章到回收站', '删除{}', ['staff', 'reporter']),
  updateAndAccept: updateAnd('/api/article/updateAndAccept', '修改文章并初审通过', '修改并初审通过{}', {
    like: 'article_accept',
  }),
  updateAndApprove: updateAnd('/api/article/updateAndApprove', '修改文章并审核通过', '修改并发布{}', {
    like: 'article_approve',
  }),
  updateAndReject: updateAnd('/api/article/updateAndReject', '修改文章并驳回', '修改并驳回{}', {
    like: 'article_reject',
  }),
}
