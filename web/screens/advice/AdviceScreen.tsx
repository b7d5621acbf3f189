import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import { advice } from '../../../core/contract/advice.ts'
import { type AdviceMove, type AdviceState, adviceFlow } from '../../../core/domain/advice-states.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { type Advice, actOf, api, backToList, form, moves, places, states, takeBack, useActs } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const known = (row: Advice): readonly Fact[] => [
  ['提出人', row.proposer],
  ['承办部门', row.deptName],
  ['登记', [row.createdByName, shortTime(row.createdAt)].filter(Boolean).join(' ')],
  ['退回理由', row.reason],
]

/** One opinion, its answer, what can be done now, and what was done. */
export default function AdviceScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { data: row, error, refetch } = useCall('advice.detail', api.detail, { id }, { fresh: true })
  const [open, setOpen] = useState<'edit' | 'reply' | null>(null)
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const done = (move: AdviceMove) => {
    acts.add(move === 'delete' ? null : actOf([row], adviceFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <Acts row={row} open={setOpen} done={done} />
        <Link className="no-print" to={places.list}>
          返回列表
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <FactList facts={known(row)} />
        <h2>意见内容</h2>
        <p className="written">{row.content}</p>
      </div>
      <section className="panel" aria-label="答复">
        <h2>答复</h2>
        {row.resultContent ? (
          <>
            <h3>{row.resultTitle}</h3>
            <p className="muted">{[row.resultByName, shortTime(row.resultAt)].filter(Boolean).join(' ')}</p>
            <p className="written">{row.resultContent}</p>
          </>
        ) : (
          <p className="muted">还没有答复</p>
        )}
      </section>
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call="advice.history"
          from={api.history}
          id={id}
          {...states}
          texts={{ states: adviceFlow, read: api.revision, restore: api.restore, status: row.status }}
        />
      </section>
      {open === 'edit' && <RowDialog {...form} calls={api} row={row} close={() => setOpen(null)} />}
      {open === 'reply' && <Reply row={row} close={() => setOpen(null)} />}
    </article>
  )
}

interface ActsProps {
  readonly row: Advice
  readonly open: (what: 'edit' | 'reply') => void
  readonly done: (move: AdviceMove) => void
}

function Acts({ row, open, done }: ActsProps) {
  const { can } = useRights()
  const status = Number(row.status) as 0
  const mayReply = can('advice_resultReply') && adviceFlow.target('reply', status) !== null
  return (
    <span className="record-acts no-print">
      {mayReply && (
        <Button {...(!row.resultContent && { type: 'primary' })} onClick={() => open('reply')}>
          {row.resultContent ? '修改答复' : '答复'}
        </Button>
      )}
      {can('advice_edit') && Number(row.status) !== 2 && <Button onClick={() => open('edit')}>编辑</Button>}
      <RecordMoves<AdviceState, AdviceMove>
        states={adviceFlow}
        row={row}
        calls={moves}
        after={mayReply && !row.resultContent}
        done={done}
      />
    </span>
  )
}

function Reply({ row, close }: { row: Advice; close: () => void }) {
  const calls = {
    get: api.detail,
    edit: (input: object, options?: CallOptions) =>
      api.resultReply(
        { resultTitle: row.resultTitle ?? '', resultContent: row.resultContent ?? '', ...input } as never,
        options,
      ),
  }
  return (
    <RowDialog
      name="答复"
      title="答复"
      wide
      doubts={() => ['保存后随即提交审核，是否保存？']}
      area="advice"
      drafts={`advice/${row.id}/reply`}
      calls={calls}
      shape={advice.resultReply.input.shape}
      fields={['resultTitle', 'resultContent']}
      hints={{ resultContent: '提交后由审核人员通过' }}
      fresh={{}}
      live={() => '保存后随即提交审核，是否保存？'}
      row={row}
      close={close}
    />
  )
}
