import { blacklist, blacklistRow } from '../../../core/contract/blacklist.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { banStates } from '../../../core/domain/enums.ts'
import { callsOf } from '../../data/client.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'

const api = callsOf(blacklist)
type Row = Output<typeof blacklist.get>

const columns: readonly Column<Row>[] = [
  { field: 'peopleName', width: 110, text: (row) => (row.peopleName ? null : '（未填写）') },
  { field: 'peoplePhone', width: 140, leads: true },
  { field: 'state', width: 90, leads: true },
  { field: 'reason', width: 260 },
  { field: 'startTime', width: 170, sort: true },
  { field: 'endTime', width: 170, sort: true, text: (row) => (row.endTime ? null : '一直') },
  { field: 'createdByName', width: 100 },
  { field: 'liftedAt', width: 170 },
  { field: 'liftedByName', width: 100, hidden: true },
  { field: 'liftReason', width: 200, hidden: true },
  { field: 'peopleId', width: 90, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** Who was frozen, why, until when and by whom. */
export default function BlacklistScreen() {
  return (
    <>
      <p className="muted" style={{ marginBottom: 8 }}>
        在「群众用户」中冻结的人列在这里；到期后自动恢复，要提前恢复请在「群众用户」中解除冻结。
      </p>
      <ListScreen
        name="黑名单"
        call="blacklist.list"
        from={api.list}
        row={blacklistRow}
        idField="id"
        titleOf={(row) => row.peopleName ?? row.peoplePhone ?? row.id}
        columns={columns}
        order={[{ field: 'startTime', order: 'desc' }]}
        filters={[
          { kind: 'choice', field: 'state', label: '状态', words: banStates },
          { kind: 'text', field: 'peoplePhone', label: '完整手机号' },
        ]}
        empty="没有冻结过的群众用户"
      />
    </>
  )
}
