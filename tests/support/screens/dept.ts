import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/department', '新增部门']]
