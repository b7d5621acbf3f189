import type { Output } from '../../../core/contract/endpoint.ts'
import { stats } from '../../../core/contract/stats.ts'
import { callsOf } from '../../data/client.ts'
import { places as articles } from '../article/calls.ts'
import { places as letters } from '../mail/calls.ts'

export const api = callsOf(stats)
export type Found = Output<typeof stats.count>
export type Line = Found['lines'][number]

/** The screens that show what is counted, in the order of their tabs. */
export const screensOf = {
  dispatch: '发文统计',
  column: '栏目统计',
  staticData: '数据统计',
  reportData: '数据分析',
  thisArticleStatistics: '文章统计',
} as const

const lists: Readonly<Record<string, string>> = { 'article.list': articles.list, 'mail.list': letters.list }

/** Where the rows behind a number are listed; null: nowhere. */
export function listBehind({ list }: Found, search: Readonly<Record<string, string>> | null): string | null {
  const place = list && lists[list]
  return place && search ? `${place}?${new URLSearchParams(search)}` : null
}

/** Of single articles each is one, and counted is how often it was opened. */
export const isSingle = ({ by }: Found): boolean => by === '文章'
