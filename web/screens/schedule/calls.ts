import { schedule } from '../../../core/contract/schedule.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(schedule)
export type Work = Awaited<ReturnType<typeof api.list>>[number]
export type PastJob = Awaited<ReturnType<typeof api.jobs>>['list'][number]

/** Seconds and minutes as people say them. */
export function lastedWords(ms: number): string {
  if (ms < 1000) return '不到 1 秒'
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`
}
