import { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { callsOf } from '../../data/client.ts'
import type { BulkItem } from '../../parts/list/types.ts'

export const api = callsOf(article)
export type Article = Output<typeof article.view>
export type Brief = Output<typeof article.list>['list'][number]

/** Where an article's screens are. */
export const places = {
  list: '/main/article/essay',
  add: '/main/article/essay/add',
  recycle: '/main/article/essay/recycle',
  edit: (id: string) => `/main/article/essay/${id}`,
  history: (id: string) => `/main/article/essay/${id}/history`,
} as const

/** Marked rows as the article calls take them. */
export const asArticles = (items: readonly BulkItem[]) => ({
  items: items.map(({ id, ...rest }) => ({ articleId: id, ...rest })),
})
