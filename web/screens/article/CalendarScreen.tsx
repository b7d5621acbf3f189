import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { clockActs } from '../../../core/domain/enums.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { useCall } from '../../data/calls.ts'
import { daysOf, monthBeside } from '../../parts/month.ts'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { api, places } from './calls.ts'
import './calendar.css'

type Entry = Output<typeof article.calendar>[number]

const isMonth = (text: string | null): text is string =>
  text !== null && article.calendar.input.shape.month.safeParse(text).success

/** What goes online and off by the clock, day by day of a month. */
export default function CalendarScreen() {
  const [params, setParams] = useSearchParams()
  const today = formatTime(Date.now()).slice(0, 10)
  const thisMonth = today.slice(0, 7)
  const asked = params.get('month')
  const month = isMonth(asked) ? asked : thisMonth
  const { data, error, refetch } = useCall('article.calendar', api.calendar, { month }, { keep: true })
  const show = (to: string) => setParams(to === thisMonth ? {} : { month: to }, { replace: true })
  const [year, number] = month.split('-').map(Number)
  return (
    <section className="panel">
      <div className="month-head">
        <h2>
          {year} 年 {number} 月
        </h2>
        <Button onClick={() => show(monthBeside(month, -1))}>上月</Button>
        <Button onClick={() => show(thisMonth)} disabled={month === thisMonth}>
          本月
        </Button>
        <Button onClick={() => show(monthBeside(month, 1))}>下月</Button>
      </div>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading rows={8} />
      ) : (
        <Month month={month} today={today} entries={data} />
      )}
    </section>
  )
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日']

interface MonthProps {
  readonly month: string
  readonly today: string
  readonly entries: readonly Entry[]
}

function Month({ month, today, entries }: MonthProps) {
  const byDay = Map.groupBy(entries, ({ at }) => at?.slice(0, 10) ?? '')
  return (
    <>
      {entries.length === 0 && (
        <EmptyState title="这个月没有定时发布和下架的文章">
          写文章时填写「发布时间」或「定时下架」，审核通过后列在这里。
        </EmptyState>
      )}
      <table className="month" aria-label="定时发布和下架">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                周{name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  className={[day.startsWith(month) ? '' : 'beside', byDay.has(day) ? '' : 'free'].join(' ')}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <time dateTime={day}>
                    <span className="of-month">{Number(day.slice(5, 7))} 月</span>
                    {Number(day.slice(8))}
                    <span className="of-month"> 日</span>
                  </time>
                  <ul>
                    {(byDay.get(day) ?? []).map((entry) => (
                      <Line key={`${entry.act} ${entry.articleId}`} entry={entry} />
                    ))}
                  </ul>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const Line = ({ entry: { at, act, articleId, title, columnName } }: { readonly entry: Entry }) => (
  <li title={columnName ?? undefined}>
    <span className={`status ${Number(act) === 0 ? 'good' : 'rest'}`}>
      {at?.slice(11, 16)} {clockActs[Number(act) as 0 | 1]}
    </span>{' '}
    <Link to={places.edit(articleId)}>{title}</Link>
  </li>
)
