import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/home/desk', '最近发布']]
