import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/noticeSetting', '新增消息提醒']]
