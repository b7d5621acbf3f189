import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/article/static', '开始生成']]
