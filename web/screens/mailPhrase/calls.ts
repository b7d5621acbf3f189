import type { Output } from '../../../core/contract/endpoint.ts'
import { mailPhrase } from '../../../core/contract/mailPhrase.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(mailPhrase)
export type MailPhrase = Output<typeof mailPhrase.get>
