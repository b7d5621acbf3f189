import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/product', '新增产品'],
  ['/main/interact/product/bin', '返回产品展示'],
]
