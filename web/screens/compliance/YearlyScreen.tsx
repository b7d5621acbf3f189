import { Select } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { yearlyRow } from '../../../core/contract/compliance.ts'
import { columnsFrom } from '../../../core/sheet/columns.ts'
import { useCall } from '../../data/calls.ts'
import { ScrollTable } from '../../parts/ScrollTable.tsx'
import { SheetTools } from '../../parts/SheetTools.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, places } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'
import './compliance.css'

const title = '政府网站工作年度报表'
const columns = columnsFrom(yearlyRow, ['group', 'says', 'value', 'unit'])
const titles = ['类别', '项目', '数量', '明细'] as const
const years = (now: number) => Array.from({ length: 8 }, (_, i) => ({ value: now - i, label: `${now - i} 年` }))

/** The yearly table of a government website's work: each number leads to its rows. */
export default function YearlyScreen() {
  const [search, setSearch] = useSearchParams()
  const now = new Date().getFullYear()
  const year = Number(search.get('of')) || now
  const { data, error, refetch } = useCall('compliance.yearly', api.yearly, { year: String(year) }, { fresh: true })
  return (
    <section className="panel record compliance" aria-label="年度报表">
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
        <Link className="no-print" to={places.check}>
          合规检查
        </Link>
      </div>
      <p className="muted">
        {year}{' '}
        年，只列系统中能统计的数；办事服务、安全防护、移动新媒体等由人工填写。发布信息按发布时间，留言按来信时间。
      </p>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <ScrollTable className="compliance-lines" label="各项数目" titles={titles}>
          {data.lines.map((line) => (
            <tr key={line.name}>
              <td>{line.group}</td>
              <th scope="row">{line.says}</th>
              <td>{line.value === null ? '没有' : `${line.value} ${line.unit}`}</td>
              <td>
                <Link to={line.address ?? ''} aria-label={`${line.says}的明细：${line.rows} 条`}>
                  {line.rows} 条
                </Link>
              </td>
            </tr>
          ))}
        </ScrollTable>
      ) : (
        <Loading rows={8} />
      )}
    </section>
  )
}
