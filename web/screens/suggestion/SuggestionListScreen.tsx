import { Link, useNavigate } from 'react-router'
import { suggestionBrief } from '../../../core/contract/suggestion.ts'
import {
  type SuggestionMove,
  type SuggestionState,
  suggestionFlow,
  suggestionOverdue,
} from '../../../core/domain/suggestion-states.ts'
import { useRights } from '../../app/rights.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { Due, dueText } from '../../parts/list/Due.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, moves, places, states, takeBack, useActs } from './calls.ts'

const columns: readonly Column<Brief>[] = [
  {
    field: 'title',
    width: 280,
    show: (row) => (
      <>
        <Link to={places.one(row.id)}>{row.title}</Link>
        {row.frozen && <small className="muted"> {row.frozen}</small>}
      </>
    ),
  },
  { field: 'id', width: 80 },
  { field: 'status', width: 140, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'due', width: 150, sort: true, text: dueText(), show: (row) => <Due row={row} /> },
  { field: 'name', width: 80 },
  { field: 'phone', width: 120 },
  { field: 'deptName', width: 130 },
  { field: 'createdAt', sort: true, show: (row) => shortTime(row.createdAt) },
  { field: 'repliedAt', sort: true, show: (row) => shortTime(row.repliedAt) },
  { field: 'repliedByName', width: 100, hidden: true },
  { field: 'publishedAt', sort: true, hidden: true },
  { field: 'reason', hidden: true },
  { field: 'provisional', hidden: true },
]

const bulk = bulkMoves<Brief, SuggestionState, SuggestionMove>(suggestionFlow, { calls: moves })

/** What visitors suggested, and what became of it. */
export default function SuggestionListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <ListScreen
      name="意见建议"
      call="suggestion.list"
      from={api.list}
      row={suggestionBrief}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      order={[{ field: 'createdAt', order: 'desc' }]}
      tabs={
        <>
          <KindTabs
            call="suggestion.counts"
            from={api.counts}
            words={states.words}
            order={suggestionFlow.order}
            bin={can('suggestion_dels') && places.bin}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(suggestionFlow.words)}
      filters={[
        { kind: 'text', field: 'title', label: '标题' },
        { kind: 'text', field: 'content', label: '内容' },
        { kind: 'text', field: 'phone', label: '手机号（完整）' },
        { kind: 'reference', field: 'deptId', label: '承办部门', of: 'dept' },
        { kind: 'choice', field: 'overdue', label: '是否超期', words: suggestionOverdue },
        { kind: 'dates', field: 'startTime', end: 'endTime', label: '提交时间' },
      ]}
      bulk={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
      empty="还没有建议。访问者在网站「我要建议」中提交的建议出现在这里。"
    />
  )
}
