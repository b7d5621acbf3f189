import type { Output } from '../../../core/contract/endpoint.ts'
import { sensitive } from '../../../core/contract/sensitive.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(sensitive)
export type Sensitive = Output<typeof sensitive.get>
