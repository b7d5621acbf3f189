import type { Output } from '../../../core/contract/endpoint.ts'
import { proposal } from '../../../core/contract/proposal.ts'
import { proposalFlow } from '../../../core/domain/proposal-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(proposal)

/** A proposal as lists show it, the whole of it, and what a unit says of it. */
export type Brief = Output<typeof proposal.list>['list'][number]
export type Proposal = Output<typeof proposal.get>
export type Place = Proposal['depts'][number]

export const places = {
  list: '/main/interact/proposalAll',
  own: '/main/interact/proposalPrivate',
  bin: '/main/interact/proposalAll/bin',
  stats: '/main/interact/proposalAll/stats',
  one: (id: string) => `/main/interact/proposalAll/${id}`,
  ownOne: (id: string) => `/main/interact/proposalPrivate/${id}`,
}
export const backToList = { to: places.list, label: '返回委员提案', why: '这件提案可能已被删除，或者由别的单位办理。' }

export const wordOf = (words: object, value: unknown) =>
  (words as Readonly<Record<string, string>>)[String(value)] ?? null

// those that take more than a row and a reason have forms of their own
export const { states, moves, takeBack, actOf, useActs } = kindOf(
  proposalFlow,
  { ...api, merge: undefined, forward: undefined, giveBack: undefined, answer: undefined, rate: undefined },
  { online: ['publish'] },
)
