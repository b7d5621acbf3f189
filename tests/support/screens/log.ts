import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/userOperationLogInfo', '核对日志']]
