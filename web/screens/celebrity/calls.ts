import { celebrity } from '../../../core/contract/celebrity.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { celebrityFlow } from '../../../core/domain/celebrity-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(celebrity)
/** One as lists show it, and whole. */
export type Brief = Output<typeof celebrity.list>['list'][number]
export type Celebrity = Output<typeof celebrity.get>
export const fields = [
  'title',
  'otherName',
  'gender',
  'field',
  'years',
  'nativePlace',
  'image',
  'summary',
  'content',
] as const
export const hints = { years: '如 1871—1946' }

export const places = {
  list: '/main/interact/celebrity',
  bin: '/main/interact/celebrity/bin',
  one: (id: string) => `/main/interact/celebrity/${id}`,
}
export const backToList = { to: places.list, label: '返回名人名录', why: '它可能已被删除。' }

export const kind = kindOf(celebrityFlow, api, { online: ['publish'] })
export const { states, moves, takeBack, actOf, useActs } = kind
