import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/article/popula', '新增推荐链接']]
