import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import {
  type MailMove,
  type MailState,
  mailExtendMax,
  mailFlow,
  mailRatings,
  mailTypes,
} from '../../../core/domain/mail-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { usePrinting } from '../../parts/printing.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import {
  actOf,
  api,
  backToList,
  earliest,
  type Letter,
  moves,
  places,
  type Like as Similar,
  states,
  takeBack,
  taken,
  toRead,
  useActs,
  willOf,
} from './calls.ts'
import { Depts } from './Depts.tsx'
import { type Form, LetterForms } from './LetterForms.tsx'
import { Like } from './Like.tsx'
import { Writer } from './Writer.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const ExplainDialog = lazyPart(() => import('../../parts/ExplainDialog.tsx'))

const wordOf = (words: object, value: unknown) => (words as Readonly<Record<string, string>>)[String(value)] ?? null

/** Until when, by how many working days, and whether that may still change. */
function dueWords({ due, counted: by, extensionGone: gone, provisional, overdue, state }: Letter): string {
  const counted = `（${by}）`
  if (due === null) return Number(state) === 3 ? `等来信人补充，不计期限${counted}` : '无'
  const late = Number(overdue) === 1 ? '，已超期' : ''
  const asked = Number(state) === 3 ? '，已要求来信人补充，期限照常计算' : ''
  return `${shortTime(due).replace(' 23:59', '')}${late}${asked}${counted}${provisional ? `；${provisional}` : ''}${gone ? `；${gone}` : ''}`
}

const factsOf = (row: Letter): readonly Fact[] => [
  ['编号', row.id],
  ['来信类型', wordOf(mailTypes, row.type)],
  ['来信时间', shortTime(row.createdAt)],
  ['答复期限', dueWords(row)],
  ['主办部门', row.deptName],
  ['公开意愿', willOf(row)],
  ['并入', row.mergedInto && <Link to={places.one(row.mergedInto)}>{row.mergedInto} 号信</Link>],
  ['理由', row.reason],
  ['回复时间', shortTime(row.repliedAt)],
  ['公开时间', Number(row.publicFlag) === 1 ? shortTime(row.publishedAt) : null],
  [
    Number(row.ratingOfEarlier) === 1 ? '满意度（对此前的答复）' : '满意度',
    [wordOf(mailRatings, row.rating), row.ratingWords].filter(Boolean).join('：'),
  ],
  ['投诉', row.complaint],
  ['投诉处理结果', row.complaintResult],
]

/** What everybody reads on the site, or will once it is published. */
function PublicText({ row }: { readonly row: Letter }) {
  const { published } = row
  if (!published) return null
  const shown = Number(row.publicFlag) === 1
  return (
    <section className="panel" aria-label="公开稿">
      <h2>
        公开稿 <small className="muted">{shown ? '网站上现在是这样' : '公开后网站上是这样'}</small>
      </h2>
      <p>
        <b>{published.title}</b>
      </p>
      <p className="written">{published.content}</p>
      <p className="written">答复：{published.reply ?? '（答复在写好公开稿以后改过，请重新写公开稿，核对后再公开）'}</p>
      {shown && (
        <a className="no-print" href={`/site/public_mail/${row.id}.html`} target="_blank" rel="noreferrer">
          查看网页
        </a>
      )}
    </section>
  )
}

/** The letters that stand in this one: their writers wait for its answer, and who answers reads what they say. */
function Doubles({ row: { id: into, merged, mergedCount } }: { readonly row: Letter }) {
  const all = mergedCount ?? merged.length
  const printing = usePrinting()
  if (all === 0) return null
  return (
    <section className="panel" aria-label="并入的来信">
      <h2>并入的来信（{all} 封）</h2>
      <ul>
        {merged.map(({ id, title, createdAt, leftAt, content, supplement, reply, files, readable }) => (
          <li key={id}>
            {Number(readable) === 1 ? <Link to={places.one(id)}>{title}</Link> : title}{' '}
            <span className="muted">
              {shortTime(createdAt)} 来信{reply !== null && '，已另行回复'}
            </span>
            {leftAt !== null && <strong className="late"> 待答复来信人</strong>}
            <details open={printing || undefined}>
              <summary>来信内容</summary>
              <p className="written">{content}</p>
              {supplement && <p className="written">补充：{supplement}</p>}
            </details>
            <FileList label={`${id} 号信的附件`} files={files} />
          </li>
        ))}
      </ul>
      {all > merged.length && (
        <p>
          只列出 {merged.length} 封，<Link to={places.mergedInto(into)}>查看全部 {all} 封</Link>
        </p>
      )}
    </section>
  )
}

