import type { Output } from '../../../core/contract/endpoint.ts'
import { role } from '../../../core/contract/role.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(role)
export type Row = Output<typeof role.view>

/** Where the people of a role are administered. */
export const usersAt = (roleId: string) => `/main/system/disUser?role=${roleId}`
