import { bulletin } from '../../../core/contract/bulletin.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { bulletinFlow } from '../../../core/domain/bulletin-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(bulletin)
/** An issue as the list has it. */
export type Brief = Output<typeof bulletin.list>['list'][number]
/** An issue, whole. */
export type Issue = Output<typeof bulletin.getBulletin>
/** One of an issue's contents, with its text. */
export type Content = Output<typeof bulletin.getArticleBulletin>

export const places = {
  list: '/main/article/bulletin',
  bin: '/main/article/bulletin/bin',
  one: (id: string) => `/main/article/bulletin/${id}`,
  choose: (id: string) => `/main/article/bulletin/${id}/choose`,
}
export const backToList = { to: places.list, label: '返回公报', why: '它可能已被删除。' }

export const { states, moves, takeBack, actOf, useActs } = kindOf(bulletinFlow, api, { online: ['publish'] })

/** The calls of an issue's form, and its fields. */
export const issueCalls = { get: api.getBulletin, add: api.addOrUpdateBulletin, edit: api.edit }
export const { id: _, version: __, ...issueShape } = bulletin.addOrUpdateBulletin.input.shape
export const issueFields = [
  'title',
  'type',
  'year',
  'number',
  'total',
  'publishedOn',
  'cover',
  'summary',
  'files',
] as const
export const issueHints = {
  number: '同一类型、同一年份中不能重复',
  total: '历年累计的期号，没有可不填',
  publishedOn: '网站上显示的日期，不填则用发布的日期',
  files: '供访问者下载的整期 PDF 或 OFD',
}

export const isOnline = ({ status }: { readonly status: string | number | null }): boolean => Number(status) === 1
