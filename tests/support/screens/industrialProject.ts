import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/industrialProject', '新增工业项目'],
  ['/main/interact/industrialProject/bin', '返回工业项目'],
]
