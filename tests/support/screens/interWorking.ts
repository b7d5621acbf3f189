import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/article/interWorking', '推送']]
