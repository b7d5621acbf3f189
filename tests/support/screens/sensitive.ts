import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/sensitiveWord', '新增敏感词']]
