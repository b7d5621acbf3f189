import type { Output } from '../../../core/contract/endpoint.ts'
import { special } from '../../../core/contract/special.ts'
import { specialFlow } from '../../../core/domain/special-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(special)
/** A topic, whole, and as the list has it. */
export type Topic = Output<typeof special.get>
export type Brief = Output<typeof special.list>['list'][number]

export const places = {
  list: '/main/article/special',
  bin: '/main/article/special/bin',
  one: (id: string) => `/main/article/special/${id}`,
  choose: (id: string) => `/main/article/special/${id}/choose`,
}
export const backToList = { to: places.list, label: '返回专题', why: '它可能已被删除。' }

export const kind = kindOf(specialFlow, api, { online: ['publish'] })

const { id: _, version: __, ...shape } = special.saveOrUpdate.input.shape
/** The form of a topic. */
export const form = {
  shape,
  fields: ['title', 'model', 'cover', 'summary', 'sort'] as const,
  hints: {
    model: '首页滚动的专题连同封面出现在网站首页，子站首页的网页按栏目分块，其余各列为一类',
    sort: '小的在前，相同的新的在前',
  },
  calls: { get: api.get, add: api.saveOrUpdate, edit: api.edit },
}
