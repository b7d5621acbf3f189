import type { Output } from '../../../core/contract/endpoint.ts'
import { partner } from '../../../core/contract/partner.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(partner)
export type Partner = Output<typeof partner.get>
/** With the secret that is shown this once. */
export type Once = Output<typeof partner.add>
export const isRevoked = ({ state }: Partner): boolean => Number(state) === 1
