import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/interact/blacklist', '到期后自动恢复']]
