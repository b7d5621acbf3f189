import { z } from 'zod'
import { roleEnabled } from '../domain/enums.ts'
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
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
} from './shared.ts'

/** Hot words that visitors can be shown at once. */
const hotTopMax = 20

/** What people write. */
const fields = {
  name: sampled(text('热词', 30, 1), '冬季供暖'),
  sort: int('排序', 0, 1_000_000).optional(),
  enabled: choice('状态', roleEnabled).optional(),
}

/** A hot word as replies show it. */
export const hotRow = row({
  id: idText(),
  name: z.string().meta({ title: '热词' }),
  sort: count('排序'),
  enabled: chosen('状态', roleEnabled),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

/** Hot words: what the search box of the site offers (other-calls §7, Forum, hot, industrial projects). */
export const hot = {
  list: endpoint({
    method: 'POST',
    path: '/hot/list',
    send: 'body',
    payload: 'baseHotSearchDto',
    input: z.object({ name: filter(text('热词', 30)), enabled: filter(choice('状态', roleEnabled)), ...page }),
    output: pageOf(hotRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: '分页查询热词',
  }),
  get: endpoint({
    method: 'POST',
    path: '/hot/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: hotRow,
    effect: 'read',
    repeat: true,
    access: { like: 'hot_list' },
    says: '查看一条热词',
  }),
  top: endpoint({
    method: 'POST',
    path: '/hot/top',
    send: 'query',
    input: z.object({ size: int('最多', 1, hotTopMax, '条') }),
    output: z.array(row({ id: idText(), name: z.string().meta({ title: '热词' }) })),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站检索框下显示',
    says: '查询前几个热词',
  }),
  add: endpoint({
    method: 'POST',
    path: '/hot/add',
    send: 'body',
    payload: 'saveHotDto',
    input: z.object(fields),
    output: hotRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '新增热词',
    tells: '新增热词{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/x/hot/edit',
    send: 'body',
    input: z.object({
      id: id(),
      version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
      ...z.object(fields).partial().shape,
    }),
    output: hotRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '修改热词',
    tells: '修改热词{}',
    own: true,
  }),
  dels: endpoint({
    method: 'POST',
    path: '/hot/dels',
    send: 'body',
    payload: 'saveHotDto',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '删除热词',
    tells: '删除热词{}',
  }),
}
