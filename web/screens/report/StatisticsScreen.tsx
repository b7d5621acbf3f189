import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { reportRanked } from '../../../core/contract/report.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall } from '../../data/calls.ts'
import { reporting } from '../../data/console.ts'
import { download, fileName } from '../../parts/download.ts'
import { monthBeside } from '../../parts/month.ts'
import { ScrollTable } from '../../parts/ScrollTable.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, places } from './calls.ts'
import '../../parts/toolbar.css'
import './statistics.css'

const names = ['rank', 'deptName', 'points', 'submitted', 'adopted', 'waiting', 'returned'] as const
// without units, for a phone
const titles = names.map((name) => metaOf(reportRanked.shape[name] as unknown as Shaped).title ?? '')
/** The state that a number counts; none: all that was handed in. */
const behind: Partial<Record<(typeof names)[number], string>> = {
  submitted: '',
  waiting: '1',
  adopted: '3',
  returned: '4',
}
const monthForm = /^\d{4}-\d{2}$/
const said = (month: string) => (month === '' ? '全部月份' : `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`)

type Line = Awaited<ReturnType<typeof api.reportDeptList>>[number]

/** A number, which leads to what it counts where the reader may see all of that. */
function Cell({
  line,
  name,
  month,
}: {
  readonly line: Line
  readonly name: (typeof names)[number]
  readonly month: string
}) {
  const value = line[name]
  const { can } = useRights()
  const status = behind[name]
  // in the reporting console only who judges has a list of others' reports
  const list = !reporting ? places.list : can('report_pass') ? places.audit : null
  if (status === undefined || !value || line.deptId === null || line.inReach !== line.submitted || !list) return value
  // nothing that was not handed in
  const search = new URLSearchParams({
    deptId: line.deptId,
    ...(status && { status }),
    ...(month ? { month } : { startTime: '2000-01-01 00:00:00' }),
  })
  return <Link to={`${list}?${search}`}>{value}</Link>
}

/** How units stand, by month or altogether; the circular and the sheet of it. */
export default function StatisticsScreen() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const now = formatTime(Date.now()).slice(0, 7)
  const given = search.get('month') ?? now
  const month = monthForm.test(given) ? given : ''
  const show = (to: string) => setSearch({ month: to || 'all' }, { replace: true })
  const span = month === '' ? {} : { month }
  const { data: lines, error, refetch } = useCall('report.reportDeptList', api.reportDeptList, span, { keep: true })
  const circular = useAction(api.circular)
  const sheet = useAction(api.rankingExcel)
  const keep = (name: string, bytes: unknown) => bytes && download(name, new Blob([bytes as Uint8Array<ArrayBuffer>]))
  return (
    <article>
      <div className="toolbar">
        <h1>报送统计</h1>
        <span className="grow" />
        {!reporting && (
          <Link className="no-print" to={places.list}>
            返回列表
          </Link>
        )}
      </div>
      <fieldset className="report-months no-print" aria-label="月份">
        <Button disabled={month === ''} onClick={() => show(monthBeside(month, -1))}>
          上个月
        </Button>
        <Button disabled={month === '' || month >= now} onClick={() => show(monthBeside(month, 1))}>
          下个月
        </Button>
        {month === '' ? (
          <Button onClick={() => show(now)}>本月</Button>
        ) : (
          <Button onClick={() => show('')}>全部月份</Button>
        )}
        <span className="grow" />
        <Button
          loading={sheet.busy}
          onClick={async () => keep(fileName('报送排名', 'xlsx'), await sheet.run(span, say.refused))}
        >
          导出表格
        </Button>
        {month !== '' && (
          <Button
            type="primary"
            loading={circular.busy}
            onClick={async () =>
              keep(fileName(`${month} 信息报送情况通报`, 'docx'), await circular.run({ month }, say.refused))
            }
          >
            通报（Word）
          </Button>
        )}
      </fieldset>
      {error && !lines && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !lines && <Loading />}
      {lines && (
        <ScrollTable
          className="panel report-ranks"
          label="排名表"
          titles={titles}
          caption={<>{said(month)}各单位报送情况，按报送时间</>}
        >
          {lines.map((line) => (
            <tr key={line.deptId ?? '0'}>
              {names.map((name) => (
                <td key={name}>
                  <Cell line={line} name={name} month={month} />
                </td>
              ))}
            </tr>
          ))}
        </ScrollTable>
      )}
    </article>
  )
}
