import type { Output } from '../../../core/contract/endpoint.ts'
import { log } from '../../../core/contract/log.ts'
import { logKinds } from '../../../core/domain/enums.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(log)
export type Row = Output<typeof log.list>['list'][number]
/** What kind of row it is, in words. */
export const kindOf = (row: Row) => logKinds[row.kind as keyof typeof logKinds] ?? row.kind
