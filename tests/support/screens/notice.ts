import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/home/notice', '通知发送'],
  ['/main/home/notices', '新增通知'],
  ['/main/home/notices/bin', '返回通知发送'],
]
