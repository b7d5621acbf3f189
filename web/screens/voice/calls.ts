import type { Output } from '../../../core/contract/endpoint.ts'
import { voice } from '../../../core/contract/voice.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(voice)
export type Voice = NonNullable<Output<typeof voice.get>>
