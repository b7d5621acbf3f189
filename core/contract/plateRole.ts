import { z } from 'zod'
import { plateStates } from '../domain/plate-states.ts'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import { chosen, count, filter, idOf, idsOfOrNone, idText, nothing, page, pageOf, row, text, words } from './shared.ts'

/** A board that a role moderates, or could. */
export const plateOfRole = row({ id: idText(), title: words('版块名称'), status: chosen('状态', plateStates) })

const search = { roleId: idOf('role', '角色'), title: filter(text('版块名称', 50)), ...page }
const listed = {
  method: 'POST',
  send: 'body',
  payload: 'plateRoleDto',
  input: z.object(search),
  output: pageOf(plateOfRole),
  effect: 'read',
  repeat: true,
  access: { like: 'plateRole_list' },
} as const

/** Which boards the people of a role moderate (other-calls, /plateRole). */
export const plateRole = {
  list: endpoint({
    method: 'POST',
    path: '/plateRole/list',
    send: 'query',
    input: z.object({ roleId: filter(idOf('role', '角色')) }),
    output: z.array(
      row({ roleId: idText('角色'), roleName: words('角色'), plateIds: z.array(z.string()).meta({ title: '版块' }) }),
    ),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['readonly'],
    says: '查询角色管理的版块',
  }),
  pageList: endpoint({ ...listed, path: '/plateRole/pageList', says: '分页查询一个角色管理的版块' }),
  notPageList: endpoint({ ...listed, path: '/plateRole/not/pagelist', says: '分页查询一个角色没有管理的版块' }),
  optionList: endpoint({
    method: 'POST',
    path: '/plateRole/optionList',
    send: 'none',
    input: nothing,
    output: z.array(
      row({
        ...{ id: idText(), name: words('版块名称'), status: chosen('状态', plateStates) },
        mine: chosen('本人管理', { 1: '是', 0: '否' }),
      }),
    ),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '可选的版块',
  }),
  save: endpoint({
    method: 'POST',
    path: '/plateRole/save',
    send: 'body',
    payload: 'savePlateRoleDto',
    input: z.object({ roleId: idOf('role', '角色'), version, plateIds: idsOfOrNone('plate', '版块') }),
    output: row({ roleId: idText('角色'), plateIds: z.array(z.string()), version: count('版本') }),
    effect: 'write',
    reveals: true,
    access: 'granted',
    proof: true,
    says: '设置角色管理的版块；0 是全部版块',
    right: '设置角色管理的版块',
    tells: '设置角色{}管理的版块',
    about: 'role',
    verb: 'set',
  }),
}
