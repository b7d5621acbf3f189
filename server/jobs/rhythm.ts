/** How often a work is due: every so many minutes, or each day at a time of Asia/Shanghai (`02:30`). */
export type Rhythm = { readonly everyMinutes: number } | { readonly dailyAt: string }

const minute = 60_000
const day = 24 * 60 * minute
const shanghai = 8 * 60 * minute

/** The first beat after a moment: on whole minutes of the clock, wherever it was started. */
export function nextBeat(rhythm: Rhythm, after: number): number {
  if ('everyMinutes' in rhythm) {
    const step = rhythm.everyMinutes * minute
    return (Math.floor((after + shanghai) / step) + 1) * step - shanghai
  }
  const [hours = 0, minutes = 0] = rhythm.dailyAt.split(':').map(Number)
  const ofDay = (hours * 60 + minutes) * minute
  const today = Math.floor((after + shanghai) / day) * day - shanghai + ofDay
  return today > after ? today : today + day
}

/** When a work is due that was reckoned before: a clock that was ahead has put it off to a time that is no next beat. */
export const dueBy = (rhythm: Rhythm, dueAt: number | null, now: number): number => {
  const next = nextBeat(rhythm, now)
  return dueAt === null ? next : Math.min(dueAt, next)
}

/** A rhythm in words, by which it is kept too; empty: the work is off. */
export function rhythmWords(rhythm: Rhythm | null): string {
  if (!rhythm) return ''
  if ('dailyAt' in rhythm) return `每天 ${rhythm.dailyAt}`
  const { everyMinutes } = rhythm
  if (everyMinutes % 60 === 0) return everyMinutes === 60 ? '每小时' : `每 ${everyMinutes / 60} 小时`
  return everyMinutes === 1 ? '每分钟' : `每 ${everyMinutes} 分钟`
}
