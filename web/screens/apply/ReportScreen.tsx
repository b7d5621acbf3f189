import { Select } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { reportLine } from '../../../core/contract/apply/rows.ts'
import type { apply } from '../../../core/contract/apply.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { applicants } from '../../../core/domain/apply-outcomes.ts'
import { columnsFrom } from '../../../core/sheet/columns.ts'
import { useCall } from '../../data/calls.ts'
import { SheetTools } from '../../parts/SheetTools.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, places } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'
import './report.css'

type Line = Output<typeof apply.report>['lines'][number]
const kinds = Object.entries(applicants)
const thisYear = () => new Date().getFullYear()
const years = (now: number) => Array.from({ length: 8 }, (_, i) => ({ value: now - i, label: `${now - i} 年` }))

const title = '收到和处理政府信息公开申请情况'
const columns = columnsFrom(reportLine, ['group', 'says', ...kinds.map(([kind]) => `a${kind}`), 'total'])

/** A number of the table leads to its rows; zero leads nowhere. */
function Linked({ line, year, kind, n }: { line: Line; year: number; kind?: string; n: number | null }) {
  if (!n) return 0
  const search = new URLSearchParams({ year: String(year), line: line.line, ...(kind && { applicant: kind }) })
  return (
    <Link
      to={`${places.list}?${search}`}
      aria-label={`${line.says}${kind ? `，${applicants[Number(kind) as 0]}` : ''}：${n} 件`}
    >
      {n}
    </Link>
  )
}

/** The prescribed table of the yearly report: what came in, and how it ended. */
export default function ReportScreen() {
  const [search, setSearch] = useSearchParams()
  const now = thisYear()
  const year = Number(search.get('of')) || now
  const { data, error, refetch } = useCall('apply.report', api.report, { year: String(year) }, { fresh: true })
  return (
    <section className="panel record" aria-label="年度报告">
      <div className="toolbar">
        <h1>{title}</h1>
        <span className="grow" />
        <Select
          className="no-print"
          aria-label="年度"
          value={year}
          options={years(now)}
          onChange={(chosen) => setSearch({ of: String(chosen) })}
        />
        {data && <SheetTools name={`${title}-${year}`} table={() => ({ columns, lines: data.lines })} />}
        <Link className="no-print" to={places.list}>
          返回列表
        </Link>
      </div>
      <p className="muted">
        政府信息公开工作年度报告表三，{year} 年。本年新收与上年结转之和，等于办理结果总计与结转下年度之和。
      </p>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className="apply-report" aria-label="表三" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">类别</th>
                <th scope="col">项目</th>
                {kinds.map(([kind, says]) => (
                  <th key={kind} scope="col">
                    {says}
                  </th>
                ))}
                <th scope="col">总计</th>
              </tr>
            </thead>
            <tbody>
              {data.lines.map((line) => (
                <tr key={line.line}>
                  <td className="group">{line.group ?? ''}</td>
                  <th scope="row">{line.says}</th>
                  {kinds.map(([kind]) => (
                    <td key={kind} className="number">
                      <Linked line={line} year={year} kind={kind} n={line[`a${kind}` as 'a0']} />
                    </td>
                  ))}
                  <td className="number">
                    <Linked line={line} year={year} n={line.total} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <Loading rows={8} />
      )}
    </section>
  )
}
