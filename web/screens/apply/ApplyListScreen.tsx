import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { applyBrief } from '../../../core/contract/apply/rows.ts'
import { apply } from '../../../core/contract/apply.ts'
import { reportLineWords } from '../../../core/domain/apply-outcomes.ts'
import { type ApplyMove, type ApplyState, applyFlow, askedState } from '../../../core/domain/apply-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction } from '../../data/calls.ts'
import { download, fileName } from '../../parts/download.ts'
import { useListAddress } from '../../parts/list/address.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { Due, dueText } from '../../parts/list/Due.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, moves, places, states, takeBack, useActs } from './calls.ts'
import { Register } from './Register.tsx'

/** How far it is; while something is to be supplied, until when. */
function State({ row: { state, suppliesUntil } }: { readonly row: Brief }) {
  const until = Number(state) === askedState ? suppliesUntil : null
  return (
    <StateMark {...states} value={state}>
      {until && <small className="muted"> 补正期限 {until.slice(0, 10)}</small>}
    </StateMark>
  )
}

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 240, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'id', width: 80 },
  { field: 'state', width: 160, sort: true, leads: true, show: (row) => <State row={row} /> },
  { field: 'due', width: 150, sort: true, text: dueText(3), show: (row) => <Due row={row} paused={3} /> },
  { field: 'outcome', width: 150 },
  { field: 'applicant', width: 90 },
  { field: 'name', width: 80 },
  { field: 'deptName', width: 120 },
  { field: 'receivedAt', sort: true, show: (row) => row.receivedAt?.slice(0, 10) },
  { field: 'createdAt', sort: true, hidden: true, show: (row) => shortTime(row.createdAt) },
  { field: 'answeredAt', sort: true, hidden: true, show: (row) => shortTime(row.answeredAt) },
  { field: 'channel', width: 100, hidden: true },
  { field: 'phone', width: 120, hidden: true },
  { field: 'no', width: 140, hidden: true },
  { field: 'reason', hidden: true },
  { field: 'provisional', hidden: true },
  { field: 'suppliesUntil', hidden: true, show: (row) => row.suppliesUntil?.slice(0, 10) },
]

const bulk = bulkMoves<Brief, ApplyState, ApplyMove>(applyFlow, {
  calls: moves,
  fits: (move) => (row) => applyFlow.target(move, Number(row.state) as ApplyState) !== null,
})
const filters = filtersOf(apply.list, [
  ...([
    'title',
    'content',
    'phone',
    'applicant',
    'channel',
    'outcome',
    'deptId',
    'overdue',
    'lapsed',
    'dueStart',
  ] as const),
])

/** The ledger of what the list is narrowed to, as the server lays it out. */
function Ledger() {
  const say = useSay()
  const [{ filters: narrowed }] = useListAddress()
  const sheet = useAction(api.wbExcel)
  async function save() {
    const bytes = (await sheet.run(narrowed as never, say.refused)) as unknown as Uint8Array<ArrayBuffer> | undefined
    if (bytes) download(fileName('依申请公开台账', 'xlsx'), new Blob([bytes]))
  }
  return (
    <Button loading={sheet.busy} onClick={() => void save()}>
      导出台账
    </Button>
  )
}

/** Where else there is something of requests. */
const ways = [
  { needs: 'apply_report', to: places.report, says: '年度报告' },
  { needs: 'apply_system', to: places.system, says: '受理设置' },
  { needs: 'apply_dels', to: places.bin, says: '回收站' },
] as const

/** Requests for disclosure, by how far they are. */
export default function ApplyListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  const [{ filters: narrowed }] = useListAddress()
  const { year, line } = narrowed
  return (
    <ListScreen
      name="依申请公开"
      call="apply.list"
      from={api.list}
      row={applyBrief}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      order={[{ field: 'createdAt', order: 'desc' }]}
      main={
        <>
          {can('apply_add') && <Register />}
          {can('apply_wbExcel') && <Ledger />}
        </>
      }
      tabs={
        <>
          {year && (
            <>
              <p role="status">
                {year} 年年度报告：{line ? reportLineWords[line] : '全部'}
              </p>
              <p>
                <Link to={places.list}>查看全部申请</Link>
              </p>
            </>
          )}
          <KindTabs
            call="apply.counts"
            from={api.counts}
            stated="state"
            words={states.words}
            order={applyFlow.order}
            more={ways
              .filter(({ needs }) => can(needs))
              .map(({ to, says }) => (
                <li key={to}>
                  <Link to={to}>{says}</Link>
                </li>
              ))}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(applyFlow.words, 'state')}
      filters={filters}
      bulk={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
      empty="还没有申请。公众在网站上提出的、在这里登记的申请出现在这里。"
    />
  )
}
