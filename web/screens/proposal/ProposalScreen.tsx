import { Button } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import {
  type ProposalMove,
  type ProposalState,
  proposalClasses,
  proposalFlow,
  proposalOutcomes,
  proposalRatings,
  proposalTypes,
} from '../../../core/domain/proposal-states.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall } from '../../data/calls.ts'
import { download, fileName } from '../../parts/download.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { actOf, api, backToList, moves, type Proposal, places, states, takeBack, useActs, wordOf } from './calls.ts'
import { Forms, hasForm } from './Forms.tsx'
import { Places } from './Places.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const ExplainDialog = lazyPart(() => import('../../parts/ExplainDialog.tsx'))

/** Until when it is to be answered, and what was approved of that. */
function dueWords({ due, overdue, extendMonths, extendReason, provisional }: Proposal): string | null {
  if (due === null) return null
  const late = { 1: '，已超期', 2: '，将到期' }[Number(overdue)] ?? ''
  const more = extendMonths ? `（延长 ${extendMonths} 个月：${extendReason}）` : ''
  return `${shortTime(due).replace(' 23:59', '')}${late}${more}${provisional ? `；${provisional}` : ''}`
}
const agrees = (flag: unknown) => (flag === null ? null : Number(flag) === 1 ? '同意公开' : '不同意公开')

const factsOf = (row: Proposal): readonly Fact[] => [
  ['案号', row.no],
  ['提案人', row.createdByName],
  ['联名人', row.partners],
  ['提案类型', wordOf(proposalTypes, row.type)],
  ['类别', wordOf(proposalClasses, row.class)],
  ['提交时间', shortTime(row.createdAt)],
  ['主办单位', row.deptName],
  ['交办时间', shortTime(row.assignedAt)],
  ['答复期限', dueWords(row)],
  ['办理结果', wordOf(proposalOutcomes, row.outcome)],
  ['委员评价', [wordOf(proposalRatings, row.rating), row.ratingWords].filter(Boolean).join('：')],
  ['办理次数', Number(row.round) > 1 ? '第二次办理' : null],
  ['并入', row.mergedInto && `${row.mergedInto} 号提案`],
  ['委员意愿', agrees(row.openFlag)],
  ['单位意愿', agrees(row.unitOpen)],
  ['理由', row.reason],
]

/** One proposal: what is proposed, who has it, what was answered, what can be done now, and all that was done. */
export default function ProposalScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const own = useLocation().pathname.startsWith(places.own)
  const list = own ? places.own : places.list
  const acts = useActs()
  const { data: row, error, refetch } = useCall('proposal.get', api.get, { id }, { fresh: true })
  const [explaining, setExplaining] = useState(false)
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={{ ...backToList, to: list }} />
  if (!row) return <Loading />
  const done = (move: ProposalMove) => {
    acts.add(move === 'delete' ? null : actOf([row], proposalFlow.moves[move].became))
    if (move === 'delete') void navigate(list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.state} />
        <span className="grow" />
        <span className="record-acts no-print">
          <Forms row={row} />
          <RecordMoves<ProposalState, ProposalMove>
            states={proposalFlow}
            row={{ ...row, status: row.state }}
            calls={moves}
            after={hasForm(row)}
            done={done}
          />
        </span>
        <Link className="no-print" to={list}>
          返回列表
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <FactList facts={factsOf(row)} />
        <p className="record-acts no-print">
          {row.assignedAt && (
            <Button size="small" onClick={() => setExplaining(true)}>
              逐日说明期限
            </Button>
          )}
          <Letter row={row} />
        </p>
        <h2>提案内容</h2>
        <p className="written">{row.content}</p>
        {row.earlierReply && (
          <>
            <h2>第一次的答复</h2>
            <p className="written">{row.earlierReply}</p>
          </>
        )}
      </div>
      <Doubles row={row} />
      <Places row={row} />
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList call="proposal.history" from={api.history} id={id} {...states} />
      </section>
      {explaining && (
        <ExplainDialog call="proposal.explain" from={api.explain} id={row.id} close={() => setExplaining(false)} />
      )}
    </article>
  )
}

/** The proposals that stand in this one: their members wait for its answer. */
function Doubles({ row: { merged } }: { readonly row: Proposal }) {
  if (merged.length === 0) return null
  return (
    <section className="panel" aria-label="并入的提案">
      <h2>并入的提案（{merged.length} 件）</h2>
      <ul>
        {merged.map(({ id, title, createdByName, createdAt }) => (
          <li key={id}>
            <Link to={places.one(id)}>{title}</Link>{' '}
            <span className="muted">{[createdByName, `${shortTime(createdAt)} 提交`].filter(Boolean).join(' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The letter that answers the member. */
function Letter({ row }: { readonly row: Proposal }) {
  const say = useSay()
  const letter = useAction(api.letter)
  if (row.reply === null) return null
  async function save() {
    const bytes = await letter.run({ id: row.id }, say.refused)
    if (bytes)
      download(fileName(`提案答复函-${row.no ?? row.id}`, 'docx'), new Blob([bytes as Uint8Array<ArrayBuffer>]))
  }
  return (
    <Button size="small" loading={letter.busy} onClick={() => void save()}>
      答复函（Word）
    </Button>
  )
}
