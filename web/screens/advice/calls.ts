import { advice } from '../../../core/contract/advice.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { adviceFlow } from '../../../core/domain/advice-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

const calls = callsOf(advice)
export const api = { ...calls, get: calls.detail }

/** An opinion as lists show it, and with its text and answer. */
export type Brief = Output<typeof advice.list>['list'][number]
export type Advice = Output<typeof advice.detail>

export const places = {
  list: '/main/interact/advice',
  bin: '/main/interact/advice/bin',
  one: (id: string) => `/main/interact/advice/${id}`,
}
export const backToList = { to: places.list, label: '返回意见答复', why: '这条意见可能已被删除，或者由别的部门承办。' }

export const { states, moves, takeBack, actOf, useActs } = kindOf(adviceFlow, {
  ...calls,
  // its form chooses the department
  forward: undefined,
})

/** What people write of an opinion, for the form that adds or edits one. */
export const form = {
  name: '意见',
  area: 'advice',
  shape: advice.add.input.shape,
  fields: ['title', 'content', 'proposer', 'deptId'],
  hints: { deptId: '不选则由本部门承办', proposer: '提出意见的委员、单位或群众，可以不填' },
  fresh: {},
  live: () => '保存后承办部门随即看到这条意见，是否保存？',
} as const
