import { Button } from 'antd'
import { Link, useLocation, useNavigate } from 'react-router'
import { report, reportBrief } from '../../../core/contract/report.ts'
import { type ReportMove, type ReportState, reportFlow, reportOwn } from '../../../core/domain/report-states.ts'
import { useRights } from '../../app/rights.ts'
import { reporting } from '../../data/console.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, moves, places, states, takeBack, useActs } from './calls.ts'

const columnsOf = (one: (id: string) => string): readonly Column<Brief>[] => [
  { field: 'title', width: 280, show: (row) => <Link to={one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'deptName', width: 140 },
  { field: 'createdByName', width: 90 },
  { field: 'submittedAt', width: 150, sort: true, show: (row) => shortTime(row.submittedAt) },
  { field: 'points', width: 80, sort: true },
  { field: 'columnName', width: 120 },
  { field: 'articleTitle', width: 200 },
  { field: 'reason', width: 200 },
  { field: 'judgedByName', hidden: true },
  { field: 'updatedAt', sort: true, hidden: true, show: (row) => shortTime(row.updatedAt) },
  { field: 'createdAt', sort: true, hidden: true, show: (row) => shortTime(row.createdAt) },
  { field: 'id', width: 80, hidden: true },
]
const columns = columnsOf(places.one)
const audited = columnsOf(places.audited)
const filters = filtersOf(report.list, ['title', 'deptId', 'columnId', 'startTime', 'month'])
const ownFilters = filtersOf(report.list, ['title', 'columnId', 'startTime', 'month'])

const callsFor = (mine: boolean) =>
  Object.fromEntries(Object.entries(moves).filter(([move]) => reportOwn.includes(move as ReportMove) === mine))
const ofOffice = bulkMoves<Brief, ReportState, ReportMove>(reportFlow, { calls: callsFor(false) })
const ofWriter = bulkMoves<Brief, ReportState, ReportMove>(reportFlow, { calls: callsFor(true) })
const ofBoth = [...ofOffice, ...ofWriter]

/** What was reported: one's own, what is to be judged, or, in the office's console, all that one may see. */
export default function ReportListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  const audits = useLocation().pathname === places.audit
  const mine = reporting && !audits
  return (
    <ListScreen
      key={audits ? 'audit' : 'list'}
      name={audits ? '信息审核' : mine ? '我的报送' : '信息报送'}
      call={mine ? 'report.my' : 'report.list'}
      from={mine ? api.my : api.list}
      row={reportBrief}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={audits ? audited : columns}
      filters={mine ? ownFilters : filters}
      bulk={mine ? ofWriter : audits ? ofOffice : ofBoth}
      tabs={
        <>
          <KindTabs
            call="report.counts"
            from={api.counts}
            asInput={(given) => ({ ...given, ...(mine && { mine: 1 }) })}
            words={states.words}
            order={reportFlow.order}
            bin={can('report_dels') && !audits && places.bin}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      main={
        <>
          {!reporting && <Button onClick={() => navigate(places.statistics)}>报送统计</Button>}
          {can('report_add') && !audits && (
            <Button type="primary" onClick={() => navigate(places.add)}>
              写报送信息
            </Button>
          )}
        </>
      }
      narrowedTo={useNarrowedTo(states.words)}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(audits ? places.audited(id) : places.one(id))}
      empty={mine ? '还没有报送过信息。' : '没有报送信息。'}
    />
  )
}
