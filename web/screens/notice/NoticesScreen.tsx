import { Link, useNavigate } from 'react-router'
import { notice, noticeBrief } from '../../../core/contract/notice.ts'
import { type NoticeMove, type NoticeState, noticeFlow } from '../../../core/domain/notice-states.ts'
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
import { actOf, api, type Brief, form, moves, places, states, takeBack, useActs } from './calls.ts'

const filters = filtersOf(notice.list, ['title', 'audience', 'startTime'])

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 320, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'audience', width: 100 },
  {
    field: 'readCount',
    title: '已读',
    width: 110,
    text: ({ status, readCount, sentTo }) => (Number(status) === 0 ? '' : `${readCount ?? 0} / ${sentTo ?? '—'}`),
    show: ({ status, readCount, sentTo }) => (Number(status) === 0 ? '' : `${readCount ?? 0} / ${sentTo ?? '—'}`),
  },
  { field: 'sentAt', sort: true, show: (row) => shortTime(row.sentAt) },
  { field: 'sentByName', width: 100 },
  { field: 'mustConfirm', width: 110, hidden: true },
  { field: 'isPublic', width: 100, hidden: true },
  { field: 'reason', hidden: true },
  { field: 'createdByName', width: 100, hidden: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

const numbersOf = (rows: readonly Brief[]) => {
  const all = rows.filter(({ audience }) => audience === 0).length
  return all > 0 ? `其中 ${all} 条发给全体人员；发出后不能修改，只能撤回` : '发出后不能修改，只能撤回'
}
const bulk = bulkMoves<Brief, NoticeState, NoticeMove>(noticeFlow, {
  calls: moves,
  more: { send: { follows: numbersOf } },
})

/** The notices that are written and sent here, and how many have read them. */
export default function NoticesScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <RowScreen
      {...form}
      calls={api}
      row={noticeBrief}
      titleOf={(row) => row.title}
      columns={columns}
      filters={filters}
      tabs={
        <>
          <KindTabs
            call="notice.counts"
            from={api.counts}
            words={states.words}
            order={noticeFlow.order}
            bin={can('notice_dels') && places.bin}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(noticeFlow.words)}
      moves={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
      editable={({ status }) => Number(status) !== 1}
    />
  )
}
