import { z } from 'zod'
import { dataScopes, mustChange, newsStatus, sexes, userStates, userTypes } from '../domain/enums.ts'
import { endpoint, spelledAs } from './endpoint.ts'
import { idNumber } from './personal.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  idOf,
  ids,
  idText,
  int,
  lineOf,
  onlyId,
  page,
  pageOf,
  phone,
  readReason,
  row,
  sampled,
  text,
  time,
  words,
} from './shared.ts'
import { userRow } from './user-row.ts'

const fields = {
  account: sampled(
    text('账号', 50, 1)
      .trim()
      .regex(
        /^[A-Za-z0-9\u4e00-\u9fff][A-Za-z0-9\u4e00-\u9fff._@-]*$/,
        '只能用字母、数字、汉字和 . _ @ -，以字母、数字或汉字开头',
      ),
    'lihua',
  ),
  name: sampled(lineOf('姓名', 50), '李华'),
  deptId: idOf('dept'),
  position: text('职务', 50).trim().nullish(),
  mobile: z
    .union([z.literal('').transform(() => null), phone()])
    .meta(phone().meta() ?? {})
    .nullish(),
  idNumber: z
    .union([z.literal('').transform(() => null), idNumber()])
    .meta(idNumber().meta() ?? {})
    .nullish(),
  sex: choice('性别', sexes).nullish(),
  ehrNo: text('工号', 50).trim().nullish(),
  dingId: text('钉钉编号', 100).trim().nullish(),
  enterAt: time('入职时间').nullish(),
  userType: choice('用户类型', userTypes).optional(),
  state: choice('状态', userStates).optional(),
}
const one = z.object({ id: id('用户') })
const someUsers = ids('用户', 1000)
/** Shown once to whoever set it; it must be changed at the first sign-in. */
const once = words('一次性密码')

/** A user with their roles, as their own page shows them. */
const userWhole = row({
  ...userRow.shape,
  roles: z.array(row({ roleId: idText('角色'), name: words('角色'), dataScope: chosen('数据范围', dataScopes) })).meta({
    title: '角色',
  }),
})

