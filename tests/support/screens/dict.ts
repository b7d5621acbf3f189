import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/system/dataDict', '新增数据字典'],
  ['/main/system/dataDictDetail?dict=1', '检索类型'],
]
