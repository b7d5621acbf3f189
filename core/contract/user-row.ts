import { z } from 'zod'
import { demoAccounts, mustChange, sexes, userStates, userTypes } from '../domain/enums.ts'
import { chosen, count, idAgain, idText, manyOf, masked, nameOf, row, when, words } from './shared.ts'

/** A user as lists show it; `userId` is the specification's name for `id` (main-console §3). */
export const userRow = row({
  id: idText(),
  userId: idAgain('用户编号'),
  account: z.string().meta({ title: '账号' }),
  name: z.string().meta({ title: '姓名' }),
  deptId: idText('部门编号').nullable(),
  deptName: nameOf('deptId', '部门'),
  roleNames: words('角色'),
  state: chosen('状态', userStates),
  position: words('职务'),
  mobile: masked('手机号', 'phone'),
  idNumber: masked('身份证号', 'idNumber'),
  sex: chosen('性别', sexes),
  ehrNo: words('工号'),
  dingId: words('钉钉编号'),
  enterAt: when('入职时间'),
  userType: chosen('用户类型', userTypes),
  factorCount: manyOf('userFactor.userId', '动态口令'),
  mustChange: chosen('下次登录改密', mustChange),
  demo: chosen('演示账号', demoAccounts),
  lastLoginAt: when('最近登录'),
  lockedUntil: when('登录锁定至'),
  lockedFrom: words('锁定的地址'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})
