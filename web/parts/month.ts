/** Days and months as the wire writes them: `2026-11-25`, `2026-11`. */

const dayMs = 24 * 3600_000
const text = (ms: number) => new Date(ms).toISOString()

/** The weeks that a month stands in, each from Monday to Sunday. */
export function daysOf(month: string): string[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs
  const next = Date.parse(`${monthBeside(month, 1)}-01T00:00:00Z`)
  const weeks: string[][] = []
  for (let at = monday; at < next; at += 7 * dayMs)
    weeks.push(Array.from({ length: 7 }, (_, day) => text(at + day * dayMs).slice(0, 10)))
  return weeks
}

/** The month so many before or after one. */
export function monthBeside(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return text(Date.UTC(year, number - 1 + by, 1)).slice(0, 7)
}
