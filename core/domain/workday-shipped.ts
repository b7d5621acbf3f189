import { formatDay, parseDay } from './time.ts'
import type { CalendarYear, SetDay } from './workdays.ts'

/** A year as it ships, with the notice of the State Council that it comes from. */
export interface ShippedYear extends CalendarYear {
  readonly source: string
  readonly sourceUrl: string
}

/** A holiday: its name, its first and last day off, and the weekends that are worked for it. */
type Holiday = readonly [name: string, first: string, last: string, ...worked: string[]]

interface Notice {
  readonly number: string
  readonly address: string
  readonly holidays: readonly Holiday[]
}

/** The notices, each held against its own text and a collection that others keep (docs/decisions/0044-working-days.md). */
const notices: Readonly<Record<number, Notice>> = {
  2024: {
    number: '国办发明电〔2023〕7号',
    address: 'https://www.gov.cn/zhengce/zhengceku/202310/content_6911528.htm',
    holidays: [
      ['元旦', '01-01', '01-01'],
      ['春节', '02-10', '02-17', '02-04', '02-18'],
      ['清明节', '04-04', '04-06', '04-07'],
      ['劳动节', '05-01', '05-05', '04-28', '05-11'],
      ['端午节', '06-10', '06-10'],
      ['中秋节', '09-15', '09-17', '09-14'],
      ['国庆节', '10-01', '10-07', '09-29', '10-12'],
    ],
  },
  2025: {
    number: '国办发明电〔2024〕12号',
    address: 'https://www.gov.cn/zhengce/zhengceku/202411/content_6986383.htm',
    holidays: [
      ['元旦', '01-01', '01-01'],
      ['春节', '01-28', '02-04', '01-26', '02-08'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05', '04-27'],
      ['端午节', '05-31', '06-02'],
      ['国庆节、中秋节', '10-01', '10-08', '09-28', '10-11'],
    ],
  },
  2026: {
    number: '国办发明电〔2025〕7号',
    address: 'https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm',
    holidays: [
      ['元旦', '01-01', '01-03', '01-04'],
      ['春节', '02-15', '02-23', '02-14', '02-28'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05', '05-09'],
      ['端午节', '06-19', '06-21'],
      ['中秋节', '09-25', '09-27'],
      ['国庆节', '10-01', '10-07', '09-20', '10-10'],
    ],
  },
}

function daysOf(year: number, [name, first, last, ...worked]: Holiday): SetDay[] {
  const number = (day: string) => parseDay(`${year}-${day}`) as number
  const off = Array.from({ length: number(last) - number(first) + 1 }, (_, i) => formatDay(number(first) + i))
  return [
    ...off.map((date) => ({ date, works: false, name })),
    ...worked.map((day) => ({ date: `${year}-${day}`, works: true, name })),
  ]
}

/** The years that ship. */
export const shippedYears: readonly ShippedYear[] = Object.entries(notices).map(
  ([key, { number, address, holidays }]) => {
    const year = Number(key)
    const days = holidays.flatMap((one) => daysOf(year, one)).sort((a, b) => (a.date < b.date ? -1 : 1))
    return { year, days, source: `国务院办公厅关于${year}年部分节假日安排的通知（${number}）`, sourceUrl: address }
  },
)
