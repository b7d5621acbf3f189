import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/system/CustomModel', '新增内容模型'],
  ['/main/system/ModelDetails/1', '返回自定义模型'],
]
