import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/article/announcement', '新增公告']]
