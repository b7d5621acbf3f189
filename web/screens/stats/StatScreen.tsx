import { Segmented } from 'antd'
import { Link, useLocation } from 'react-router'
import { stats } from '../../../core/contract/stats.ts'
import { type StatisticName, statisticOf, statisticWords } from '../../../core/domain/statistics.ts'
import { statisticSheet } from '../../../core/sheet/statistic.ts'
import { useCall } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { addressWith, useListAddress } from '../../parts/list/address.ts'
import { number } from '../../parts/list/cells.tsx'
import { Filters } from '../../parts/list/Filters.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { useNarrowing } from '../../parts/list/PaperLine.tsx'
import { SheetTools } from '../../parts/SheetTools.tsx'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { api, type Found, screensOf } from './calls.ts'
import { Numbers } from './Numbers.tsx'
import { oftenAsked } from './spans.ts'
import '../../parts/list/list-tabs.css'
import '../../parts/list/list.css'
import './stats.css'

const Chart = lazyPart(() => import('./Chart.tsx'))

const filters = {
  article: filtersOf(stats.count, ['startTime', 'deptId', 'columnId']),
  mail: filtersOf(stats.count, ['startTime', 'deptId']),
  visit: filtersOf(stats.count, ['startTime']),
}

/** The other screens of what is counted. */
function Screens() {
  const { pathname } = useLocation()
  return (
    <nav className="state-tabs no-print" aria-label="统计">
      <ul>
        {Object.entries(screensOf).map(([path, title]) => (
          <li key={path}>
            <Link to={`/main/home/${path}`} aria-current={pathname.endsWith(`/${path}`) ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** One or several statistics: a chart, and the table of the same numbers beside it, each leading to its rows. */
export function StatScreen({ names }: { readonly names: readonly StatisticName[] }) {
  const [{ filters: given }, change] = useListAddress()
  const { search } = useLocation()
  const { name: asked, ...narrowing } = given
  const name = names.find((one) => one === asked) ?? (names[0] as StatisticName)
  const known = filters[statisticOf(name).of]
  const fields = known.flatMap((one) => (one.kind === 'dates' ? [one.field, one.end] : [one.field]))
  const input = Object.fromEntries(
    Object.entries(narrowing).filter(([field]) => (fields as readonly string[]).includes(field)),
  )
  const { data, error, refetch } = useCall('stats.count', api.count, { name, ...input } as never, { keep: true })
  const narrowedTo = useNarrowing(
    known.filter(({ kind }) => kind !== 'dates'),
    input,
  )
  const show = (values: Readonly<Record<string, string>>) =>
    change({ filters: { ...values, ...(name === names[0] ? {} : { name }) } })
  return (
    <div className="stats">
      <Screens />
      {names.length > 1 && (
        <Segmented
          className="stats-kinds no-print"
          aria-label="统计内容"
          value={name}
          options={names.map((value) => ({ value, label: statisticWords[value] }))}
          onChange={(value) => change({ filters: { ...input, name: value === names[0] ? '' : value } })}
        />
      )}
      <div className="no-print">
        <Filters filters={known} values={input} search={show}>
          {oftenAsked(Date.now()).map(({ says, filters: span }) => (
            <Link key={says} to={addressWith(search, { filters: { ...given, ...span } })}>
              {says}
            </Link>
          ))}
        </Filters>
      </div>
      {error && <ErrorState error={error} retry={refetch} />}
      {!error && !data && <Loading />}
      {!error && data && <Shown found={data} narrowedTo={narrowedTo} />}
    </div>
  )
}

interface ShownProps {
  readonly found: Found
  /** What it is narrowed by beside the time, in words. */
  readonly narrowedTo: readonly string[]
}

function withSum(found: Found) {
  const { columns, lines, sum } = statisticSheet(found)
  return { columns, lines: [...lines, sum] }
}

function Shown({ found, narrowedTo }: ShownProps) {
  const { title, counts, unit, span, total, totalBefore, totalYearBefore } = found
  const empty = [total, totalBefore, totalYearBefore].every((n) => !n)
  return (
    <>
      <div className="stats-head">
        <h2>
          {title}
          <small className="muted">
            {[counts, `${span.startTime} 至 ${span.endTime}`, ...narrowedTo].join('，')}，合计 {number(total)} {unit}
          </small>
        </h2>
        <SheetTools name={title} table={() => withSum(found)} />
      </div>
      {empty ? (
        <EmptyState title="这段时间没有数据">可以换一段时间，或者去掉部门、栏目等条件。</EmptyState>
      ) : (
        <div className={`stats-sides${found.parts.length > 2 ? ' stacked' : ''}`}>
          <Chart found={found} narrowedTo={narrowedTo} />
          <Numbers found={found} />
        </div>
      )}
    </>
  )
}
