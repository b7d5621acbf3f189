import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/system/CustomModel', '新增内容模型']]
