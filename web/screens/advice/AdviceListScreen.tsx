import { Link, useNavigate } from 'react-router'
import { adviceBrief } from '../../../core/contract/advice.ts'
import { type AdviceMove, type AdviceState, adviceFlow } from '../../../core/domain/advice-states.ts'
import { useRights } from '../../app/rights.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, form, moves, places, states, takeBack, useActs } from './calls.ts'

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 280, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'proposer', width: 110 },
  { field: 'deptName', width: 140 },
  { field: 'createdAt', sort: true, show: (row) => shortTime(row.createdAt) },
  { field: 'resultAt', sort: true, show: (row) => shortTime(row.resultAt) },
  { field: 'resultByName', width: 100, hidden: true },
  { field: 'resultTitle', hidden: true },
  { field: 'reason', hidden: true },
  { field: 'createdByName', width: 100, hidden: true },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

const bulk = bulkMoves<Brief, AdviceState, AdviceMove>(adviceFlow, { calls: moves })

/** Opinions that were put forward, and how far their answers are. */
export default function AdviceListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <RowScreen
      {...form}
      calls={api}
      row={adviceBrief}
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      tabs={
        <>
          <KindTabs
            call="advice.counts"
            from={api.counts}
            words={states.words}
            order={adviceFlow.order}
            bin={can('advice_dels') && places.bin}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(adviceFlow.words)}
      filters={[
        { kind: 'text', field: 'title', label: '标题' },
        { kind: 'text', field: 'content', label: '内容' },
        { kind: 'text', field: 'proposer', label: '提出人' },
        { kind: 'reference', field: 'deptId', label: '承办部门', of: 'dept' },
        { kind: 'dates', field: 'startTime', end: 'endTime', label: '登记时间' },
      ]}
      moves={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
      editable={({ status }) => Number(status) !== 2}
    />
  )
}
