import type { Output } from '../../core/contract/endpoint.ts'
import { inbox } from '../../core/contract/inbox.ts'
import { useCall } from './calls.ts'
import { callsOf } from './client.ts'

const { count } = callsOf(inbox)
export type Pile = Output<typeof inbox.count>['piles'][number]

const everyMinute = 60_000

/** What waits for the user, over all areas; asked again every minute. `quiet`: an extra, without which its screen does as well. */
export const useInbox = ({ quiet = false } = {}) => useCall('inbox.count', count, {}, { every: everyMinute, quiet })
