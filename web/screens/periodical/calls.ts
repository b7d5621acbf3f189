import type { Output } from '../../../core/contract/endpoint.ts'
import { periodical } from '../../../core/contract/periodical.ts'
import { periodicalFlow } from '../../../core/domain/periodical-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(periodical)
/** An issue, whole, and as the list has it. */
export type Issue = Output<typeof periodical.get>
export type Brief = Output<typeof periodical.list>['list'][number]
/** A page of it, and what stands on that. */
export type Page = Output<typeof periodical.pageGet>
export type Article = Output<typeof periodical.articleGet>

/** So many at once are all the pages of an issue. */
export const allPages = 200

export const places = {
  list: '/main/article/periodical',
  bin: '/main/article/periodical/bin',
  one: (id: string) => `/main/article/periodical/${id}`,
  page: (id: string, page: string) => `/main/article/periodical/${id}/page/${page}`,
  choose: (id: string, page: string) => `/main/article/periodical/${id}/page/${page}/choose`,
}
export const backToList = { to: places.list, label: '返回期刊', why: '它可能已被删除。' }

export const kind = kindOf(periodicalFlow, api, { online: ['publish'] })

const { id: _, version: __, ...shape } = periodical.saveOrUpdate.input.shape
/** The form of an issue. */
export const form = {
  shape,
  fields: ['title', 'publishedOn', 'number', 'cover', 'summary', 'files'] as const,
  hints: { files: '供访问者下载的整期 PDF 或 OFD' },
  calls: { get: api.get, add: api.saveOrUpdate, edit: api.edit },
}
