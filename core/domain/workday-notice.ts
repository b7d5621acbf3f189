import { formatDay, parseDay } from './time.ts'
import { type SetDay, weekdayOf } from './workdays.ts'

/** What a notice is not, in words. */
export class UnreadableYear extends Error {}

/** A year as a text has it. */
export interface ReadYear {
  readonly year: number
  readonly days: readonly SetDay[]
  /** What the text calls itself: 「国务院办公厅关于2026年部分节假日安排的通知（国办发明电〔2025〕7号）」 */
  readonly source: string | null
  readonly sourceUrl: string | null
}

const titled = /关于(\d{4})年部分节假日安排的通知/
const numbered = /国办发(?:明电)?〔\d{4}〕\d{1,3}号/
/** Where no title was pasted: 「现将2026年元旦、春节……通知如下」. */
const yearNamed = /现将(\d{4})年/
const itemStart = /^[一二三四五六七八九十]{1,3}、/

/** `一、元旦：…`, a holiday to each line of a notice. */
function itemIn(line: string): { name: string; text: string } | null {
  const start = itemStart.exec(line)?.[0].length ?? 0
  const colon = line.search(/[：:]/)
  const name = line.slice(start, colon)
  return start === 0 || colon <= start || name.length > 20 ? null : { name, text: line.slice(colon + 1) }
}

/** A date, whose year and month stand only where they are others than before, with what stands in brackets behind it. */
const dateForm = /(?:(\d{4})年)?(?:(\d{1,2})月)?(\d{1,2})日(?:（([^（）]*)）)?/g
const countForm = /共(\d{1,2})天/
const weekdayForm = /(?:周|星期)([日天一二三四五六])/
const weekdaySigns = '日一二三四五六'

/** True for a text in which holidays are announced as the State Council does. */
export const isNotice = (text: string): boolean => /放假/.test(text) && /\d{1,2}月\d{1,2}日/.test(text)

const plainSigns = (text: string): string => text.replaceAll('(', '（').replaceAll(')', '）').replaceAll('至', '-')

/** The days that a sentence names, in order, each with what joins it to the one before: 「至」 names all between. */
function daysIn(sentence: string, year: number, line: string): number[] {
  const days: number[] = []
  let [month, ofYear] = [0, year]
  let end = 0
  for (const m of sentence.matchAll(dateForm)) {
    ofYear = m[1] ? Number(m[1]) : ofYear
    month = m[2] ? Number(m[2]) : month
    const text = `${ofYear}-${String(month).padStart(2, '0')}-${(m[3] as string).padStart(2, '0')}`
    const day = parseDay(text)
    if (day === null) throw new UnreadableYear(`「${line.slice(0, 30)}」中的 ${m[0]} 不是日期`)
    const sign = weekdayForm.exec(m[4] ?? '')?.[1]?.replace('天', '日')
    if (sign && weekdaySigns.indexOf(sign) !== weekdayOf(day))
      throw new UnreadableYear(`${formatDay(day)} 是星期${weekdaySigns[weekdayOf(day)]}，文中写的是星期${sign}`)
    const joined = sentence.slice(end, m.index).trim()
    const from = days.at(-1)
    if (/^[-—~～]+$/.test(joined) && from !== undefined) {
      if (day <= from || day - from > 30) throw new UnreadableYear(`「${line.slice(0, 30)}」的起止日期不对`)
      for (let one = from + 1; one < day; one++) days.push(one)
    }
    days.push(day)
    end = m.index + m[0].length
  }
  return days
}

/** One holiday: sentences of days off, and of weekends that are worked; others (advice to take leave) set nothing. */
function holidayOf(name: string, text: string, year: number, line: string): SetDay[] {
  const off: SetDay[] = []
  const worked: SetDay[] = []
  for (const sentence of text.split(/[。；;]/)) {
    const works = /上班/.test(sentence)
    if (!works && !/放假|调休/.test(sentence)) continue
    const days = daysIn(sentence, year, line)
    const told = countForm.exec(sentence)?.[1]
    if (!works && told && Number(told) !== days.length)
      throw new UnreadableYear(`${name}：文中写共 ${told} 天，读出的是 ${days.length} 天`)
    ;(works ? worked : off).push(...days.map((day) => ({ date: formatDay(day), works, name })))
  }
  if (off.length === 0) throw new UnreadableYear(`「${line.slice(0, 30)}」没有写放假的日期`)
  return [...off, ...worked]
}

/**
 * Reads the text of a notice, as it is copied from the page of the State Council: each holiday in a line of its own.
 * Weekdays and numbers of days that it names are held against what was read.
 * @throws UnreadableYear in words
 */
export function fromNotice(text: string): ReadYear {
  // a title may stand in two lines
  const whole = text.replace(/\s+/g, '')
  const title = titled.exec(whole)
  const year = Number(title?.[1] ?? yearNamed.exec(whole)?.[1] ?? Number.NaN)
  if (Number.isNaN(year)) throw new UnreadableYear('文中没有写是哪一年的节假日，请把通知的标题一并粘贴')
  const days = text.split(/\r?\n/).flatMap((raw) => {
    const line = raw.replace(/\s+/g, '')
    const item = itemIn(line)
    return item ? holidayOf(item.name, plainSigns(item.text), year, line) : []
  })
  if (days.length === 0)
    throw new UnreadableYear('没有读出节假日：应为通知的原文，每个节日一行，如「一、元旦：1月1日至3日放假」')
  const number = numbered.exec(whole)?.[0]
  const source = title ? `国务院办公厅${title[0]}${number ? `（${number}）` : ''}` : null
  return { year, days: days.sort((a, b) => (a.date < b.date ? -1 : 1)), source, sourceUrl: null }
}
