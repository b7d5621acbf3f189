import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/passwordRule', '新增密码规则']]
