import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { questAnswer } from '../../../core/contract/questAnswer.ts'
import {
  type QuestAnswerMove,
  type QuestAnswerState,
  questAnswerFlow,
} from '../../../core/domain/questAnswer-states.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { FactList } from '../../parts/FactList.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { actOf, api, backToList, fields, hints, moves, places, rowApi, states, takeBack, useActs } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

/** One question with its answer, what can be done now, and what was done. */
export default function QuestRecordScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { can } = useRights()
  const [editing, setEditing] = useState(false)
  const { data: row, error, refetch } = useCall('questAnswer.get', api.get, { id }, { fresh: true })
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const done = (move: QuestAnswerMove) => {
    acts.add(move === 'delete' ? null : actOf([row], questAnswerFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  const yes = (value: unknown) => (Number(value) === 1 ? '是' : null)
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          {can('questAnswer_save') && <Button onClick={() => setEditing(true)}>编辑</Button>}
          <RecordMoves<QuestAnswerState, QuestAnswerMove>
            states={questAnswerFlow}
            row={row}
            calls={moves}
            done={done}
          />
        </span>
        <Link className="no-print" to={places.list}>
          返回在线问答
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <FactList
          facts={[
            ['承办部门', row.deptName],
            ['常见', yes(row.common)],
            ['满意', yes(row.satisfied)],
            ['评价', row.ratedCount ? `${row.ratedCount} 次，满意 ${row.satisfiedCount ?? 0} 次` : '还没有'],
            ['修改时间', shortTime(row.updatedAt)],
            ['理由', row.reason],
          ]}
        />
        <h2>答案</h2>
        <p className="written">{row.content}</p>
        {row.keywords && (
          <>
            <h2>其他问法</h2>
            <p className="written">{row.keywords}</p>
          </>
        )}
      </div>
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call="questAnswer.history"
          from={api.history}
          id={id}
          {...states}
          texts={{ states: questAnswerFlow, read: api.revision, restore: api.restore, status: row.status }}
        />
      </section>
      {editing && (
        <RowDialog
          name="问答"
          area="questAnswer"
          calls={rowApi}
          shape={questAnswer.save.input.shape}
          fields={fields}
          needs={['title', 'content']}
          hints={hints}
          fresh={{}}
          live={Number(row.status) === 1 ? () => notices.live : null}
          row={row}
          close={() => setEditing(false)}
        />
      )}
    </article>
  )
}