const ends: ReadonlySet<MailMove> = new Set(['reject', 'spam', 'settle', 'withdraw'])
/** What else follows from a move that ends a letter with nothing public, where others stand in it. */
function alsoFollows({ mergedWaiting: waiting }: Letter): Readonly<Partial<Record<MailMove, string>>> {
  if (!waiting) return {}
  const says = `并入它的 ${waiting} 封来信得不到公开的答复，将列入待办，须另行回复来信人`
  return Object.fromEntries([...ends].map((move) => [move, says]))
}

const unanswered = ({ leftAt }: Letter) =>
  leftAt === null
    ? '没有另行回复：来信人只看到并入的那一封公开的答复'
    : '待答复来信人：并入的那一封已经了结，没有公开的答复，请另行回复来信人'

const disagrees = ({ state }: Letter) =>
  Number(state) === 4 ? '来信人不同意公开，请用「办结不公开」' : '来信人不同意公开，不能公开'

/** One letter: what was written, who has it, what was answered, what can be done now, and all that was done, on one page that can be printed. */
export default function MailScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { data: row, error, refetch } = useCall('mail.get', api.get, { id }, { fresh: true })
  const [form, setForm] = useState<Form | null>(null)
  const [into, setInto] = useState<string | null>(null)
  const { can } = useRights()
  const confirm = useConfirm()
  const merging = useAction(api.merge)
  const say = useSay()
  const stale = useStale()
  const [explaining, setExplaining] = useState(false)
  if (error && (!row || error.code === 'NOT_FOUND'))
    return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const show = (next: Form | null) => {
    setInto(null)
    setForm(next)
  }
  const mayMerge = can('mail_merge') && mailFlow.target('merge', Number(row.state) as MailState) !== null
  const mergeInto = (other: string) => {
    setInto(other)
    setForm('merge')
  }
  /** Another one about the same, asked about as where it is merged from its own page. */
  async function takeIn(one: Similar) {
    const double = await api.get({ id: one.id })
    const text = `把 ${one.id} 号信「${one.title}」并入本信？${toRead(row as Letter, '本信')}；两封信都按较早的答复期限办理${earliest([double, row as Letter])}${taken(row as Letter, double)}；并错了可以取消合并。`
    if (!(await confirm({ text, ok: '并入', danger: true }))) return
    if (await merging.run({ id: one.id, into: id, version: double.version }, say.refused)) await stale('mail')
  }
  const done = (move: MailMove) => {
    acts.add(move === 'delete' ? null : actOf([row], mailFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.state} />
        <span className="grow" />
        <span className="record-acts no-print">
          <LetterForms row={row} open={form} show={show} most={mailExtendMax} into={into} />
          <RecordMoves<MailState, MailMove>
            states={mailFlow}
            row={{ ...row, status: row.state }}
            calls={moves}
            after={[1, 2].includes(Number(row.state))}
            also={alsoFollows(row)}
            bars={{ publish: Number(row.openFlag) === 1 ? null : disagrees(row) }}
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
        <Writer row={row} />
        <FactList facts={factsOf(row)} />
        <Button className="no-print" size="small" onClick={() => setExplaining(true)}>
          逐日说明期限
        </Button>
        <h2>来信内容</h2>
        <p className="written">{row.content}</p>
        {row.supplement && (
          <>
            <h2>来信人补充</h2>
            <p className="written">{row.supplement}</p>
          </>
        )}
        {Number(row.state) === 8 && (
          <>
            <h2>给来信人的回复</h2>
            <p className="written">{row.reply ?? unanswered(row)}</p>
          </>
        )}
        <FileList label="来信附件" files={row.files} />
      </div>
      <Doubles row={row} />
      <Depts row={row} />
      <PublicText row={row} />
      <Like row={row} merge={mayMerge ? mergeInto : null} take={can('mail_merge') ? (one) => void takeIn(one) : null} />
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList call="mail.history" from={api.history} id={id} {...states} />
      </section>
      {explaining && (
        <ExplainDialog call="mail.explain" from={api.explain} id={row.id} close={() => setExplaining(false)} />
      )}
    </article>
  )
}
