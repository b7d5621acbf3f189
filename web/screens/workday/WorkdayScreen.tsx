import { Alert } from 'antd'
import { useCallback, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { formatDate } from '../../../core/domain/time.ts'
import type { ReadYear } from '../../../core/domain/workday-notice.ts'
import { yearOrigins } from '../../../core/domain/workday-words.ts'
import { useCall } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, type Year } from './calls.ts'
import { YearEditor } from './YearEditor.tsx'
import '../../parts/list/list-tabs.css'
import '../../parts/toolbar.css'
import './workday.css'

const Explain = lazyPart(() => import('./Explain.tsx'))

const addressOf = (year: number) => `/main/system/workday?year=${year}`

/** The years of which something is known, and the one after them. */
function Years({ years, current }: { readonly years: readonly Year[]; readonly current: number }) {
  const last = Math.max(...years.map(({ year }) => year))
  const shown = [...new Set([...years.map(({ year }) => year), last + 1, current])].sort((a, b) => a - b)
  const known = new Set(years.filter(({ origin }) => origin !== 'none').map(({ year }) => year))
  return (
    <nav className="state-tabs" aria-label="年份">
      <ul>
        {shown.map((year) => (
          <li key={year}>
            <Link to={addressOf(year)} aria-current={year === current ? 'true' : undefined}>
              {year}
              {!known.has(year) && ` ${yearOrigins.none}`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Which days are worked, year by year: what all deadlines are counted by. */
export default function WorkdayScreen() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [brought, setBrought] = useState<ReadYear | null>(null)
  const taken = useCallback(() => setBrought(null), [])
  const today = formatDate(Date.now())
  const { data: years, error, refetch } = useCall('workday.list', api.list, {}, { keep: true })
  const asked = Number(params.get('year') ?? Number.NaN)
  const year = Number.isInteger(asked) && asked > 1970 && asked < 2200 ? asked : Number(today.slice(0, 4))
  if (error && !years) return <ErrorState error={error} retry={() => void refetch()} />
  if (!years) return <Loading rows={8} />
  const pressing = years.filter((one) => Number(one.pressing) === 1)
  return (
    <div className="workday">
      {pressing.map((one) => (
        <Alert key={one.year} type="warning" showIcon title={one.missing} />
      ))}
      <Years years={years} current={year} />
      <YearEditor
        key={year}
        year={year}
        today={today}
        brought={brought?.year === year ? brought : null}
        taken={taken}
        bring={(read) => {
          setBrought(read)
          if (read.year !== year) void navigate(addressOf(read.year))
        }}
      />
      <section className="panel" aria-label="计算期限">
        <h2>计算期限</h2>
        <Explain />
      </section>
    </div>
  )
}
