import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bulk, count, id, ids, idText, int, page, pageOf, row, sampled, text, when, words } from './shared.ts'

const fields = { name: sampled(text('名称', 100, 1).trim(), '接口联调'), content: text('内容', 2000).nullish() }

/** A test record as replies show it. */
export const otherRow = row({
  id: idText(),
  name: z.string().meta({ title: '名称' }),
  content: words('内容'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

/** Test records: for who connects a system, and wants to see something written and read back (other-calls §7). */
export const other = {
  list: endpoint({
    method: 'POST',
    path: '/x/other/list',
    send: 'body',
    own: true,
    input: z.object(page),
    output: pageOf(otherRow),
    effect: 'read',
    repeat: true,
    access: { like: 'other_insert' },
    says: '查询测试记录',
  }),
  get: endpoint({
    method: 'POST',
    path: '/other/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: otherRow,
    effect: 'read',
    repeat: true,
    access: { like: 'other_insert' },
    says: '查看测试记录',
  }),
  insert: endpoint({
    method: 'POST',
    path: '/other/insert',
    send: 'body',
    payload: 'testDto',
    input: z.object(fields),
    output: otherRow,
    effect: 'write',
    access: 'granted',
    says: '新增测试记录',
    tells: '新增测试记录{}',
    verb: 'add',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/other/edit',
    send: 'body',
    payload: 'testDto',
    input: z.object({
      id: id(),
      version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
      ...z.object(fields).partial().shape,
    }),
    output: otherRow,
    effect: 'write',
    access: { like: 'other_insert' },
    says: '修改测试记录',
    tells: '修改测试记录{}',
  }),
  dels: endpoint({
    method: 'POST',
    path: '/x/other/dels',
    send: 'body',
    own: true,
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: { like: 'other_insert' },
    says: '删除测试记录',
    tells: '删除测试记录{}',
  }),
}
