import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type ForumMove, type ForumState, forumFlow, forumTypes } from '../../../core/domain/forum-states.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { Sender } from '../../parts/Sender.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { actOf, api, backToList, type Forum, moves, places, states, takeBack, useActs } from './calls.ts'
import { Official } from './Official.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const typeOf = ({ type }: Forum) => forumTypes[Number(type) as keyof typeof forumTypes]

/** One post, who wrote it, what can be done now, and what was done. */
export default function ForumRecordScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { can } = useRights()
  const [answering, setAnswering] = useState(false)
  const { data: row, error, refetch } = useCall('forum.get', api.get, { id }, { fresh: true })
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const done = (move: ForumMove) => {
    acts.add(move === 'delete' ? null : actOf([row], forumFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  const mayAnswer = can('forum_add') && Number(row.status) === 1 && Number(row.plateDeleted) === 0
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          {mayAnswer && <Button onClick={() => setAnswering(true)}>以单位名义跟帖</Button>}
          <RecordMoves<ForumState, ForumMove> states={forumFlow} row={row} calls={moves} done={done} />
        </span>
        <Link className="no-print" to={places.list}>
          返回论坛话题
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      {row.found && <Alert type="warning" showIcon title={row.found} />}
      <div className="panel">
        <Sender
          row={row}
          right="forum_reveal"
          reveal={api.reveal}
          shows={row.name || row.phone ? '姓名和手机号' : null}
          facts={(whole) => [
            ['类型', typeOf(row)],
            ['版块', `${row.plateTitle ?? ''}${Number(row.plateDeleted) === 1 ? '（已删除）' : ''}`],
            ['所属话题', row.topicTitle],
            ['发帖人', whole?.name ?? row.name ?? row.shownName],
            ['手机号', whole?.phone ?? row.phone],
            ['发帖时间', shortTime(row.createdAt)],
            ['理由', row.reason],
          ]}
        >
          {row.topicId && (
            <p className="no-print">
              <Link to={places.one(row.topicId)}>打开所属话题</Link>
            </p>
          )}
        </Sender>
        <h2>内容</h2>
        <p className="written">{row.content}</p>
      </div>
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList call="forum.history" from={api.history} id={id} {...states} />
      </section>
      {answering && <Official to={row} close={() => setAnswering(false)} />}
    </article>
  )
}
