import { compliance } from '../../../core/contract/compliance.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(compliance)

/** An indicator, and a column, as they stand. */
export type Line = Output<typeof compliance.check>['lines'][number]
export type ColumnClock = Output<typeof compliance.list>['list'][number]

export const places = {
  check: '/main/content/compliance',
  columns: '/main/content/compliance/columns',
  yearly: '/main/content/compliance/yearly',
}
