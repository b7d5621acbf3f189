import { Link, useNavigate } from 'react-router'
import { industrialProject, projectBrief } from '../../../core/contract/industrialProject.ts'
import { type ProjectMove, type ProjectState, projectFlow } from '../../../core/domain/industrialProject-states.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, fields, hints, moves, places, states, takeBack, useActs } from './calls.ts'

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 240, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'company', width: 160 },
  { field: 'industry', width: 100 },
  { field: 'moneyWords', width: 120 },
  { field: 'name', width: 80 },
  { field: 'phone', width: 120 },
  { field: 'place', width: 120, hidden: true },
  { field: 'updatedAt', width: 150, sort: true, show: (row) => shortTime(row.updatedAt) },
  { field: 'createdAt', width: 150, sort: true, hidden: true, show: (row) => shortTime(row.createdAt) },
  { field: 'reason', hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(industrialProject.list, ['title', 'company', 'industry', 'phone'])
const bulk = bulkMoves<Brief, ProjectState, ProjectMove>(projectFlow, { calls: moves })
const calls = { ...api, add: api.update, edit: api.update }

/** 工业项目. */
export default function IndustrialProjectScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <RowScreen
      name="工业项目"
      area="industrialProject"
      calls={calls}
      rights={{ add: 'industrialProject_update', edit: 'industrialProject_update', dels: 'industrialProject_dels' }}
      needs={['title', 'industry', 'content']}
      row={projectBrief}
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      filters={filters}
      shape={industrialProject.update.input.shape}
      fields={fields}
      hints={hints}
      fresh={{ moneyCompany: 1 }}
      live={() => notices.live}
      tabs={
        <>
          <KindTabs
            call="industrialProject.counts"
            from={api.counts}
            words={states.words}
            order={projectFlow.order}
            bin={can('industrialProject_dels') && places.bin}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(states.words)}
      moves={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
    />
  )
}
