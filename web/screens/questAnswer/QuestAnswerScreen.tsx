import { Flex } from 'antd'
import { Link, useNavigate } from 'react-router'
import { questAnswer, questAnswerBrief } from '../../../core/contract/questAnswer.ts'
import {
  type QuestAnswerMove,
  type QuestAnswerState,
  questAnswerFlow,
} from '../../../core/domain/questAnswer-states.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { BulkAction, Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, fields, hints, moves, places, rowApi, states, takeBack, useActs } from './calls.ts'

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 300, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'common', width: 70 },
  { field: 'satisfied', width: 70 },
  { field: 'deptName', width: 130 },
  { field: 'ratedCount', width: 90, sort: true },
  { field: 'satisfiedCount', width: 110, sort: true },
  { field: 'updatedAt', width: 150, sort: true, show: (row) => shortTime(row.updatedAt) },
  { field: 'createdAt', width: 150, sort: true, hidden: true, show: (row) => shortTime(row.createdAt) },
  { field: 'reason', hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(questAnswer.list, ['title', 'content', 'common', 'satisfied', 'deptId'])

const mark = (
  key: string,
  label: string,
  right: 'questAnswer_commonAudit' | 'questAnswer_satisfiedAudit',
  field: 'common' | 'satisfied',
  to: 0 | 1,
): BulkAction<Brief> => ({
  ...{ key, label, right, fits: (row) => Number(row[field]) !== to },
  does: (items, options) =>
    (field === 'common' ? api.commonAudit : api.satisfiedAudit)({ ids: items.map(({ id }) => id), mark: to }, options),
})
const bulk = [
  ...bulkMoves<Brief, QuestAnswerState, QuestAnswerMove>(questAnswerFlow, { calls: moves }),
  mark('common', '标为常见', 'questAnswer_commonAudit', 'common', 1),
  mark('uncommon', '取消常见', 'questAnswer_commonAudit', 'common', 0),
  mark('satisfied', '标为满意', 'questAnswer_satisfiedAudit', 'satisfied', 1),
  mark('unsatisfied', '取消满意', 'questAnswer_satisfiedAudit', 'satisfied', 0),
]

/** Questions with their answers, which visitors find by likeness. */
export default function QuestAnswerScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <RowScreen
      name="问答"
      area="questAnswer"
      calls={rowApi}
      rights={{ add: 'questAnswer_save', edit: 'questAnswer_save', dels: 'questAnswer_dels' }}
      row={questAnswerBrief}
      titleOf={(row) => row.title}
      columns={columns}
      filters={filters}
      shape={questAnswer.save.input.shape}
      fields={fields}
      needs={['title', 'content']}
      hints={hints}
      fresh={{}}
      live={() => notices.live}
      tabs={
        <>
          <KindTabs call="questAnswer.counts" from={api.counts} words={states.words} order={questAnswerFlow.order} />
          <Flex gap="middle" wrap component="nav" aria-label="在线问答的其他页面" className="no-print">
            {can('questAnswer_searchFeedbackList') && <Link to={places.feedback}>访问者的意见</Link>}
            {can('questAnswer_dels') && <Link to={places.bin}>回收站</Link>}
          </Flex>
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(states.words)}
      moves={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
    />
  )
}
