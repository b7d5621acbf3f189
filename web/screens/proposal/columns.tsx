import { Link } from 'react-router'
import { proposal } from '../../../core/contract/proposal.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { Due } from '../../parts/list/Due.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { type Brief, states } from './calls.ts'

/** Until when it is to be answered, and whether that is near. */
const Until = ({ row }: { readonly row: Brief }) => (
  <>
    <Due row={row} paused={-1} />
    {Number(row.overdue) === 2 && <strong className="late"> 将到期</strong>}
  </>
)

/** The columns of the list of all, and of one's own. @param one where a proposal's page is */
export const columnsOf = (one: (id: string) => string): readonly Column<Brief>[] => [
  { field: 'title', width: 280, show: (row) => <Link to={one(row.id)}>{row.title}</Link> },
  { field: 'id', width: 80 },
  { field: 'state', width: 160, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.state} /> },
  { field: 'no', width: 110, sort: true },
  { field: 'due', width: 150, sort: true, show: (row) => <Until row={row} /> },
  { field: 'class', width: 100 },
  { field: 'type', width: 100, hidden: true },
  { field: 'createdByName', width: 90 },
  { field: 'deptName', width: 140 },
  { field: 'outcome', width: 150, hidden: true },
  { field: 'rating', width: 90 },
  { field: 'createdAt', sort: true, show: (row) => shortTime(row.createdAt) },
  { field: 'assignedAt', sort: true, hidden: true, show: (row) => shortTime(row.assignedAt) },
  { field: 'publishedAt', sort: true, hidden: true, show: (row) => shortTime(row.publishedAt) },
  { field: 'reason', hidden: true },
]

export const filters = filtersOf(proposal.list, [
  ...(['title', 'no', 'class', 'type', 'deptId', 'overdue', 'dueStart', 'outcome', 'rating'] as const),
])
