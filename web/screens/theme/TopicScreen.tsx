import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type BulkResult, versionsSeen } from '../../../core/contract/shared.ts'
import { showFollows, themeRecommended, themeShown, topicKinds } from '../../../core/domain/theme-groups.ts'
import type { CommentState, ThemeMove } from '../../../core/domain/theme-moves.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { type Group, type Topic, useGroup } from './calls.ts'
import { Replies } from './Replies.tsx'
import { Transfer } from './Transfer.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const wordOf = (words: object, value: unknown) => (words as Readonly<Record<string, string>>)[String(value)] ?? null

/** One topic: what was written, what was replied, what can be done now, and all that was done. */
export default function TopicScreen() {
  const group = useGroup()
  const { id = '' } = useParams()
  return <One key={`${group.area}/${id}`} group={group} id={id} />
}

function One({ group, id }: { readonly group: Group; readonly id: string }) {
  const { area, flow, api, states, moves, places, useActs, actOf, takeBack, back, noun } = group
  const navigate = useNavigate()
  const acts = useActs()
  const { data: row, error, refetch } = useCall(`${area}.get`, api.get, { id }, { fresh: true })
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={back} />
  if (!row) return <Loading />
  const done = (move: ThemeMove) => {
    acts.add(move === 'delete' ? null : actOf([row], flow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.state} />
        <span className="grow" />
        <span className="record-acts no-print">
          <RecordMoves<CommentState, ThemeMove>
            states={flow}
            row={{ ...row, status: row.state }}
            calls={moves}
            done={done}
          />
          <Acts group={group} row={row} />
        </span>
        <Link className="no-print" to={places.list}>
          返回列表
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      <div className="panel">
        <Facts group={group} row={row} />
        <h2>{noun}内容</h2>
        <p className="written">{row.content}</p>
      </div>
      <Replies group={group} row={row} />
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList call={`${area}.history`} from={api.history} id={id} {...states} />
      </section>
    </article>
  )
}

interface Given {
  readonly group: Group
  readonly row: Topic
}

/** What is done with a topic beside its audit: shown, recommended, handed on. */
function Acts({ group, row }: Given) {
  const { area, api } = group
  const { can } = useRights()
  const say = useSay()
  const confirm = useConfirm()
  const stale = useStale()
  const show = useAction(api.show)
  const recommend = useAction(api.recommend)
  const seen = { ids: [row.id], versions: versionsSeen([row]) }
  async function told(result: Promise<BulkResult | undefined>) {
    const [failed] = (await result)?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    await stale(area)
  }
  const refused = (error: unknown) => say.refused(error as never)
  const shown = Number(row.shown) === 1
  /** Visitors read otherwise by it at once. */
  async function toggle() {
    const [to, ok] = shown ? ([0, '隐藏'] as const) : ([1, '显示'] as const)
    const text = `将${ok}《${row.title}》，${showFollows[to]}。是否继续？`
    if (await confirm({ text, ok, careful: true })) await told(show.run({ ...seen, show: to }, refused))
  }
  const recommended = Number(row.recommend) === 1
  return (
    <>
      {can(`${area}_show` as Right) && Number(row.state) === 1 && (
        <Button loading={show.busy} onClick={() => void toggle()}>
          {shown ? '隐藏' : '显示'}
        </Button>
      )}
      {can(`${area}_show` as Right) && (shown || recommended) && (
        <Button
          loading={recommend.busy}
          onClick={() => void told(recommend.run({ ...seen, recommend: recommended ? 0 : 1 }, refused))}
        >
          {recommended ? '取消推荐' : '推荐'}
        </Button>
      )}
      <Transfer group={group} row={row} />
    </>
  )
}

/** Who wrote it, masked until it is asked for: that is told by the log. */
function Facts({ group: { area, api }, row }: Given) {
  const { can } = useRights()
  const [whole, setWhole] = useState<Awaited<ReturnType<typeof api.reveal>> | null>(null)
  const reveal = useAction(api.reveal)
  const facts: readonly Fact[] = [
    ['提出人', whole?.name ?? row.name],
    ['手机号', whole?.phone ?? row.phone],
    ['类别', wordOf(topicKinds, row.kind)],
    ['提交时间', shortTime(row.createdAt)],
    ['公开意愿', Number(row.openFlag) === 1 ? '同意公开' : '不同意公开'],
    ['显示', wordOf(themeShown, row.shown)],
    ['推荐', Number(row.recommend) === 1 ? wordOf(themeRecommended, 1) : null],
    ['承办部门', row.deptName],
    ['答复时间', shortTime(row.answeredAt)],
    ['理由', row.reason],
  ]
  return (
    <>
      <FactList facts={facts} />
      {can(`${area}_reveal` as Right) && !whole && (
        <p className="no-print">
          <Button
            size="small"
            loading={reveal.busy}
            onClick={() => void reveal.run({ id: row.id }).then((found) => found && setWhole(found))}
          >
            显示姓名和手机号
          </Button>{' '}
          <small className="muted">查看会记入操作日志</small>
        </p>
      )}
    </>
  )
}
