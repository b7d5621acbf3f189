import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/hotWord', '新增热词']]
