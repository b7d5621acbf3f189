import { Link, useNavigate } from 'react-router'
import { pushBrief } from '../../../core/contract/interWorking/rows.ts'
import { interWorking } from '../../../core/contract/interWorking.ts'
import {
  type InterWorkingMove,
  type InterWorkingState,
  interWorkingFlow,
} from '../../../core/domain/interWorking-states.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { api, type Brief, moves, places, states, takeBack, undoable, useActs } from './calls.ts'

const filters = filtersOf(interWorking.list, ['title', 'partnerId', 'kind', 'sourceId', 'startTime'])

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 280, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'partnerName', width: 150 },
  { field: 'kind', width: 100 },
  { field: 'reason', width: 260 },
  { field: 'pushedAt', sort: true, show: (row) => shortTime(row.pushedAt) },
  { field: 'sourceId', width: 140, hidden: true },
  { field: 'articleId', width: 90, hidden: true },
  { field: 'bulletinId', width: 90, hidden: true },
  { field: 'takenAt', hidden: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

const bulk = bulkMoves<Brief, InterWorkingState, InterWorkingMove>(interWorkingFlow, { calls: moves })

/** What partners pushed: taken up, refused and why, waiting. */
export default function InterWorkingScreen() {
  const navigate = useNavigate()
  const acts = useActs()
  return (
    <ListScreen
      name="推送"
      call="interWorking.list"
      from={api.list}
      row={pushBrief}
      idField="id"
      titleOf={(row) => row.title}
      columns={columns}
      filters={filters}
      bulk={bulk}
      tabs={
        <>
          <KindTabs call="interWorking.counts" from={api.counts} words={states.words} order={interWorkingFlow.order} />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(interWorkingFlow.words)}
      onDone={({ done }, rows) => acts.add(undoable(rows, done))}
      onOpen={({ id }) => navigate(places.one(id))}
      empty="互通单位的程序推送的内容出现在这里"
    />
  )
}
