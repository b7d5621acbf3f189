import { formatDate, parseTime } from './time.ts'

/** Days of mourning, on which pages are grey: by the settings 灰色显示 and 灰色显示的日期. */
export const mourningWords = { off: '不用', home: '只有首页', all: '全站' } as const
/** Which pages are grey. */
export type Mourning = keyof typeof mourningWords

const entries = (days: string): readonly string[] => days.split(/[,，、\s]+/).filter(Boolean)
/** A leap year has every day that there is. */
const leapYear = '2024'
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && parseTime(text) !== null

/** What is no day in a list of days: `12-13` is one of every year, `2027-04-04` one alone; null: all are. */
export const unfitDay = (days: string): string | null =>
  entries(days).find((day) => !isDay(/^\d\d-\d\d$/.test(day) ? `${leapYear}-${day}` : day)) ?? null

/**
 * Which pages are grey at a moment.
 * @param mode the setting `site.grey`
 * @param days the setting `site.greyDays`; none: as long as the mode says so
 */
export function mourningAt(mode: string, days: string, at: number): Mourning {
  if (mode !== 'home' && mode !== 'all') return 'off'
  const some = entries(days)
  const today = formatDate(at)
  return some.length === 0 || some.some((day) => day === today || day === today.slice(5)) ? mode : 'off'
}
