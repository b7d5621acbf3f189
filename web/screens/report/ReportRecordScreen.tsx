import { Button } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { newsStatus } from '../../../core/domain/enums.ts'
import {
  type ReportMove,
  type ReportState,
  reportFlow,
  reportOwn,
  reportScored,
} from '../../../core/domain/report-states.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { reporting } from '../../data/console.ts'
import { useMe } from '../../data/me.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { HtmlText } from '../../parts/HtmlText.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { type MoveCalls, RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { Acting, type Form } from './Acting.tsx'
import { actOf, api, backToList, moves, places, type Report, states, takeBack, useActs } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

/** The article that it has become: the office goes to it, everybody to its page. */
function Adopted({ row }: { readonly row: Report }) {
  const { can } = useRights()
  if (row.articleId === null) return null
  if (row.articleTitle === null) return '采用的文章已删除'
  const state = newsStatus[row.articleStatus as keyof typeof newsStatus] ?? ''
  const inOffice = !reporting && can('article_list')
  return (
    <>
      {inOffice ? <Link to={`/main/article/essay/${row.articleId}`}>{row.articleTitle}</Link> : row.articleTitle}
      {state && `（${state}）`}
      {row.articleUrl && (
        <>
          {' '}
          <a href={row.articleUrl} target="_blank" rel="noreferrer">
            查看网页
          </a>
        </>
      )}
    </>
  )
}

const factsOf = (row: Report): readonly Fact[] => [
  ['报送单位', row.deptName],
  ['报送人', row.createdByName],
  ['作者', row.author],
  ['报送栏目', row.columnName],
  ['报送时间', shortTime(row.submittedAt)],
  ['得分', row.points ? `${row.points} 分${row.extra ? `（其中加分 ${row.extra} 分）` : ''}` : null],
  ['审核人', row.judgedByName],
  ['审核时间', shortTime(row.judgedAt)],
  ['采用时间', shortTime(row.adoptedAt)],
  ['理由', row.reason],
]

/** One of what was reported: its text and files, what has become of it, what can be done now, and what was done. */
export default function ReportRecordScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const list = useLocation().pathname.startsWith(places.audit) ? places.audit : places.list
  const { can } = useRights()
  const me = useMe()
  const acts = useActs()
  const [form, setForm] = useState<Form | null>(null)
  const { data: row, error, refetch } = useCall('report.get', api.get, { id }, { fresh: true })
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={{ ...backToList, to: list }} />
  if (!row) return <Loading />
  const status = Number(row.status)
  const mine = me !== undefined && me.userId === row.createdBy
  const toAdopt = can('report_adopt') && reportFlow.target('adopt', status as ReportState) !== null
  const calls = Object.fromEntries(
    Object.entries(moves).filter(
      // while its article stands the adoption does
      ([move]) => (mine || !reportOwn.includes(move as ReportMove)) && (move !== 'drop' || row.articleTitle === null),
    ),
  ) as MoveCalls<ReportMove>
  const done = (move: ReportMove) => {
    acts.add(move === 'delete' ? null : actOf([row], reportFlow.moves[move].became))
    if (move === 'delete') void navigate(list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          {mine && can('report_edit') && (status === 0 || status === 4) && (
            <Button onClick={() => navigate(places.edit(row.id))}>修改</Button>
          )}
          {toAdopt && (
            <Button type="primary" onClick={() => setForm('adopt')}>
              采用
            </Button>
          )}
          {can('report_adopt') && reportScored.includes(status) && (
            <Button onClick={() => setForm('score')}>加分</Button>
          )}
          <RecordMoves<ReportState, ReportMove>
            states={reportFlow}
            row={row}
            calls={calls}
            after={toAdopt}
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
        {row.articleId && (
          <p>
            采用为文章：
            <Adopted row={row} />
          </p>
        )}
        <h2>正文</h2>
        <HtmlText title="报送信息的正文" html={row.content ?? ''} />
        <FileList label="附件" files={row.files} />
      </div>
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call="report.history"
          from={api.history}
          id={id}
          {...states}
          {...(mine && {
            texts: { states: reportFlow, read: api.revision, restore: api.restore, status: row.status },
          })}
        />
      </section>
      {form && <Acting row={row} form={form} close={() => setForm(null)} />}
    </article>
  )
}
