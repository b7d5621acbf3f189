import type { Output } from '../../../core/contract/endpoint.ts'
import { suggestion } from '../../../core/contract/suggestion.ts'
import { suggestionFlow } from '../../../core/domain/suggestion-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(suggestion)

/** A suggestion as lists show it, and with its text and answer. */
export type Brief = Output<typeof suggestion.list>['list'][number]
export type Suggestion = Output<typeof suggestion.get>

export const places = {
  list: '/main/interact/suggest',
  bin: '/main/interact/suggest/bin',
  one: (id: string) => `/main/interact/suggest/${id}`,
}
export const backToList = { to: places.list, label: '返回意见建议', why: '这条建议可能已被删除，或者由别的部门承办。' }

export const { states, moves, takeBack, actOf, useActs } = kindOf(
  suggestionFlow,
  // its form chooses the department
  { ...api, forward: undefined },
  { online: ['publish'] },
)
