import type { Output } from '../../../core/contract/endpoint.ts'
import { report } from '../../../core/contract/report.ts'
import { reportFlow } from '../../../core/domain/report-states.ts'
import { callsOf } from '../../data/client.ts'
import { reporting } from '../../data/console.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(report)
export type Report = Output<typeof report.get>
export type Brief = Output<typeof report.list>['list'][number]

const list = reporting ? '/report/article/reportList' : '/main/article/report'
/** In either console, each with its own addresses. */
export const places = {
  list,
  audit: '/report/home/audit',
  bin: `${list}/bin`,
  statistics: reporting ? '/report/article/statistics' : `${list}/statistics`,
  add: reporting ? '/report/article/infoReport' : `${list}/add`,
  one: (id: string) => `${list}/${id}`,
  audited: (id: string) => `/report/home/audit/${id}`,
  edit: (id: string) => (reporting ? `/report/article/infoReport/${id}` : `${list}/${id}/edit`),
}
export const backToList = { to: places.list, label: '返回列表', why: '它可能已被删除。' }

// what adopts asks into which column: a form of its own
const { adopt: _form, ...plain } = api
export const { states, moves, takeBack, actOf, useActs } = kindOf(reportFlow, plain)
