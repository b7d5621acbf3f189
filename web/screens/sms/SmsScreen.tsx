import { Alert, App } from 'antd'
import type { Output } from '../../../core/contract/endpoint.ts'
import { sms, smsRow } from '../../../core/contract/sms.ts'
import { smsStates } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'

const api = callsOf(sms)
type Row = Output<typeof sms.list>['list'][number]

const columns: readonly Column<Row>[] = [
  { field: 'createdAt', width: 170, sort: true },
  { field: 'phone', width: 140, leads: true },
  { field: 'kind', width: 80 },
  { field: 'state', width: 110, leads: true },
  { field: 'text', width: 380 },
  { field: 'error', width: 200 },
  { field: 'sentAt', width: 170, hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const titleOf = (row: Row) => `${row.phone ?? ''} ${row.createdAt ?? ''}`.trim()

/** Short messages that were sent, or kept because there is no operator. */
export default function SmsScreen() {
  const { can } = useRights()
  const say = useSay()
  const confirm = useConfirm()
  const { modal } = App.useApp()
  const { data } = useCall('sms.state', api.state, undefined)

  async function read(row: Row) {
    if (!(await confirm({ text: '查看手机号和内容会记入操作日志，是否继续？', ok: '查看' }))) return
    const { phone, text } = await api.reveal({ id: row.id })
    modal.info({ title: phone ?? '', content: text, okText: '关闭' })
  }
  return (
    <>
      {data?.missing && <Alert type="info" showIcon title={data.missing} style={{ marginBottom: 12 }} />}
      <ListScreen
        name="短信"
        call="sms.list"
        from={api.list}
        row={smsRow}
        idField="id"
        titleOf={titleOf}
        columns={columns}
        filters={[
          { kind: 'text', field: 'phone', label: '完整手机号' },
          { kind: 'choice', field: 'state', label: '状态', words: smsStates },
          { kind: 'dates', field: 'startTime', end: 'endTime', label: '时间' },
        ]}
        empty="还没有发过短信"
        {...(can('sms_reveal') && {
          rowActions: (row: Row) => (
            <span className="row-actions">
              <button
                type="button"
                aria-label={`查看 ${titleOf(row)}`}
                onClick={() => void read(row).catch(say.refused)}
              >
                查看
              </button>
            </span>
          ),
        })}
      />
    </>
  )
}