/** The staff who sign in: who they are, and which roles they have (other-calls §7, Organisation). */
export const user = spelledAs(
  { id: ['userId'], account: ['userAccount', 'username'] },
  {
    list: endpoint({
      method: 'POST',
      path: '/ding/user/list',
      send: 'body',
      payload: 'searchDto',
      input: z.object({
        name: filter(text('姓名或账号', 50)),
        mobile: filter(phone()),
        idNumber: filter(text('身份证号', 18)),
        deptId: filter(idOf('dept')),
        withChildren: filter(choice('含下级部门', { 1: '是', 0: '否' })),
        roleId: filter(idOf('role')),
        userType: filter(choice('用户类型', userTypes)),
        state: filter(choice('状态', userStates)),
        mustChange: filter(choice('下次登录改密', mustChange)),
        startTime: filter(time('创建时间起')),
        endTime: filter(time('创建时间止', 'end')),
        ...page,
      }),
      output: pageOf(userRow),
      effect: 'read',
      repeat: true,
      access: 'granted',
      says: '分页查询用户，手机号和身份证号要写完整',
    }),
    view: endpoint({
      method: 'POST',
      path: '/ding/user/view',
      send: 'body',
      payload: 'idDto',
      input: one,
      output: userWhole,
      effect: 'read',
      repeat: true,
      access: { like: 'user_list' },
      says: '查看一名用户',
    }),
    reveal: endpoint({
      method: 'POST',
      path: '/x/user/reveal',
      send: 'body',
      input: z.object({ id: id('用户'), reason: readReason() }),
      output: row({ id: idText(), mobile: words('手机号'), idNumber: words('身份证号') }),
      effect: 'write',
      told: ['reason'],
      answers: true,
      // tried without being done it would be read without a row in the log
      rehearse: false,
      access: 'granted',
      personOnly: true,
      says: '查看一名用户的完整手机号和身份证号，每次记入日志',
      right: '查看用户的完整手机号和身份证号，每次记入日志',
      tells: '查看用户{}的完整个人信息',
      own: true,
    }),
    save: endpoint({
      method: 'POST',
      path: '/ding/user/save',
      send: 'body',
      payload: 'userDto',
      input: z.object({
        id: id('用户').nullish(),
        version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
        ...z.object(fields).partial().shape,
      }),
      output: row({ ...userWhole.shape, oncePassword: once }),
      effect: 'write',
      answers: true,
      access: 'granted',
      says: '新增或修改用户；新增时答复一次性密码，只显示这一次',
      verb: 'save',
      tells: '修改用户{}',
      tellsWhen: [
        { added: true, tells: '新增用户{}' },
        { after: { state: 1 }, tells: '停用用户{}' },
        { after: { state: 0 }, tells: '启用用户{}' },
      ],
      sample: ['account', 'name', 'deptId'],
    }),
    setState: endpoint({
      method: 'POST',
      path: '/x/user/state',
      send: 'body',
      input: z.object({
        ids: someUsers,
        state: choice('状态', userStates),
        reason: text('原因', 200).trim().nullish(),
      }),
      output: bulk,
      effect: 'write',
      access: { like: 'user_save' },
      says: '停用或启用用户；停用后立即退出登录，文章和记录都保留',
      verb: 'state',
      tells: '停用或启用用户{}',
      tellsWhen: [
        { after: { state: 1 }, tells: '停用用户{}' },
        { after: { state: 0 }, tells: '启用用户{}' },
      ],
      own: true,
    }),
    pwd: endpoint({
      method: 'POST',
      path: '/ding/user/pwd',
      send: 'body',
      payload: 'userPwdDto',
      input: z.object({ id: id('用户'), password: text('新密码', 200, 1) }),
      output: onlyId,
      effect: 'write',
      access: { like: 'user_resetPwd' },
      personOnly: true,
      says: '为他人设置密码，对方下次登录时须修改；改自己的密码用「修改密码」',
      verb: false,
      tells: '为用户{}设置密码',
    }),
    resetPwd: endpoint({
      method: 'POST',
      path: '/ding/user/resetPwd',
      send: 'body',
      payload: 'idDto',
      input: one,
      output: row({ id: idText(), oncePassword: once, tokensLeft: count('仍有效的脚本令牌') }),
      effect: 'write',
      answers: true,
      rehearse: false,
      access: 'granted',
      personOnly: true,
      says: '重置密码：答复一次性密码，只显示这一次；对方退出登录，下次登录时须修改',
      tells: '重置用户{}的密码',
    }),
    factorReset: endpoint({
      method: 'POST',
      path: '/x/user/factor/reset',
      send: 'body',
      own: true,
      input: z.object({ id: id('用户') }),
      output: onlyId,
      effect: 'write',
      access: { like: 'user_resetPwd' },
      says: '解除用户的动态口令，供手机和恢复码都丢失的人重新绑定；其登录随即结束',
      tells: '解除用户{}的动态口令',
    }),
    resetPwdState: endpoint({
      method: 'POST',
      path: '/ding/user/resetPwdState',
      send: 'body',
      payload: 'idDto',
      // without the state that is wanted it toggles, as the specification has it; with it, a repeat changes nothing
      input: z.object({
        id: id('用户'),
        mustChange: choice('下次登录改密', mustChange)
          .meta({ title: '下次登录改密', words: mustChange, sample: '须修改' })
          .optional(),
      }),
      told: ['mustChange'],
      each: true,
      asks: {
        mustChange: {
          1: { doing: '要求用户下次登录时修改密码', follows: '' },
          0: { doing: '不再要求用户下次登录时修改密码', follows: '' },
        },
      },
      output: row({ id: idText(), mustChange: chosen('下次登录改密', mustChange) }),
      effect: 'write',
      access: { like: 'user_resetPwd' },
      says: '设定或切换「下次登录时须修改密码」',
      tells: '切换用户{}下次登录是否改密',
      tellsWhen: [
        { after: { mustChange: 1 }, tells: '要求用户{}下次登录时修改密码' },
        { after: { mustChange: 0 }, tells: '不再要求用户{}下次登录时修改密码' },
      ],
    }),
    grantRole: endpoint({
      method: 'POST',
      path: '/ding/user/grant/role',
      send: 'body',
      payload: 'roleGrantDto',
      input: z.object({ roleId: idOf('role'), userIds: someUsers }),
      output: bulk,
      effect: 'write',
      access: 'granted',
      says: '把角色授予用户',
      tells: '把角色授予用户{}',
    }),
    delRole: endpoint({
      method: 'POST',
      path: '/ding/user/del/role',
      send: 'body',
      payload: 'roleDelDto',
      input: z.object({ roleId: idOf('role'), userIds: someUsers }),
      output: bulk,
      effect: 'write',
      access: { like: 'user_grantRole' },
      says: '从用户收回角色',
      verb: 'take-role',
      tells: '从用户{}收回角色',
    }),
    grantRoleData: endpoint({
      method: 'POST',
      path: '/ding/user/grant/role/data',
      send: 'body',
      payload: 'roleGrantDataDto',
      input: z.object({ roleId: idOf('role'), dataScope: choice('数据范围', dataScopes) }),
      output: row({ roleId: idText('角色'), dataScope: chosen('数据范围', dataScopes), version: count('版本') }),
      effect: 'write',
      access: { like: 'role_save' },
      says: '设定角色的数据范围',
      verb: 'role-data',
      tells: '设定角色{}的数据范围',
      about: 'role',
    }),
    articleNum: endpoint({
      method: 'POST',
      path: '/ding/user/articleNum',
      send: 'body',
      input: z.object({
        deptId: filter(idOf('dept')),
        startTime: filter(time('创建时间起')),
        endTime: filter(time('创建时间止', 'end')),
      }),
      output: z.array(
        row({
          userId: idText('用户编号'),
          name: words('姓名'),
          deptName: words('部门'),
          total: count('合计'),
          byState: z.array(row({ status: chosen('状态', newsStatus), n: count('篇数') })).meta({ title: '各状态篇数' }),
        }),
      ),
      effect: 'read',
      repeat: true,
      access: { like: 'article_list' },
      says: '各用户按状态的文章数，在本人的数据范围内',
      verb: 'articles',
    }),
    del: endpoint({
      method: 'POST',
      path: '/ding/user/{id}',
      send: 'query',
      input: one,
      output: onlyId,
      effect: 'write',
      access: 'granted',
      says: '删除没有文章和记录的用户；有记录的请停用',
      right: '删除没有文章和记录的用户',
      tells: '删除用户{}',
    }),
  },
)
