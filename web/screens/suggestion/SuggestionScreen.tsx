import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { suggestion } from '../../../core/contract/suggestion.ts'
import { type SuggestionMove, type SuggestionState, suggestionFlow } from '../../../core/domain/suggestion-states.ts'
import { notices } from '../../../core/text.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { Due } from '../../parts/list/Due.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { Sender } from '../../parts/Sender.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { actOf, api, backToList, moves, places, type Suggestion, states, takeBack, useActs } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const draftStates: readonly number[] = suggestion.draft.inStates ?? []

/** One suggestion, its answer, what can be done now, and what was done. */
export default function SuggestionScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { can } = useRights()
  const { data: row, error, refetch } = useCall('suggestion.get', api.get, { id }, { fresh: true })
  const [open, setOpen] = useState<'answer' | 'forward' | 'draft' | null>(null)
  if (error && (!row || error.code === 'NOT_FOUND'))
    return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const at = Number(row.status) as SuggestionState
  const done = (move: SuggestionMove) => {
    acts.add(move === 'delete' ? null : actOf([row], suggestionFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          {can('suggestion_answer') && suggestionFlow.barred('answer', at, (right) => can(right as Right)) === null && (
            <Button {...(!row.reply && { type: 'primary' })} onClick={() => setOpen('answer')}>
              {row.reply ? '修改答复' : '答复'}
            </Button>
          )}
          {can('suggestion_answer') && suggestionFlow.target('forward', at) !== null && (
            <Button onClick={() => setOpen('forward')}>{row.deptId ? '改转' : '转办'}</Button>
          )}
          {can('suggestion_publish') && isDrafted(row) && <Button onClick={() => setOpen('draft')}>写公开稿</Button>}
          <RecordMoves<SuggestionState, SuggestionMove>
            states={suggestionFlow}
            row={row}
            calls={moves}
            after={can('suggestion_answer') && !row.reply}
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
        <Facts row={row} />
        <h2>建议内容</h2>
        <p className="written">{row.content}</p>
      </div>
      <section className="panel" aria-label="答复">
        <h2>答复</h2>
        {row.reply ? (
          <>
            <p className="muted">{[row.repliedByName, shortTime(row.repliedAt)].filter(Boolean).join(' ')}</p>
            <p className="written">{row.reply}</p>
          </>
        ) : (
          <p className="muted">还没有答复；答复以后才能公开</p>
        )}
      </section>
      <PublicText row={row} />
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call="suggestion.history"
          from={api.history}
          id={id}
          {...states}
          texts={{ states: suggestionFlow, read: api.revision, restore: api.restore, status: row.status }}
        />
      </section>
      {open === 'answer' && <Answer row={row} close={() => setOpen(null)} />}
      {open === 'draft' && <Draft row={row} close={() => setOpen(null)} />}
      {open === 'forward' && <Forward row={row} close={() => setOpen(null)} />}
    </article>
  )
}

/** It is answered and may come before everybody: how it is to stand there may be written. */
const isDrafted = ({ status, reply }: Suggestion) => reply !== null && draftStates.includes(Number(status))

/** What of it is on the site. */
const wordedBy = ({ status, draftedAt }: Suggestion) => {
  if (Number(status) === 1) return '网站上现在是这样'
  return draftedAt === null
    ? '公开后网站上是这样：已自动隐去找到的个人信息，可能有遗漏，请先核对'
    : '公开后网站上是这样'
}

/** What everybody reads on the site, or will once it is published. */
function PublicText({ row }: { readonly row: Suggestion }) {
  const shown = Number(row.status) === 1
  if (!shown && !isDrafted(row)) return null
  const { title, content, reply } = row.draft
  return (
    <section className="panel" aria-label="公开稿">
      <h2>
        公开稿 <small className="muted">{wordedBy(row)}</small>
      </h2>
      <p>
        <b>{title}</b>
      </p>
      <p className="written">{content}</p>
      <p className="written">答复：{reply}</p>
      {shown && (
        <a className="no-print" href={`/site/public_suggest/${row.id}.html`} target="_blank" rel="noreferrer">
          查看网页
        </a>
      )}
    </section>
  )
}

/** Until when, by how many working days, and whether that may still change. */
const DueWords = ({ row }: { row: Suggestion }) => (
  <>
    <Due row={row} />（{row.limitDays} 个工作日{row.provisional && `；${row.provisional}`}）
  </>
)

/** Who suggested it, and where it stands. */
const Facts = ({ row }: { row: Suggestion }) => (
  <Sender
    row={row}
    right="suggestion_reveal"
    reveal={api.reveal}
    shows={row.name || row.phone ? '姓名和手机号' : null}
    facts={(whole) => [
      ['提出人', whole?.name ?? row.name],
      ['手机号', whole?.phone ?? row.phone],
      ['黑名单', row.frozen],
      ['提交时间', shortTime(row.createdAt)],
      ['答复期限', row.due && <DueWords row={row} />],
      ['承办部门', row.deptName],
      ['公开时间', row.publishedAt && Number(row.status) === 1 ? shortTime(row.publishedAt) : null],
      ['理由', row.reason],
    ]}
  />
)

interface Opened {
  readonly row: Suggestion
  readonly close: () => void
}

const rewords = '公开稿里的答复随之按新的答复重新隐去个人信息，标题和内容不变，公开前请再核对'

function Answer({ row, close }: Opened) {
  return (
    <RowDialog
      name="答复"
      title={row.reply ? '修改答复' : '答复'}
      wide
      area="suggestion"
      drafts={`suggestion/${row.id}/answer`}
      calls={{ get: api.get, edit: api.answer }}
      shape={suggestion.answer.input.shape}
      fields={['reply']}
      needs={['reply']}
      hints={{ reply: row.draftedAt === null ? '公开后与建议一起显示在网站上' : rewords }}
      fresh={{}}
      live={() => (Number(row.status) === 1 ? notices.live : '保存后公开答复的人随即看到，是否保存？')}
      row={row}
      close={close}
    >
      <details className="beside-form" open>
        <summary>建议内容</summary>
        <p className="written">{row.content}</p>
      </details>
    </RowDialog>
  )
}

/** How it is to stand on the site: proposed without what is personal, as it was found. */
function Draft({ row, close }: Opened) {
  const proposed = async (input: { id: string }) => {
    const { id, version, draft } = await api.get(input)
    return { id, version, ...draft }
  }
  return (
    <RowDialog
      name="公开稿"
      title="写公开稿"
      ok="保存公开稿"
      proposed
      wide
      area="suggestion"
      drafts={`suggestion/${row.id}/draft`}
      calls={{ get: proposed, edit: api.draft }}
      shape={suggestion.draft.input.shape}
      fields={['title', 'content', 'reply']}
      hints={{ content: '已自动隐去找到的个人信息，可能有遗漏，请逐字核对' }}
      fresh={{}}
      live={null}
      row={{ id: row.id, version: row.version, ...row.draft }}
      close={close}
    />
  )
}

/** Gives it to a department, and changes nothing else of it. */
function Forward({ row, close }: Opened) {
  return (
    <RowDialog
      name="转办"
      title="转办"
      ok="转办"
      area="suggestion"
      drafts={`suggestion/${row.id}/forward`}
      calls={{ get: api.get, edit: api.forward }}
      shape={suggestion.forward.input.shape}
      fields={['deptId']}
      hints={{ deptId: '由这个部门答复；没有部门的只有能看全部建议的人看得到' }}
      fresh={{}}
      live={null}
      row={row}
      close={close}
    />
  )
}
