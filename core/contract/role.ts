import { z } from 'zod'
import { apps, dataScopes, roleEnabled, yesNo } from '../domain/enums.ts'
import { endpoint, spelledAs } from './endpoint.ts'
import { resourceRow } from './resource.ts'
import {
  choice,
  choiceOrNone,
  chosen,
  count,
  filter,
  id,
  idAgain,
  idOf,
  idText,
  int,
  lineOf,
  manyOf,
  nothing,
  onlyId,
  page,
  pageOf,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from './shared.ts'
import { userRow } from './user-row.ts'

const fields = {
  name: sampled(lineOf('角色名称', 50), '栏目编辑'),
  alias: text('角色标识', 50)
    .trim()
    .regex(/^(?:[A-Za-z][\w-]*)?$/, '只能用字母、数字、下划线和连字符，以字母开头')
    .meta({ title: '角色标识', maxLength: 50, sample: 'editor' })
    .nullish(),
  description: text('说明', 500).nullish(),
  dataScope: choice('数据范围', dataScopes).optional(),
  enabled: choice('状态', roleEnabled).optional(),
  factor: choice('须用动态口令', yesNo).optional(),
  nets: text('登录地址', 1000).trim().nullish(),
  dingAppKey: choiceOrNone('所属应用', apps),
}

/** A role as replies show it; `roleId` and `roleAlias` are the specification's names for `id` and `alias` (main-console §3). */
export const roleRow = row({
  id: idText(),
  roleId: idAgain('角色编号'),
  name: z.string().meta({ title: '角色名称' }),
  alias: words('角色标识'),
  roleAlias: words('角色标识'),
  description: words('说明'),
  dataScope: chosen('数据范围', dataScopes),
  enabled: chosen('状态', roleEnabled),
  factor: chosen('须用动态口令', yesNo),
  nets: words('登录地址'),
  dingAppKey: chosen('所属应用', apps),
  userCount: manyOf('userRole.roleId', '人数'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

const { id: userId, account, name, deptName, ...others } = userRow.shape
/** Somebody with what they reach, which is what the list is asked for. */
const reachRow = row({
  ...{ id: userId, account, name, deptName },
  ...{ dataScope: roleRow.shape.dataScope, reach: words('可见范围') },
  ...others,
})
const roleBrief = row({
  id: idText(),
  name: z.string().meta({ title: '角色名称' }),
  alias: words('角色标识'),
  enabled: roleRow.shape.enabled,
})

const one = z.object({ id: id('角色') })
/** The same where it is only read: by its name too. */
const shown = z.object({ id: idOf('role') })
const users = z.object({
  roleId: idOf('role'),
  name: filter(text('姓名或账号', 50)),
  deptId: filter(idOf('dept')),
  ...page,
})

/** Roles: what their people may do, on whose data, and who they are (other-calls §7, Resources and roles). */
export const role = spelledAs(
  { id: ['roleId'], alias: ['roleAlias'] },
  {
    list: endpoint({
      method: 'POST',
      path: '/role/list',
      send: 'body',
      payload: 'roleSearchDto',
      input: z.object({
        name: filter(text('角色名称', 50)),
        enabled: filter(choice('状态', roleEnabled)),
        deptId: filter(idOf('dept', '使用部门')),
        startTime: filter(time('创建时间起')),
        endTime: filter(time('创建时间止', 'end')),
        ...page,
      }),
      output: pageOf(roleRow),
      effect: 'read',
      repeat: true,
      access: 'granted',
      says: '分页查询角色',
    }),
    options: endpoint({
      method: 'POST',
      path: '/x/role/options',
      send: 'none',
      input: nothing,
      output: z.array(roleBrief),
      effect: 'read',
      repeat: true,
      access: 'login',
      forScripts: true,
      says: '可选的角色',
      own: true,
    }),
    view: endpoint({
      method: 'POST',
      path: '/role/view',
      send: 'body',
      payload: 'roleIdDto',
      input: shown,
      output: roleRow,
      effect: 'read',
      repeat: true,
      access: { like: 'role_list' },
      says: '查看一个角色',
    }),
    save: endpoint({
      method: 'POST',
      path: '/role/save',
      send: 'body',
      input: z.object({
        id: id('角色').nullish(),
        version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
        ...z.object(fields).partial().shape,
      }),
      output: roleRow,
      effect: 'write',
      reveals: true,
      access: 'granted',
      proof: true,
      says: '新增或修改角色',
      verb: 'save',
      tells: '修改角色{}',
      aims: ['name'],
      tellsWhen: [{ added: true, tells: '新增角色{}' }],
      sample: ['name', 'dataScope'],
    }),
    del: endpoint({
      method: 'POST',
      path: '/role/del',
      send: 'body',
      payload: 'roleIdDto',
      input: one,
      output: onlyId,
      // one that somebody has is refused: nobody's rights change by it
      effect: 'write',
      access: 'granted',
      proof: true,
      says: '删除角色',
      tells: '删除角色{}',
    }),
    resList: endpoint({
      method: 'POST',
      path: '/role/res/list',
      send: 'body',
      payload: 'roleIdDto',
      input: shown,
      output: z.array(resourceRow),
      effect: 'read',
      repeat: true,
      access: { like: 'role_list' },
      says: '角色持有的权限',
      verb: 'keys',
    }),
    userList: endpoint({
      method: 'POST',
      path: '/role/user/list',
      send: 'body',
      payload: 'roleSearchDto',
      input: users,
      output: pageOf(userRow),
      effect: 'read',
      repeat: true,
      access: { like: 'user_list' },
      says: '持有某个角色的用户',
      verb: 'users',
    }),
    userNotList: endpoint({
      method: 'POST',
      path: '/role/user/not/list',
      send: 'body',
      payload: 'roleSearchDto',
      input: users,
      output: pageOf(userRow),
      effect: 'read',
      repeat: true,
      access: { like: 'user_list' },
      says: '未持有某个角色的用户',
      verb: 'others',
    }),
    dataUserList: endpoint({
      method: 'POST',
      path: '/role/data/user/list',
      send: 'body',
      payload: 'roleSearchDto',
      input: users,
      output: pageOf(reachRow),
      effect: 'read',
      repeat: true,
      access: { like: 'user_list' },
      says: '持有某个角色的用户各能看到哪些部门的数据',
      verb: 'reach',
    }),
  },
)
