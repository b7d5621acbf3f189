import type { CallOptions } from '../../../core/client/client.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { suggestion } from '../../../core/contract/suggestion.ts'
import { suggestionFlow } from '../../../core/domain/suggestion-states.ts'
import { undoFollows } from '../../../core/text.ts'
import { callsOf } from '../../data/client.ts'
import type { BulkItem } from '../../parts/list/types.ts'
import { actsOf, useActs as useActsOf } from '../../parts/states/acts.ts'

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

/** How a state looks. */
export const states = {
  words: suggestionFlow.words,
  marks: suggestionFlow.looks,
} as const

/** The moves as calls over marked rows. */
export const moves = {
  publish: (items: BulkItem[], options?: CallOptions) => api.publish({ items }, options),
  settle: (items: BulkItem[], options?: CallOptions) => api.settle({ items }, options),
  reject: (items: BulkItem[], options?: CallOptions) => api.reject({ items }, options),
  withdraw: (items: BulkItem[], options?: CallOptions) => api.withdraw({ items }, options),
  delete: (items: BulkItem[], options?: CallOptions) => api.dels({ ids: items.map(({ id }) => id) }, options),
}

export const takeBack = (ids: readonly string[], options?: CallOptions) =>
  api.undo({ items: ids.map((id) => ({ id })) }, options)

const { became: published } = suggestionFlow.moves.publish
const { became: withdrawn } = suggestionFlow.moves.withdraw

/** What was done with suggestions, to be taken back. */
const acts = actsOf<Pick<Brief, 'id' | 'title' | 'version'>>({
  area: 'suggestion',
  unit: '条',
  idOf: ({ id }) => id,
  titleOf: ({ title }) => title ?? '',
  versionOf: ({ version }) => version,
  undone: (done) =>
    done === published ? '网页随即从网站撤下' : done === withdrawn ? undoFollows.takenDown : '建议回到操作之前的状态',
  outside: [published, withdrawn],
  online: [published],
})
export const { actOf } = acts
export const useActs = () => useActsOf(acts)
