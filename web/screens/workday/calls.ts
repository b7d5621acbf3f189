import { workday } from '../../../core/contract/workday.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(workday)
export type Year = Awaited<ReturnType<typeof api.list>>[number]
export type Whole = Awaited<ReturnType<typeof api.get>>
