import { formatTime } from '../../../core/domain/time.ts'

const thisYear = formatTime(Date.now()).slice(0, 4)

/** A time in eleven cells: of another year the day alone says enough. */
export const day = (time: string | null | undefined): string => {
  const text = time ?? ''
  return text.startsWith(thisYear) ? text.slice(5, 16) : text.slice(0, 10)
}

/** A day in few cells: of another year with that, in two digits. */
export const dayAlone = (time: string): string => (time.startsWith(thisYear) ? time.slice(5, 10) : time.slice(2, 10))

const minute = 60_000
const hour = 60 * minute

/** How long something waits, by what tells of it best. */
export function waitedText(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.round(ms / minute))} 分钟`
  return ms < 48 * hour ? `${Math.round(ms / hour)} 小时` : `${Math.floor(ms / (24 * hour))} 天`
}
