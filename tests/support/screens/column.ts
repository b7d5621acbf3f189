import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/article/column', '新增栏目']]
