import { Flex } from 'antd'
import { Link, useNavigate } from 'react-router'
import { plate, plateRow } from '../../../core/contract/plate.ts'
import { type PlateMove, type PlateState, plateFlow } from '../../../core/domain/plate-states.ts'
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
import { actOf, api, moves, type Plate, places, states, takeBack, useActs } from './calls.ts'

const columns: readonly Column<Plate>[] = [
  { field: 'title', width: 200, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'postCount', width: 90, show: (row) => <Link to={places.posts(row.id)}>{row.postCount}</Link> },
  { field: 'intro', width: 260 },
  { field: 'sort', width: 80, sort: true },
  { field: 'createdAt', width: 150, sort: true, hidden: true, show: (row) => shortTime(row.createdAt) },
  { field: 'reason', hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(plate.list, ['title'])
const bulk = bulkMoves<Plate, PlateState, PlateMove>(plateFlow, { calls: moves })

/** The boards on which visitors post. */
export default function PlateScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <RowScreen
      name="版块"
      area="plate"
      calls={api}
      row={plateRow}
      titleOf={(row) => row.title}
      columns={columns}
      filters={filters}
      shape={plate.add.input.shape}
      fields={['title', 'intro', 'sort']}
      hints={{ sort: '小的排在前面', intro: '发帖前看到的说明' }}
      fresh={{}}
      live={() => notices.live}
      tabs={
        <>
          <KindTabs call="plate.counts" from={api.counts} words={states.words} order={plateFlow.order} />
          <Flex gap="middle" wrap component="nav" aria-label="版块的其他页面" className="no-print">
            {can('plate_dels') && <Link to={places.bin}>回收站</Link>}
            {can('plateRole_list') && can('role_list') && <Link to="/main/system/role">由哪些角色管理</Link>}
          </Flex>
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
