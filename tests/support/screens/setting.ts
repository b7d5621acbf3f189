import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/siteSet', '两人审核']]
