import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { myNotice, notice } from '../../../core/contract/notice.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { reporting } from '../../data/console.ts'
import { useUnread } from '../../data/notices.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { api, type Mine, places } from './calls.ts'

const filters = filtersOf(notice.myList, ['title', 'reading', 'startTime'])

/** How far the reader is with it, in a word and a weight. */
function Reading({ readAt, mustConfirm, confirmedAt }: Mine) {
  if (mustConfirm === 1 && confirmedAt === null) return <b className="status wait">待确认</b>
  return readAt === null ? <b className="status wait">未读</b> : <span className="muted">已读</span>
}

const columns: readonly Column<Mine>[] = [
  {
    field: 'title',
    width: 420,
    show: (row) => <Link to={places.read(row.id)}>{row.readAt === null ? <b>{row.title}</b> : row.title}</Link>,
  },
  { field: 'readAt', title: '阅读', width: 90, leads: true, show: (row) => <Reading {...row} /> },
  { field: 'sentAt', sort: true, show: (row) => shortTime(row.sentAt) },
  { field: 'sentByName', width: 110 },
  { field: 'confirmedAt', hidden: true },
]

/** What was sent to me: what is unread stands first. */
export default function MyNoticesScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const { data } = useUnread()
  const reading = useAction(api.read)
  async function readAll() {
    const done = await reading.run({ every: 1 }, say.refused)
    if (!done) return
    await stale('notice')
    say.success(`已把 ${done.done.length} 条通知记为已读`)
  }
  return (
    <ListScreen
      name="通知公告"
      call="notice.myList"
      from={api.myList}
      row={myNotice}
      idField="id"
      titleOf={(row) => row.title}
      columns={columns}
      filters={filters}
      empty="没有发给您的通知；账号建立之前发给全体人员和部门的，不在其中"
      main={
        <>
          <Button disabled={!data?.unread} loading={reading.busy} onClick={() => void readAll()}>
            全部记为已读{data?.unread ? `（${data.unread}）` : ''}
          </Button>
          {!reporting && can('notice_list') && <Link to={places.list}>通知发送</Link>}
        </>
      }
      onOpen={({ id }) => navigate(places.read(id))}
    />
  )
}
