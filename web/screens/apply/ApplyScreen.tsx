import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { applicants, outcomeWords } from '../../../core/domain/apply-outcomes.ts'
import {
  type ApplyMove,
  type ApplyState,
  answeredStates,
  applyDays,
  applyFlow,
  applyMedia,
  applyWays,
  askedState,
  channelWords,
  enteredWrong,
  startsOf,
} from '../../../core/domain/apply-states.ts'
import { useCall } from '../../data/calls.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { Applicant } from './Applicant.tsx'
import { CaseForms } from './CaseForms.tsx'
import { actOf, api, backToList, type Case, moves, places, states, takeBack, useActs, wordOf } from './calls.ts'
import { Papers } from './Papers.tsx'
import { Places } from './Places.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const ExplainDialog = lazyPart(() => import('../../parts/ExplainDialog.tsx'))

const dayOf = (time: string | null) => time?.slice(0, 10) ?? null
const joined = (...parts: readonly (string | null | undefined | false)[]) => parts.filter(Boolean).join('，')

/** Until when, by how many working days, and whether that may still change. */
function dueWords({ due, extendDays, provisional, overdue, state }: Case): string {
  const counted = `（${applyDays.answer} 个工作日${extendDays ? `，延长 ${extendDays} 个工作日` : ''}）`
  if (due === null) return Number(state) === 3 ? `等申请人补正，不计期限${counted}` : '还没有起算'
  return `${dayOf(due)}${Number(overdue) === 1 ? '，已超期' : ''}${counted}${provisional ? `；${provisional}` : ''}`
}

const supplyWords = ({ suppliesUntil, state, provisional }: Case) =>
  joined(`补正期限 ${dayOf(suppliesUntil)}`, Number(state) === askedState && provisional)

const factsOf = (row: Case): readonly Fact[] => [
  ['登记号', row.no],
  ['申请人类型', wordOf(applicants, row.applicant)],
  ['提交渠道', joined(wordOf(channelWords, row.channel), shortTime(row.createdAt))],
  ['收到申请之日', row.receivedAt ? `${dayOf(row.receivedAt)}（${row.starts}）` : null],
  ['答复期限', dueWords(row)],
  ['延长理由', row.extendReason],
  ['告知补正', row.askedAt && `${dayOf(row.askedAt)}（${supplyWords(row)}）：${row.clarify ?? ''}`],
  ['第三方', row.thirdAt && joined(row.thirdParty, `${dayOf(row.thirdAt)} 征求`, `最迟 ${row.thirdUntil} 答复`)],
  ['第三方意见', row.thirdBackAt && joined(dayOf(row.thirdBackAt), row.thirdOpinion)],
  ['提供形式', joined(wordOf(applyMedia, row.medium), wordOf(applyWays, row.way))],
  ['主办部门', row.deptName],
  ['办理结果', row.outcome === null ? null : joined(wordOf(outcomeWords, row.outcome), `《条例》${row.article}`)],
  ['理由', row.reason],
  ['答复时间', answeredStates.includes(Number(row.state)) ? shortTime(row.answeredAt) : null],
  ['重新答复', dayOf(row.againAt)],
  ['送达', row.deliveredAt && joined(dayOf(row.deliveredAt), wordOf(applyWays, row.deliverWay), row.deliverNote)],
  ['公开时间', Number(row.state) === 7 ? shortTime(row.publishedAt) : null],
]

/** One request: who asks for what, until when, who has it, what was answered, what can be done now, and all that was done. */
export default function ApplyScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { data: row, error, refetch } = useCall('apply.get', api.get, { id }, { fresh: true })
  const [explaining, setExplaining] = useState(false)
  if (error && (!row || error.code === 'NOT_FOUND'))
    return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const done = (move: ApplyMove) => {
    acts.add(move === 'delete' ? null : actOf([row], applyFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.state} />
        <span className="grow" />
        <span className="record-acts no-print">
          <CaseForms row={row} />
          <RecordMoves<ApplyState, ApplyMove>
            states={applyFlow}
            row={{ ...row, status: row.state }}
            calls={Number(row.state) === 1 && !enteredWrong(row) ? { ...moves, reject: undefined } : moves}
            after={[1, 2, 5].includes(Number(row.state))}
            done={done}
          />
        </span>
        <Button className="no-print" onClick={() => window.print()}>
          打印
        </Button>
        <Link className="no-print" to={places.list}>
          返回列表
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <Applicant row={row} />
        <FactList facts={factsOf(row)} />
        <Papers row={row}>
          {row.receivedAt && (
            <Button size="small" onClick={() => setExplaining(true)}>
              逐日说明期限
            </Button>
          )}
        </Papers>
        <h2>所需信息的特征描述</h2>
        <p className="written">{row.content}</p>
        {row.supplement && (
          <>
            <h2>申请人补正</h2>
            <p className="written">{row.supplement}</p>
          </>
        )}
        <FileList label="申请附件" files={row.files} />
      </div>
      <Places row={row} />
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        {row.earlierFiles.length > 0 && <h3>此前答复的附件</h3>}
        <FileList label="此前答复的附件" files={row.earlierFiles} />
        <StepList call="apply.history" from={api.history} id={id} {...states} />
      </section>
      {explaining && (
        <ExplainDialog
          call="apply.explain"
          from={api.explain}
          id={row.id}
          says={startsOf(row)}
          close={() => setExplaining(false)}
        />
      )}
    </article>
  )
}
