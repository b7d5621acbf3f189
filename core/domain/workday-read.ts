import { formatDay, parseDay } from './time.ts'
import { fromNotice, isNotice, type ReadYear, UnreadableYear } from './workday-notice.ts'
import { type SetDay, weekdayName, weekdayOf, yearMax, yearMin } from './workdays.ts'

/** So many days a year sets apart at most. */
export const setDaysMax = 120
const nameMax = 30

/** What is wrong with a year, by the day where it is; null: nothing. */
export function yearFault(year: number, days: readonly SetDay[]): string | null {
  if (!Number.isInteger(year) || year < yearMin || year > yearMax) return `年份应为 ${yearMin} 到 ${yearMax}`
  if (days.length === 0) return '没有一天放假或上班的安排'
  if (days.length > setDaysMax) return `一年最多设 ${setDaysMax} 天`
  const seen = new Set<string>()
  for (const { date, works, name } of days) {
    const day = parseDay(date)
    if (day === null) return `「${date}」不是日期，应写作 ${year}-01-01`
    if (!inNotice(year, date))
      return `${date} 不属于 ${year} 年（可以一并写入的只有上一年 12 月 20 日以后和下一年 1 月 10 日以前）`
    if (seen.has(date)) return `${date} 出现了两次：一天不能既休息又上班`
    seen.add(date)
    if (works && weekdayOf(day) % 6 !== 0) return `${date} 是${weekdayName(day)}，本来就上班，不能设为上班`
    const named = name.trim()
    if (named.length === 0) return `${date} 缺少节日名称`
    if ([...named].length > nameMax) return `${date} 的节日名称最多 ${nameMax} 个字`
  }
  return null
}

/** A notice may name the last days of the year before, or the first ones of the next. */
export const inNotice = (year: number, date: string): boolean =>
  (date >= `${year}-01-01` && date <= `${year}-12-31`) ||
  (date >= `${year - 1}-12-20` && date <= `${year - 1}-12-31`) ||
  (date >= `${year + 1}-01-01` && date <= `${year + 1}-01-10`)

const offWords = new Set(['休', '休息', '放假', 'off', '0'])
const workWords = new Set(['班', '上班', '补班', 'work', '1'])

/** A date as spreadsheets write it; null: none. */
function dateOf(text: string): string | null {
  const m = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text.trim())
  if (!m) return null
  const day = parseDay(`${m[1]}-${(m[2] as string).padStart(2, '0')}-${(m[3] as string).padStart(2, '0')}`)
  return day === null ? null : formatDay(day)
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a day is worked, as our own replies say it too; null: it is not said. */
const worksIn = (works: unknown): boolean | null =>
  typeof works === 'boolean' ? works : works === 1 || works === 0 ? works === 1 : null

/** `{year, papers, days: [{name, date, isOffDay}]}`, as public collections of holidays keep a year; ours is read too. */
function fromJson(json: unknown): ReadYear {
  if (!isObject(json) || !Array.isArray(json.days)) throw new UnreadableYear('JSON 中没有 days（日期的列表）')
  const days = json.days.map((one: unknown, i): SetDay => {
    const { date, name, isOffDay, works } = isObject(one) ? one : ({} as Json)
    const worked = worksIn(works) ?? (typeof isOffDay === 'boolean' ? !isOffDay : null)
    const read = typeof date === 'string' ? dateOf(date) : null
    if (read === null) throw new UnreadableYear(`第 ${i + 1} 项没有日期（date，写作 2027-01-01）`)
    if (worked === null) throw new UnreadableYear(`${read} 没有写明休息还是上班（isOffDay：true 或 false）`)
    return { date: read, works: worked, name: typeof name === 'string' ? name.trim() : '' }
  })
  const papers = Array.isArray(json.papers) ? json.papers.filter((one): one is string => typeof one === 'string') : []
  const [source, sourceUrl] = [json.source, json.sourceUrl].map((one) => (typeof one === 'string' ? one : null))
  return { year: yearOfDays(json.year, days), days, source: source ?? null, sourceUrl: papers[0] ?? sourceUrl ?? null }
}

/** Lines of date, 休 or 班, and name; a heading, which has none of these, is passed over. */
function fromCsv(text: string): ReadYear {
  const days: SetDay[] = []
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const cells = line.split(/[,，\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    if (cells.every((cell) => cell === '')) continue
    const date = dateOf(cells[0] ?? '')
    const kind = (cells[1] ?? '').toLowerCase()
    const known = offWords.has(kind) || workWords.has(kind)
    if (date === null) {
      // a mistyped day is no heading: a holiday would be gone without a word
      if (days.length === 0 && i === 0 && !known && !/^\d/.test(cells[0] ?? '')) continue
      throw new UnreadableYear(`第 ${i + 1} 行开头不是日期：${(cells[0] ?? '').slice(0, 20)}`)
    }
    if (!known) throw new UnreadableYear(`第 ${i + 1} 行第二列应为「休」或「班」，现在是「${kind.slice(0, 20)}」`)
    days.push({ date, works: workWords.has(kind), name: cells[2] ?? '' })
  }
  return { year: yearOfDays(undefined, days), days, source: null, sourceUrl: null }
}

/** The year that is named, or that most of the days are in. */
function yearOfDays(named: unknown, days: readonly SetDay[]): number {
  if (typeof named === 'number') return named
  if (days.length === 0) throw new UnreadableYear('文件中没有日期')
  const counts = Map.groupBy(days, ({ date }) => Number(date.slice(0, 4)))
  return [...counts].reduce((most, one) => (one[1].length > most[1].length ? one : most))[0]
}

/**
 * Reads a year from JSON, CSV or the text of a notice.
 * @throws UnreadableYear in words; whether its days fit is for `yearFault`
 */
export function readYear(text: string): ReadYear {
  const bare = text.replace(/^\uFEFF/, '').trim()
  if (bare === '') throw new UnreadableYear('文件是空的')
  if (!/^[{[]/.test(bare)) return isNotice(bare) ? fromNotice(bare) : fromCsv(bare)
  let json: unknown
  try {
    json = JSON.parse(bare)
  } catch {
    throw new UnreadableYear('不是有效的 JSON')
  }
  return fromJson(json)
}

/** A change of one day: what it was set to, and is; null: like every other one of its weekday. */
export interface DayChange {
  readonly date: string
  readonly before: SetDay | null
  readonly after: SetDay | null
}

/** What differs between two lists of days, in order. */
export function dayChanges(before: readonly SetDay[], after: readonly SetDay[]): DayChange[] {
  const [was, is] = [before, after].map((days) => new Map(days.map((one) => [one.date, one])))
  const dates = [...new Set([...before, ...after].map(({ date }) => date))].sort()
  return dates
    .map((date) => ({ date, before: was?.get(date) ?? null, after: is?.get(date) ?? null }))
    .filter((one) => one.before?.works !== one.after?.works || one.before?.name !== one.after?.name)
}

/** 「春节放假」「春节上班」；null: nothing is set. */
export const setWords = (day: SetDay | null): string | null => day && `${day.name}${day.works ? '上班' : '放假'}`
