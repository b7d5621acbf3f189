import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { surveyBrief } from '../../../core/contract/survey/rows.ts'
import { survey } from '../../../core/contract/survey.ts'
import { type SurveyMove, type SurveyState, surveyFlow } from '../../../core/domain/survey-states.ts'
import { useRights } from '../../app/rights.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, moves, places, states, takeBack, useActs } from './calls.ts'

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 280, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'state', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.state} /> },
  { field: 'recordCount', width: 90 },
  { field: 'deptName', width: 120 },
  { field: 'startAt', sort: true, show: (row) => shortTime(row.startAt) },
  { field: 'endAt', sort: true, show: (row) => shortTime(row.endAt) },
  { field: 'resultFlag', width: 90 },
  { field: 'createdByName', width: 90 },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'reason', hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const bulk = bulkMoves<Brief, SurveyState, SurveyMove>(surveyFlow, {
  calls: moves,
  fits: (move) => (row) => surveyFlow.target(move, Number(row.state) as SurveyState) !== null,
})
const filters = filtersOf(survey.list, ['title', 'deptId'])

/** Surveys, by how far they are. */
export default function SurveyListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <ListScreen
      name="问卷"
      call="survey.list"
      from={api.list}
      row={surveyBrief}
      idField="id"
      titleOf={(row) => row.title}
      columns={columns}
      order={[{ field: 'createdAt', order: 'desc' }]}
      main={
        can('survey_edit') && (
          <Button type="primary" onClick={() => navigate(places.add)}>
            新增问卷
          </Button>
        )
      }
      tabs={
        <>
          <KindTabs
            call="survey.counts"
            from={api.counts}
            stated="state"
            words={states.words}
            order={surveyFlow.order}
            bin={can('survey_dels') && places.bin}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(surveyFlow.words, 'state')}
      filters={filters}
      bulk={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
      empty="还没有问卷。点「新增问卷」设计一份。"
    />
  )
}
