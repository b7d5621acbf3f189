import { Link, useNavigate } from 'react-router'
import { assignmentRow } from '../../../core/contract/assignment.ts'
import { assignmentStates, assignmentWaits, overdueWords, urgencies } from '../../../core/domain/enums.ts'
import { useCall } from '../../data/calls.ts'
import { useListAddress } from '../../parts/list/address.ts'
import { type ListTab, ListTabs } from '../../parts/list/ListTabs.tsx'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { api, type Brief, closed, form, places } from './calls.ts'
import { TaskState } from './TaskState.tsx'

const deadlineIn = ({ deadline, provisional }: Brief) =>
  deadline === null ? '不限' : `${deadline.slice(0, 10)}${provisional ? '（暂定）' : ''}`

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 180, show: (row) => <Link to={places.task(row.id)}>{row.title}</Link> },
  {
    field: 'state',
    width: 150,
    sort: true,
    leads: true,
    show: (row) => <TaskState value={row.state} overdue={row.overdue} />,
    text: ({ state, overdue }) =>
      Number(overdue) === 1
        ? `${assignmentStates[state as keyof typeof assignmentStates]}（${overdueWords[1]}）`
        : null,
  },
  { field: 'deptNames', width: 110 },
  { field: 'replied', width: 80, text: (row) => `${row.replied} / ${row.deptIds.length}` },
  { field: 'urgency', width: 90, sort: true },
  { field: 'deadline', width: 150, sort: true, text: deadlineIn },
  { field: 'provisional', hidden: true },
  { field: 'limitDays', width: 110, hidden: true },
  { field: 'createdName', width: 100, hidden: true },
  { field: 'createdAt', sort: true },
  { field: 'person', width: 100, hidden: true },
  { field: 'deptName', width: 140, hidden: true },
  { field: 'closedAt', hidden: true },
  { field: 'id', width: 80, hidden: true },
]

const countNames = { 0: 'waiting', 1: 'doing', 3: 'returned', 2: 'done' } as const
const inOrder = [0, 1, 3, 2] as const

/** The states with how many tasks are in each, of those that the filters leave. */
function Tabs() {
  const [{ filters }] = useListAddress()
  const { state: _, overdue: __, ...narrowing } = filters
  const { data } = useCall('assignment.count', api.count, { ...narrowing, byDept: 0 }, { keep: true, quiet: true })
  const tabs: readonly ListTab[] = [
    { says: '全部', filters: { state: '', overdue: '' }, count: data?.total },
    ...inOrder.map((state) => ({
      says: assignmentStates[state],
      filters: { state: String(state) },
      count: data?.[countNames[state]],
    })),
    { says: overdueWords[1], filters: { overdue: '1' }, count: data?.overdue },
  ]
  return <ListTabs label="按状态" tabs={tabs} />
}

/** What a tab narrows the list to, for paper. */
function useNarrowedTo(): readonly string[] {
  const [{ filters }] = useListAddress()
  const { state = '', overdue = '' } = filters
  return [
    ...(state === '' ? [] : [`状态：${(assignmentStates as Readonly<Record<string, string>>)[state] ?? state}`]),
    ...(overdue === '1' ? [overdueWords[1]] : []),
  ]
}

/** Tasks that departments are to do: those that one gave, and those that one's department is to answer. */
export default function AssignmentListScreen() {
  const navigate = useNavigate()
  return (
    <RowScreen
      {...form}
      calls={api}
      row={assignmentRow}
      titleOf={(row) => row.title}
      columns={columns}
      tabs={<Tabs />}
      narrowedTo={useNarrowedTo()}
      filters={[
        { kind: 'text', field: 'title', label: '任务名称' },
        { kind: 'reference', field: 'deptId', label: '责任部门', of: 'dept' },
        { kind: 'choice', field: 'waits', label: '等我处理', words: assignmentWaits },
        { kind: 'choice', field: 'urgency', label: '紧急程度', words: urgencies },
        { kind: 'dates', field: 'startTime', end: 'endTime', label: '交办时间' },
      ]}
      onOpen={({ id }) => navigate(places.task(id))}
      editable={({ state }) => Number(state) !== closed}
    />
  )
}
