import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/sms', '没有接通短信网关']]
