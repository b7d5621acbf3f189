import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/interact/mailPhrase', '新增答复用语']]
