import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react'
import { formatDay, parseDay } from '../../../core/domain/time.ts'
import { Calendar, dayWords } from '../../../core/domain/workdays.ts'
import { daysOf } from '../../parts/month.ts'
import { inOrder, type Marks } from './marks.ts'

const weekdays = ['一', '二', '三', '四', '五', '六', '日']
const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))

interface Props {
  readonly year: number
  readonly marks: Marks
  readonly today: string
  /** None: it is only read. */
  readonly press: ((date: string) => void) | undefined
}

/** How many days further each key goes. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The day that a key leads to; null: it leads nowhere. */
function ledTo(key: string, date: string): string | null {
  const day = parseDay(date) as number
  const step = steps[key]
  if (step !== undefined) return formatDay(day + step)
  if (key === 'Home') return `${date.slice(0, 8)}01`
  if (key !== 'PageUp' && key !== 'PageDown') return null
  const month = Number(date.slice(5, 7)) + (key === 'PageUp' ? -1 : 1)
  return month < 1 || month > 12 ? null : `${date.slice(0, 5)}${String(month).padStart(2, '0')}-01`
}

/** The twelve months of a year: one day of them takes the focus, arrows go from day to day. */
export function YearCalendar({ year, marks, today, press }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(today.startsWith(`${year}-`) ? today : `${year}-01-01`)
  const calendar = useMemo(() => new Calendar([{ year, days: inOrder(marks) }]), [year, marks])
  const follow = (event: KeyboardEvent) => {
    const to = ledTo(event.key, at)
    if (!to?.startsWith(`${year}-`)) return
    event.preventDefault()
    setAt(to)
    box.current?.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus()
  }
  return (
    <div ref={box} className="year" {...(press && { onKeyDown: follow })}>
      {months.map((month) => (
        <Month
          key={month}
          month={`${year}-${month}`}
          calendar={calendar}
          today={today}
          at={press && at.startsWith(`${year}-${month}`) ? at : undefined}
          press={press}
          enter={setAt}
        />
      ))}
    </div>
  )
}

interface MonthProps extends Pick<Props, 'today' | 'press'> {
  readonly month: string
  readonly calendar: Calendar
  readonly at: string | undefined
  readonly enter: (date: string) => void
}

const Month = memo(function Month({ month, calendar, today, at, press, enter }: MonthProps) {
  return (
    <table className="year-month">
      <caption>{Number(month.slice(5))} 月</caption>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              <abbr title={`星期${name}`}>{name}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {daysOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((date) =>
              date.startsWith(month) ? (
                <Day key={date} {...{ date, calendar, today, press, enter }} focus={date === at} />
              ) : (
                <td key={date} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
})

interface DayProps extends Pick<MonthProps, 'calendar' | 'today' | 'press' | 'enter'> {
  readonly date: string
  readonly focus: boolean
}

function Day({ date, calendar, today, press, enter, focus }: DayProps) {
  const day = parseDay(date) as number
  const set = calendar.setFor(day)
  const kind = set ? (set.works ? 'worked' : 'off') : calendar.works(day) ? 'plain' : 'weekend'
  const says = `${Number(date.slice(5, 7))} 月 ${Number(date.slice(8))} 日，${dayWords(calendar, day)}`
  const shown = Number(date.slice(8))
  const mark = set && (set.works ? '班' : '休')
  return (
    <td className={kind} aria-current={date === today ? 'date' : undefined} title={says}>
      {press ? (
        <button
          type="button"
          data-date={date}
          data-mark={mark}
          tabIndex={focus ? 0 : -1}
          aria-label={says}
          onFocus={() => enter(date)}
          onClick={() => press(date)}
        >
          {shown}
        </button>
      ) : (
        <>
          <span aria-hidden data-mark={mark}>
            {shown}
          </span>
          <span className="year-says">{says}</span>
        </>
      )}
    </td>
  )
}
