import type { Output } from '../../../core/contract/endpoint.ts'
import { product } from '../../../core/contract/product.ts'
import { productFlow } from '../../../core/domain/product-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(product)
/** One as lists show it, and whole. */
export type Brief = Output<typeof product.list>['list'][number]
export type Product = Output<typeof product.get>
export const fields = ['title', 'company', 'summary', 'content', 'image', 'contact', 'money', 'moneyCompany'] as const
export const hints = { money: '数字，单位在下一项选' }

export const places = {
  list: '/main/interact/product',
  bin: '/main/interact/product/bin',
  one: (id: string) => `/main/interact/product/${id}`,
}
export const backToList = { to: places.list, label: '返回产品展示', why: '它可能已被删除。' }

export const kind = kindOf(productFlow, api, { online: ['publish'] })
export const { states, moves, takeBack, actOf, useActs } = kind
