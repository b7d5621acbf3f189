import { Flex } from 'antd'
import { Link, useNavigate } from 'react-router'
import { mailBrief } from '../../../core/contract/mail/rows.ts'
import { mail } from '../../../core/contract/mail.ts'
import {
  type MailMove,
  type MailState,
  mailFlow,
  mailMergedMost,
  runningStates,
} from '../../../core/domain/mail-states.ts'
import { useRights } from '../../app/rights.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { Due, dueText } from '../../parts/list/Due.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, Column } from '../../parts/list/types.ts'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, mergeAll, moves, places, states, takeBack, useActs } from './calls.ts'
import { Title } from './Title.tsx'

const MergeMarked = lazyPart(() => import('./MergeMarked.tsx'))

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 260, show: (row) => <Title row={row} /> },
  { field: 'id', width: 80 },
  { field: 'state', width: 160, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.state} /> },
  { field: 'due', width: 150, sort: true, text: dueText(3), show: (row) => <Due row={row} paused={3} /> },
  { field: 'type', width: 80 },
  { field: 'deptName', width: 120 },
  { field: 'name', width: 80 },
  { field: 'phone', width: 120 },
  { field: 'createdAt', sort: true, show: (row) => shortTime(row.createdAt) },
  { field: 'repliedAt', sort: true, hidden: true, show: (row) => shortTime(row.repliedAt) },
  { field: 'publishedAt', sort: true, hidden: true, show: (row) => shortTime(row.publishedAt) },
  { field: 'rating', width: 90, hidden: true },
  { field: 'reason', hidden: true },
  { field: 'provisional', hidden: true },
]

/** Several about one thing: they are handled together, in one of them. */
const merging: BulkAction<Brief> = {
  label: '合并所选',
  right: 'mail_merge',
  least: 2,
  // each by itself, but all into the one that was chosen
  atOnce: mailMergedMost,
  fits: ({ state }) => runningStates.includes(Number(state)),
  asks: (asking) => <MergeMarked {...asking} />,
  does: mergeAll,
}
const bulk = [
  ...bulkMoves<Brief, MailState, MailMove>(mailFlow, {
    calls: moves,
    fits: (move) => (row) => mailFlow.target(move, Number(row.state) as MailState) !== null,
  }),
  merging,
]
const filters = filtersOf(mail.list, [
  ...([
    'title',
    'content',
    'phone',
    'type',
    'deptId',
    'without',
    'waiting',
    'overdue',
    'complained',
    'lapsed',
    'left',
    'mergedInto',
    'sameAs',
    'startTime',
  ] as const),
])

/** Letters to the leader's mailbox, by how far they are. */
export default function MailListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <ListScreen
      name="领导信箱"
      call="mail.list"
      from={api.list}
      row={mailBrief}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      order={[{ field: 'createdAt', order: 'desc' }]}
      tabs={
        <>
          <KindTabs call="mail.counts" from={api.counts} stated="state" words={states.words} order={mailFlow.order} />
          <Flex gap="middle" wrap component="nav" aria-label="信箱的其他页面" className="no-print">
            {can('mail_spam') && <Link to={places.sources}>成批来信</Link>}
            {can('mail_dels') && <Link to={places.bin}>回收站</Link>}
            {can('mailCount_list') && <Link to={places.counts}>统计</Link>}
          </Flex>
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(mailFlow.words, 'state')}
      filters={filters}
      bulk={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
      empty="还没有信件。公众在网站上写的信出现在这里。"
    />
  )
}
