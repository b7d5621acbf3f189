import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { versionsSeen } from '../../../core/contract/shared.ts'
import {
  mayChange,
  resultFlags,
  type SurveyMove,
  type SurveyState,
  sharedFlags,
  surveyFlow,
} from '../../../core/domain/survey-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { AnswersSheet } from './AnswersSheet.tsx'
import { actOf, api, backToList, moves, places, type Survey, states, takeBack, useActs } from './calls.ts'
import { Stats } from './Stats.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const SitePreview = lazyPart(() => import('../../parts/published/SitePreview.tsx'))

const factsOf = (row: Survey): readonly Fact[] => [
  ['主办部门', row.deptName],
  ['设计人', row.createdByName],
  ['开始时间', shortTime(row.startAt) || '由人开始'],
  ['结束时间', shortTime(row.endAt) || '由人结束'],
  ['实际开始', shortTime(row.openedAt)],
  ['实际结束', shortTime(row.endedAt)],
  ['每人一份', sharedFlags[Number(row.shared) as 0]],
  ['结果', resultFlags[Number(row.resultFlag) as 0]],
  ['理由', row.reason],
]

/** What is done with a survey beside the moves of its table. */
function Others({ row, preview }: { readonly row: Survey; readonly preview: () => void }) {
  const { can } = useRights()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const copying = useAction(api.copy)
  const showing = useAction(api.result)
  const shown = Number(row.resultFlag) === 1
  async function copy() {
    const made = await copying.run({ id: row.id })
    if (!made) return
    await stale('survey')
    void navigate(places.design(made.id))
  }
  async function show() {
    const text = shown ? '各题的统计随即从网站撤下。是否继续？' : '各题的统计随即出现在网站上。是否继续？'
    if (!(await confirm({ text, ok: shown ? '撤下结果' : '公布结果', careful: true }))) return
    const done = await showing.run({ ids: [row.id], versions: versionsSeen([row]), resultFlag: shown ? 0 : 1 })
    const [failed] = done?.failed ?? []
    if (failed) say.warning(failed.errorMsg)
    await stale('survey')
  }
  return (
    <>
      {can('survey_edit') && mayChange.endAt?.includes(Number(row.state)) && (
        <Button onClick={() => navigate(places.design(row.id))}>设计</Button>
      )}
      <Button onClick={preview}>预览</Button>
      {can('survey_edit') && (
        <Button loading={copying.busy} onClick={() => void copy()}>
          复制
        </Button>
      )}
      {can('survey_result') && Number(row.state) === 3 && (
        <Button type={shown ? 'default' : 'primary'} loading={showing.busy} onClick={() => void show()}>
          {shown ? '撤下结果' : '公布结果'}
        </Button>
      )}
      <AnswersSheet row={row} />
    </>
  )
}

/** One survey: what is known of it, what was answered, what can be done now, and what was done. */
export default function SurveyScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { can } = useRights()
  const { data: row, error, refetch } = useCall('survey.detail', api.detail, { id }, { fresh: true })
  const [previewing, setPreviewing] = useState(false)
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const done = (move: SurveyMove) => {
    acts.add(move === 'delete' ? null : actOf([row], surveyFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  const mayRead = can('survey_recordList')
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.state} />
        <span className="grow" />
        <span className="record-acts no-print">
          <Others row={row} preview={() => setPreviewing(true)} />
          <RecordMoves<SurveyState, SurveyMove>
            states={surveyFlow}
            row={{ ...row, status: row.state }}
            calls={moves}
            after={row.questions.length === 0}
            bars={{ delete: Number(row.resultFlag) === 1 ? '结果在网站上公布着，请先撤下结果' : null }}
            done={done}
          />
        </span>
        <Link className="no-print" to={places.list}>
          返回问卷调查
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <FactList facts={factsOf(row)} />
        {row.intro && <p className="written">{row.intro}</p>}
        {mayRead && (
          <p className="no-print">
            <Link to={places.records(id)}>逐份查看答卷</Link> <Link to={places.keywords(id)}>审核关键词</Link>
          </p>
        )}
      </div>
      <section className="panel" aria-label="题目和统计">
        <h2>题目和统计</h2>
        {row.questions.length === 0 ? <p>还没有题目，请点「设计」。</p> : <Stats id={id} mayRead={mayRead} />}
      </section>
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList call="survey.history" from={api.history} id={id} {...states} />
      </section>
      {previewing && (
        <SitePreview
          call="survey.preview"
          from={api.preview}
          id={row.id}
          title={row.title}
          close={() => setPreviewing(false)}
        />
      )}
    </article>
  )
}
