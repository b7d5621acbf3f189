import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/interact/people', '完整手机号']]
