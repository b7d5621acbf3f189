import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  type InterWorkingMove,
  type InterWorkingState,
  interWorkingFlow,
} from '../../../core/domain/interWorking-states.ts'
import { pushKinds } from '../../../core/domain/push-kinds.ts'
import { useRights } from '../../app/rights.ts'
import { useAction, useCall } from '../../data/calls.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { api, backToList, moves, type Push, places, states, takeBack, undoable, useActs } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const known = (row: Push): readonly Fact[] => [
  ['互通单位', row.partnerName],
  ['种类', pushKinds[row.kind as keyof typeof pushKinds]],
  ['来源编号', row.sourceId],
  ['首次推送', shortTime(row.createdAt)],
  ['最近推送', shortTime(row.pushedAt)],
  ['收录时间', shortTime(row.takenAt)],
]

/** One push: what became of it and why, what was pushed, and what can be done now. */
export default function PushScreen() {
  const { id = '' } = useParams()
  const acts = useActs()
  const { data: row, error, refetch } = useCall('interWorking.get', api.get, { id }, { fresh: true })
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const done = (move: InterWorkingMove) => acts.add(undoable([row], interWorkingFlow.moves[move].became))
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          <RecordMoves<InterWorkingState, InterWorkingMove>
            states={interWorkingFlow}
            row={row}
            calls={moves}
            done={done}
          />
        </span>
        <Link className="no-print" to={places.list}>
          返回推送记录
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <FactList facts={known(row)} />
        <Became row={row} />
      </div>
      <Content key={row.version} row={row} />
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList call="interWorking.history" from={api.history} id={id} {...states} />
      </section>
    </article>
  )
}

/** Where it stands now, or why it does not. */
function Became({ row }: { row: Push }) {
  const { can } = useRights()
  return (
    <>
      {row.reason && (
        <p role="note" style={{ marginTop: 8 }}>
          <b>{Number(row.status) === 3 ? '不予收录：' : '退回的原因：'}</b>
          {row.reason}
        </p>
      )}
      {row.articleId && can('article_list') && <Link to={`/main/article/essay/${row.articleId}`}>查看收录的文章</Link>}
      {row.bulletinId && can('bulletin_list') && (
        <Link to={`/main/article/bulletin/${row.bulletinId}`}>查看收录的公报</Link>
      )}
    </>
  )
}

/** What was pushed, as it came: nothing of it is drawn but words. */
function Content({ row }: { row: Push }) {
  const { can } = useRights()
  const [opened, setOpened] = useState<string | null>(null)
  const reveal = useAction(api.reveal)
  const content = opened ?? row.content
  if (!content && row.sealed !== 1) return null
  return (
    <section className="panel" aria-label="推送的内容">
      <h2>推送的内容</h2>
      {content && <p className="written">{content}</p>}
      {row.sealed === 1 && !opened && can('interWorking_reveal') && (
        <>
          <Button
            loading={reveal.busy}
            onClick={() => void reveal.run({ id: row.id }).then((found) => found && setOpened(found.content))}
          >
            查看全文
          </Button>
          <p className="muted">来信和公开申请加密保存，查看全文会记入操作日志。</p>
        </>
      )}
    </section>
  )
}
