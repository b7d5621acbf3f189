import { Link } from 'react-router'
import { columnClock, compliance } from '../../../core/contract/compliance.ts'
import { columnClockStates } from '../../../core/domain/compliance.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { api, type ColumnClock, places } from './calls.ts'
import { Mark } from './Mark.tsx'

const columns: readonly Column<ColumnClock>[] = [
  {
    field: 'columnName',
    width: 200,
    show: ({ columnName, address }) => (address ? <Link to={address}>{columnName}</Link> : columnName),
  },
  {
    field: 'state',
    width: 110,
    leads: true,
    show: ({ state }) => <Mark words={columnClockStates} value={String(state)} />,
  },
  { field: 'days', width: 90 },
  { field: 'left', width: 90 },
  { field: 'limit', width: 100 },
  { field: 'group', width: 150 },
  { field: 'lastAt', width: 150, show: (row) => shortTime(row.lastAt) },
  { field: 'rows', width: 90 },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(compliance.list, ['title', 'state', 'group', 'line'])

/** How long ago each column was updated, what has the least time left first. */
export default function ColumnsScreen() {
  return (
    <ListScreen
      name="栏目更新情况"
      call="compliance.list"
      from={api.list}
      row={columnClock}
      idField="id"
      titleOf={(row) => row.columnName ?? ''}
      columns={columns}
      tabs={<Link to={places.check}>合规检查</Link>}
      filters={filters}
      empty="没有这样的栏目。"
    />
  )
}
