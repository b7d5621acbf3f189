import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/system/role', '新增角色'],
  ['/main/system/disUser?role=1', '添加人员'],
]
