import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type NoticeMove, type NoticeState, noticeAudiences, noticeFlow } from '../../../core/domain/notice-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { HtmlText } from '../../parts/HtmlText.tsx'
import { number, shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { actOf, api, backToList, form, moves, type Notice, places, states, takeBack, useActs } from './calls.ts'
import { Readers } from './Readers.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const sent = 1
const { send: _, ...otherMoves } = moves

const whom = ({ audience, deptNames, userNames }: Notice): string =>
  audience === 0 ? noticeAudiences[0] : (deptNames ?? userNames ?? '')

const known = (row: Notice): readonly Fact[] => [
  ['发送给', whom(row)],
  ['人数', `${number(row.receivers ?? 0)} 人`],
  ['起草', [row.createdByName, shortTime(row.createdAt)].filter(Boolean).join(' ')],
  ['发送', [row.sentByName, shortTime(row.sentAt)].filter(Boolean).join(' ')],
  ['要求', [row.mustConfirm === 1 && '重要，须确认', row.isPublic === 1 && '对外公开'].filter(Boolean).join('；')],
  ['撤回理由', row.reason],
]

/** One notice at its sender's desk: to whom it goes, who has read it, what can be done now. */
export default function NoticeRecordScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  const [editing, setEditing] = useState(false)
  const { data: row, error, refetch } = useCall('notice.get', api.get, { id }, { fresh: true })

  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const status = Number(row.status)
  const done = (move: NoticeMove) => {
    acts.add(move === 'delete' ? null : actOf([row], noticeFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  const maySend = can('notice_send') && status !== sent
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          {maySend && <SendButton row={row} done={() => done('send')} />}
          {can('notice_edit') && status !== sent && <Button onClick={() => setEditing(true)}>编辑</Button>}
          <RecordMoves<NoticeState, NoticeMove>
            states={noticeFlow}
            row={row}
            calls={otherMoves}
            after={maySend}
            done={done}
          />
        </span>
        <Link className="no-print" to={places.list}>
          返回通知发送
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <FactList facts={known(row)} />
        <h2>内容</h2>
        <HtmlText title="通知正文" html={row.content ?? ''} />
        <FileList label="附件" files={row.files} />
      </div>
      {row.sentAt !== null && <Readers row={row} />}
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call="notice.history"
          from={api.history}
          id={id}
          {...states}
          texts={{ states: noticeFlow, read: api.revision, restore: api.restore, status: row.status }}
        />
      </section>
      {editing && <RowDialog {...form} calls={api} row={row} close={() => setEditing(false)} />}
    </article>
  )
}

/** Sends it, once it was said to how many people. */
function SendButton({ row, done }: { row: Notice; done: () => void }) {
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const sending = useAction(api.send)
  async function send() {
    const { id, version, title, receivers } = row
    const text = `将向${whom(row)}发送《${title}》，共 ${number(receivers ?? 0)} 人收到${
      row.isPublic === 1 ? '，并在网站公开' : ''
    }。发出后不能修改，只能撤回。是否发送？`
    if (!(await confirm({ text, ok: '发送', careful: true }))) return
    const result = await sending.run({ items: [{ id, version }] }, say.refused)
    const [failed] = result?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    else if (result) done()
    await stale('notice')
  }
  return (
    <Button type="primary" loading={sending.busy} onClick={() => void send()}>
      {row.sentAt === null ? '发送' : '重新发送'}
    </Button>
  )
}
