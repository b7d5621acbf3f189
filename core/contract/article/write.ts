import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { version } from '../moves.ts'
import { id, lineOf } from '../shared.ts'
import { batchMax, beside, changes, systemFields, writable } from './fields.ts'
import { articleRow } from './rows.ts'

const save = z.object({
  ...writable,
  ...beside,
  ...systemFields,
  batch: lineOf('导入批次', batchMax).nullish(),
})

const update = z.object({ articleId: id('文章'), version, ...changes, ...systemFields })

/** Saving articles: a new one, or a change of one (main-console §4). */
export const writing = {
  saveAdmin: endpoint({
    method: 'POST',
    path: '/api/article/save/admin',
    send: 'body',
    input: save,
    output: articleRow,
    effect: 'write',
    access: 'granted',
    says: '新增文章（不受栏目授权限制）',
    right: '新增文章到任何栏目',
    tells: '新增{}',
  }),
  saveRole: endpoint({
    method: 'POST',
    path: '/api/article/save/role',
    send: 'body',
    input: save,
    output: articleRow,
    effect: 'write',
    access: 'granted',
    roles: ['staff', 'reporter'],
    says: '新增文章（限授权栏目）',
    right: '新增文章到授权的栏目',
    tells: '新增{}',
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/article/update',
    send: 'body',
    input: update,
    output: articleRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor', 'staff', 'reporter'],
    says: '修改文章，已发布的形成待审修订',
    right: '修改文章，已发布的形成待审修订',
    tells: '修改{}',
  }),
}
