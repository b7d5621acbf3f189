/** Times of the contract: `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai, which keeps UTC+8 all year. Inside the program: milliseconds. */
const offset = 8 * 3600_000
const day = 24 * 3600_000
const form =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

const two = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))
/** Days by their number since 1970: a list of articles shows the same few again and again. */
const days = new Map<number, string>()
const daysMax = 5000

function dayText(number: number): string {
  const known = days.get(number)
  if (known !== undefined) return known
  const text = new Date(number * day).toISOString().slice(0, 10)
  if (days.size >= daysMax) days.clear()
  days.set(number, text)
  return text
}

/** Milliseconds → the day in Asia/Shanghai, by its number since 1970-01-01. */
export const dayNumber = (ms: number): number => Math.floor((Math.trunc(ms) + offset) / day)

/** The opposite: its first moment, or its last one. */
export const momentOf = (number: number, bound: 'start' | 'end' = 'start'): number =>
  number * day - offset + (bound === 'end' ? day - 1 : 0)

/** The number of a day → `YYYY-MM-DD`. @throws RangeError for what is no day */
export const formatDay = (number: number): string => dayText(number)

/** `YYYY-MM-DD` → the number of its day; null when it is none. */
export function parseDay(text: string): number | null {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTime(text) : null
  return moment === null ? null : dayNumber(moment)
}

/** Milliseconds → `YYYY-MM-DD`. @throws RangeError for what is no moment */
export const formatDate = (ms: number): string => dayText(dayNumber(ms))

/** Milliseconds → a day as papers write it: 「2026年11月1日」. */
export function paperDate(ms: number): string {
  const [year, month, date] = formatDate(ms).split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** Milliseconds → `YYYY-MM-DD HH:mm:ss`. @throws RangeError for what is no moment */
export function formatTime(ms: number): string {
  const date = formatDate(ms)
  const seconds = Math.floor((Math.trunc(ms) + offset) / 1000) % 86_400
  const ofDay = seconds < 0 ? seconds + 86_400 : seconds
  return `${date} ${two[Math.floor(ofDay / 3600)]}:${two[Math.floor(ofDay / 60) % 60]}:${two[ofDay % 60]}`
}

/** Milliseconds → `20261121-0905`, for names of files. */
export const fileStamp = (ms: number): string =>
  formatTime(ms).slice(0, 16).replaceAll('-', '').replace(' ', '-').replace(':', '')

/** Milliseconds → a Date whose UTC fields are the wall clock in Asia/Shanghai, for spreadsheets, which know no zones. */
export const wallClock = (ms: number): Date => new Date(ms + offset)

/** The opposite, for a spreadsheet's date: `YYYY-MM-DD HH:mm:ss`; what a fraction of a day has lost is rounded. */
export const formatWall = (wall: Date): string => formatTime(Math.round(wall.getTime() / 1000) * 1000 - offset)

/** The last moment that is written with a year of four digits. */
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999) - offset

/** A zone in milliseconds; null when there is none like it. */
function zoneOffset(zone: string | undefined): number | null {
  if (!zone) return offset
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 14 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600_000 + minutes * 60_000)
}

/** The first moments of days that were read, by how `formatTime` writes them: an export reads the same few a million times. */
const starts = new Map<string, number>()
const written = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
const zero = 48

/** A time as `formatTime` writes it, of a day that was read before; null for any other. */
function readAgain(text: string): number | null {
  const start = text.length === 19 ? starts.get(text.slice(0, 10)) : undefined
  if (start === undefined || text[10] !== ' ' || text[13] !== ':' || text[16] !== ':') return null
  const part = (at: number, below: number) => {
    const [tens, ones] = [text.charCodeAt(at) - zero, text.charCodeAt(at + 1) - zero]
    const number = tens * 10 + ones
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 || number >= below ? Number.NaN : number
  }
  const seconds = part(11, 24) * 3600 + part(14, 60) * 60 + part(17, 60)
  return Number.isNaN(seconds) ? null : start + seconds * 1000
}

/**
 * Reads a time of the contract: date with or without time, or ISO 8601.
 * @param bound 'end' takes a bare date to the last millisecond of its day, and a time to that of its second
 * @returns milliseconds, or null when it is no time
 */
export function parseTime(text: string, bound: 'start' | 'end' = 'start'): number | null {
  const again = readAgain(text)
  if (again !== null) return bound === 'end' ? again + 999 : again
  const m = form.exec(text.trim())
  if (!m) return null
  const [year, month, date, hour, minute, second] = m.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const utc = Date.UTC(year, month - 1, date, hour, minute, second)
  const back = new Date(utc)
  const real = back.getUTCMonth() === month - 1 && back.getUTCDate() === date && hour < 24 && minute < 60 && second < 60
  const zone = zoneOffset(m[7])
  if (!real || year < 1900 || zone === null) return null
  const bare = m[4] === undefined
  const moment = utc - zone + (bound === 'end' ? (bare ? day : 1000) - 1 : 0)
  if (moment > last) return null
  if (written.test(text)) {
    if (starts.size >= daysMax) starts.clear()
    starts.set(text.slice(0, 10), momentOf(dayNumber(moment)))
  }
  return moment
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3600_000, d: day }

/**
 * Reads `--since` and `--until`: `2026-11-01`, `2026-11`, `7d`, `1h`, `30m`, `today`, or a full time.
 * @returns milliseconds, or null when it is none of them
 */
export function parseMoment(text: string, now: number, bound: 'start' | 'end' = 'start'): number | null {
  if (text === 'today') return parseTime(formatDate(now), bound)
  const span = /^(\d+)([mhd])$/.exec(text)
  if (span) return now - Number(span[1]) * (units[span[2] as string] as number)
  const month = /^(\d{4})-(\d{2})$/.exec(text)
  if (!month) return parseTime(text, bound)
  const start = parseTime(`${text}-01`)
  if (start === null || bound === 'start') return start
  return Date.UTC(Number(month[1]), Number(month[2]), 1) - offset - 1
}

/** A month like `2026-11`: its first moment and its last one. */
export function monthSpan(month: string): { readonly from: number; readonly to: number } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const at = (y: number, m: number) => Date.UTC(y, m - 1, 1) - offset
  return { from: at(year, number), to: at(year, number + 1) - 1 }
}
