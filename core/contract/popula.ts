import { z } from 'zod'
import { roleEnabled } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import {
  address,
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  ids,
  idText,
  image,
  int,
  kept,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

/** What people write. A link leads somewhere, so its address is not empty. */
const fields = {
  name: sampled(text('名称', 50, 1).trim(), '全国一体化政务服务平台'),
  url: sampled(
    address('链接地址', 500).check(({ value, issues }) => {
      if (value === '') issues.push({ code: 'custom', message: '请输入链接地址', input: value })
    }),
    'https://gjzwfw.www.gov.cn/',
  ),
  image: image('图片').nullish(),
  sort: int('排序', 0, 1_000_000).optional(),
  enabled: choice('状态', roleEnabled).optional(),
  hits: kept('点击次数'),
}

/** What everybody may know of one that is in use. */
const open = {
  id: idText(),
  name: z.string().meta({ title: '名称' }),
  url: z.string().meta({ title: '链接地址' }),
  image: words('图片'),
  hits: count('点击次数'),
}

/** A featured link as replies show it. */
export const populaRow = row({
  ...open,
  sort: count('排序'),
  enabled: chosen('状态', roleEnabled),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})
/** The same for strangers. */
export const populaOpen = row(open)

const name = filter(text('名称', 50))

/** Featured links and how often each is followed (other-calls §7, Plates, popula, products). */
export const popula = {
  list: endpoint({
    method: 'POST',
    path: '/popula/list',
    send: 'body',
    payload: 'basePopulaSerachDto',
    input: z.object({ name, enabled: filter(choice('状态', roleEnabled)), ...page }),
    output: pageOf(populaRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: '分页查询推荐链接',
  }),
  webList: endpoint({
    method: 'POST',
    path: '/popula/web/list',
    send: 'body',
    payload: 'basePopulaSerachDto',
    input: z.object({ name, ...page }),
    output: pageOf(populaOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站首页显示在用的链接',
    says: '公众可见的推荐链接',
    verb: 'public',
  }),
  get: endpoint({
    method: 'POST',
    path: '/popula/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: populaRow,
    effect: 'read',
    repeat: true,
    access: { like: 'popula_list' },
    says: '查看一个推荐链接',
  }),
  click: endpoint({
    method: 'POST',
    path: '/x/popula/click',
    send: 'body',
    input: z.object({ id: id() }),
    output: row({ hits: count('点击次数') }),
    effect: 'count',
    access: 'public',
    open: '网站计链接的点击，每个访问者每天一次',
    guard: { says: '计数', own: 'visits' },
    says: '记录一次点击',
    own: true,
    verb: false,
  }),
  add: endpoint({
    method: 'POST',
    path: '/popula/add',
    send: 'body',
    payload: 'savePopulaDetailDto',
    input: z.object(fields),
    output: populaRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '新增推荐链接',
    tells: '新增推荐链接{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/x/popula/edit',
    send: 'body',
    input: z.object({
      id: id(),
      version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
      ...z.object(fields).partial().shape,
    }),
    output: populaRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '修改推荐链接',
    tells: '修改推荐链接{}',
    own: true,
  }),
  dels: endpoint({
    method: 'POST',
    path: '/popula/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '删除推荐链接',
    tells: '删除推荐链接{}',
  }),
}
