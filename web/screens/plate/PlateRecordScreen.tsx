import { Link, useNavigate, useParams } from 'react-router'
import { type PlateMove, type PlateState, plateFlow } from '../../../core/domain/plate-states.ts'
import { useCall } from '../../data/calls.ts'
import { FactList } from '../../parts/FactList.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { actOf, api, backToList, moves, places, states, takeBack, useActs } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

/** One board, what can be done now, and what was done. */
export default function PlateRecordScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { data: row, error, refetch } = useCall('plate.get', api.get, { id }, { fresh: true })
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const done = (move: PlateMove) => {
    acts.add(move === 'delete' ? null : actOf([row], plateFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          <RecordMoves<PlateState, PlateMove> states={plateFlow} row={row} calls={moves} done={done} />
        </span>
        <Link className="no-print" to={places.list}>
          返回版块
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <FactList
          facts={[
            ['说明', row.intro],
            ['帖子数', String(row.postCount ?? 0)],
            ['创建时间', shortTime(row.createdAt)],
            ['理由', row.reason],
          ]}
        />
        <p className="no-print">
          <Link to={places.posts(row.id)}>打开这个版块的帖子</Link>
        </p>
      </div>
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call="plate.history"
          from={api.history}
          id={id}
          {...states}
          texts={{ states: plateFlow, read: api.revision, restore: api.restore, status: row.status }}
        />
      </section>
    </article>
  )
}
