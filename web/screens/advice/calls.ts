import type { CallOptions } from '../../../core/client/client.ts'
import { advice } from '../../../core/contract/advice.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { adviceFlow } from '../../../core/domain/advice-states.ts'
import { callsOf } from '../../data/client.ts'
import type { BulkItem } from '../../parts/list/types.ts'
import { actsOf, useActs as useActsOf } from '../../parts/states/acts.ts'

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

/** How a state looks. */
export const states = {
  words: adviceFlow.words,
  marks: adviceFlow.looks,
} as const

/** The moves as calls over marked rows. */
export const moves = {
  confirm: (items: BulkItem[], options?: CallOptions) => calls.confirm({ items }, options),
  giveBack: (items: BulkItem[], options?: CallOptions) => calls.giveBack({ items }, options),
  reopen: (items: BulkItem[], options?: CallOptions) => calls.reopen({ items }, options),
  delete: (items: BulkItem[], options?: CallOptions) => calls.dels({ ids: items.map(({ id }) => id) }, options),
}

export const takeBack = (ids: readonly string[], options?: CallOptions) =>
  calls.undo({ items: ids.map((id) => ({ id })) }, options)

/** What was done with opinions, to be taken back. */
const acts = actsOf<Pick<Brief, 'id' | 'title' | 'version'>>({
  area: 'advice',
  unit: '条',
  idOf: ({ id }) => id,
  titleOf: ({ title }) => title ?? '',
  versionOf: ({ version }) => version,
  undone: () => '意见回到操作之前的状态',
})
export const { actOf } = acts
export const useActs = () => useActsOf(acts)

/** What people write of an opinion, for the form that adds or edits one. */
export const form = {
  name: '意见',
  area: 'advice',
  shape: advice.add.input.shape,
  fields: ['title', 'content', 'proposer', 'deptId'],
  hints: { deptId: '不选则由本部门承办', proposer: '提出意见的委员、单位或群众，可以不填' },
  fresh: {},
} as const
