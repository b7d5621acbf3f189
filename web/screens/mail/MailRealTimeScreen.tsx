import { Link } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { mailCount, mailCountReal } from '../../../core/contract/mailCount.ts'
import { callsOf } from '../../data/client.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { places } from './calls.ts'

const api = callsOf(mailCount)
type Row = Output<typeof mailCount.realTimeList>['list'][number]

const columns: readonly Column<Row>[] = [
  { field: 'deptName', width: 180, leads: true },
  { field: 'received', width: 90 },
  { field: 'doing', width: 90 },
  { field: 'overdue', width: 90 },
  { field: 'replied', width: 90 },
  { field: 'late', width: 110 },
  { field: 'opened', width: 90 },
  { field: 'rated', width: 90 },
  { field: 'satisfied', width: 90 },
]

/** Numbers of letters by department at this moment, counted from the letters. */
export default function MailRealTimeScreen() {
  return (
    <ListScreen
      name="信件实时统计"
      call="mailCount.realTimeList"
      from={api.realTimeList}
      row={mailCountReal}
      idField="id"
      titleOf={(row) => row.deptName ?? ''}
      columns={columns}
      tabs={<Link to={places.counts}>信件统计</Link>}
      filters={[
        { kind: 'text', field: 'deptName', label: '部门' },
        { kind: 'dates', field: 'startTime', end: 'endTime', label: '来信时间' },
      ]}
      empty="还没有列入统计的部门。"
    />
  )
}
