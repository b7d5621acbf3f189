import { z } from 'zod'
import { plateFlow, plateStates } from '../domain/plate-states.ts'
import { endpoint } from './endpoint.ts'
import { moveCall, stateCalls, stateFilter, textCalls, version } from './moves.ts'
import {
  bulk,
  chosen,
  count,
  filter,
  id,
  idOf,
  ids,
  idText,
  int,
  manyOf,
  nameOf,
  oneLine,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const fields = {
  title: sampled(oneLine('版块名称', 50), '交通出行'),
  intro: text('说明', 500).nullish(),
  sort: int('排序', 0, 1_000_000).optional(),
}

const shown = {
  id: idText(),
  title: z.string().meta({ title: '版块名称' }),
  intro: words('说明'),
  sort: count('排序'),
  status: chosen('状态', plateStates),
  reason: words('理由'),
  postCount: manyOf('forum.plateId', '帖子数'),
  openedAt: when('首次启用时间'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A board as replies show it. */
export const plateRow = row(shown)
const { postCount: _, ...bare } = shown
const binned = row({ ...bare, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })
/** What everybody may know of one. */
export const plateOpen = row({
  id: idText(),
  title: z.string().meta({ title: '版块名称' }),
  intro: words('说明'),
  status: chosen('状态', plateStates),
  topics: count('话题数'),
})

const search = { title: filter(text('版块名称', 50)) }

/** Boards on which visitors post (other-calls, /plate). */
export const plate = {
  list: endpoint({
    method: 'POST',
    path: '/plate/list',
    send: 'body',
    payload: 'baseCommentSerachDto',
    input: z.object({ ...search, status: stateFilter(plateFlow), ...page }),
    output: pageOf(plateRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: '分页查询版块',
  }),
  listByRole: endpoint({
    method: 'POST',
    path: '/plate/listByRole',
    send: 'body',
    payload: 'commentSerachDto',
    input: z.object({ roleId: filter(idOf('role', '角色')), ...search, ...page }),
    output: pageOf(plateRow),
    effect: 'read',
    repeat: true,
    access: { like: 'plate_list' },
    says: '查询一个角色管理的版块；不写角色时是本人管理的',
  }),
  get: endpoint({
    method: 'POST',
    path: '/plate/get',
    send: 'query',
    input: z.object({ id: id('版块') }),
    output: plateRow,
    effect: 'read',
    repeat: true,
    access: { like: 'plate_list' },
    says: '查看一个版块',
  }),
  webget: endpoint({
    method: 'POST',
    path: '/plate/webget',
    send: 'query',
    input: z.object({ id: id('版块') }),
    output: plateOpen,
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站显示版块的名称、说明和话题数，没有启用过的和已删除的不显示',
    says: '公众可见的一个版块',
    verb: 'public',
  }),
  add: endpoint({
    method: 'POST',
    path: '/plate/add',
    send: 'body',
    payload: 'saveCommentPlateDto',
    input: z.object(fields),
    output: plateRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '新增版块，启用以后才出现在网站上',
    tells: '新增版块{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/x/plate/edit',
    send: 'body',
    input: z.object({ id: id('版块'), version, ...z.object(fields).partial().shape }),
    output: plateRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '修改版块',
    tells: '修改版块{}',
    own: true,
  }),
  open: moveCall(plateFlow, 'open', { roles: ['auditor'] }),
  stop: moveCall(plateFlow, 'stop', { roles: ['auditor'] }),
  dels: endpoint({
    method: 'POST',
    path: '/plate/dels',
    send: 'query',
    input: z.object({ ids: ids('版块') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '删除版块到回收站，其中的帖子留存',
    tells: '删除版块{}',
  }),
  plateRoleExcel: endpoint({
    method: 'POST',
    path: '/plate/plateRoleExcel',
    send: 'body',
    payload: 'plateRoleDto',
    input: z.object(search),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'plateRole_list' },
    says: '导出各版块由哪些角色管理，每个角色一列',
    tells: '导出版块和角色的对照表',
    verb: 'plate-roles',
  }),
  ...textCalls(plateFlow, plateRow, 'plate_list'),
  ...stateCalls(plateFlow, binned, 'plate_list', z.object(search)),
}
