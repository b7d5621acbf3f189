import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/article/bulletin', '新增公报'],
  ['/main/article/bulletin/bin', '返回公报'],
  ['/main/article/bulletin/1', '返回公报'],
]
