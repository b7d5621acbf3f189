import { Button } from 'antd'
import { useState } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { reminder, reminderRow } from '../../../core/contract/reminder.ts'
import { reminderChannels } from '../../../core/domain/reminders.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import '../../parts/toolbar.css'

const api = callsOf(reminder)
type Row = Output<typeof reminder.get>

const filters = filtersOf(reminder.list, ['name', 'event', 'enabled'])

const whom = ({ receivers, userNames }: Row) => (Number(receivers) === 1 ? (userNames ?? '') : '该办理的人')
const ways = ({ channel, missing }: Row) =>
  `${(reminderChannels as Readonly<Record<string, string>>)[String(channel)] ?? ''}${missing ? '（短信只存入发件箱）' : ''}`

const columns: readonly Column<Row>[] = [
  { field: 'name', width: 180, sort: true },
  { field: 'enabled', width: 90, leads: true, sort: true },
  { field: 'event', width: 170 },
  { field: 'leadSays', width: 110 },
  { field: 'receivers', width: 110, show: whom, text: whom },
  { field: 'channel', width: 120, show: ways, text: ways },
  { field: 'missing', hidden: true },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** What people are reminded of, and what would be sent now. */
export default function ReminderScreen() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="muted" style={{ marginBottom: 8 }}>
        每半小时看一次，8 时至 20 时之间发出；同一件事对同一人只提醒一次，一次的几件事合为一条。短信每人每天最多 2
        条、每次最多 200 条，超出的只发站内通知。{' '}
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '看看现在会发什么'}
        </Button>
      </p>
      {open && <Preview />}
      <RowScreen
        name="消息提醒"
        area="reminder"
        calls={api}
        row={reminderRow}
        titleOf={(row: Row) => row.name ?? ''}
        columns={columns}
        filters={filters}
        shape={reminder.add.input.shape}
        fields={['name', 'event', 'lead', 'receivers', 'userIds', 'channel', 'enabled']}
        hints={{
          lead: '「超时」是等待多少个工作日之后，「临近期限」是提前多少个工作日，「即将」是提前多少天；其他事项随即提醒，不用填',
          receivers: '默认提醒该办理的人；也可以只提醒指定的人员',
          channel: '钉钉、邮件须先接通',
        }}
        when={{ userIds: ({ receivers }) => Number(receivers) === 1 }}
        live={({ enabled }) => (Number(enabled ?? 1) === 1 ? '保存后随即生效，到时会提醒有关人员，是否保存？' : '')}
        fresh={{ event: 'taskDue', lead: 1, receivers: 0, channel: 1, enabled: 1 }}
      />
    </>
  )
}

const shownMost = 100

/** Who would be told of what now; nothing is sent by looking. */
function Preview() {
  const { data, error, refetch } = useCall('reminder.preview', api.preview, { pageSize: shownMost }, { fresh: true })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <section className="panel" aria-label="现在会发的提醒">
      {data.total === 0 ? (
        <p className="muted">现在没有要提醒的事；已提醒过的不再提醒</p>
      ) : (
        <>
          <p className="muted">
            现在会提醒 {data.total} 人{data.total > data.list.length && `，只列出前 ${data.list.length} 人`}
          </p>
          <ul>
            {data.list.map((one) => (
              <li key={one.userId}>
                <b>{one.name}</b> <span className="muted">{one.deptName}</span>：{one.things} 件，{one.channelNames}
                {one.held && `（${one.held}，不发短信）`}
                <br />
                {one.says}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
