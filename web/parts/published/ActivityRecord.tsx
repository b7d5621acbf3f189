import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import { type ActivityMove, type ActivityStatus, inReview, published } from '../../../core/domain/activity-states.ts'
import type { States } from '../../../core/domain/states.ts'
import { notices } from '../../../core/text.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { FactList } from '../FactList.tsx'
import { shortTime } from '../list/cells.tsx'
import { RowDialog } from '../row/RowDialog.tsx'
import { ErrorState, Loading } from '../States.tsx'
import type { kindOf } from '../states/kind.ts'
import { LastAct } from '../states/LastAct.tsx'
import { RecordMoves } from '../states/RecordMoves.tsx'
import { StateMark } from '../states/StateMark.tsx'
import { StepList } from '../states/StepList.tsx'
import '../record.css'
import '../toolbar.css'
import { lazyPart } from '../lazy.tsx'

const SitePreview = lazyPart(() => import('./SitePreview.tsx'))

/** What every such row has. */
export interface ActivityRow {
  readonly id: string
  readonly title: string
  readonly status: string | number | null
  readonly version: number | null
  readonly reason: string | null
  readonly noApproval: string | null
  readonly hiddenCount: number | null
  readonly submittedByName: string | null
  readonly submittedAt: string | null
  readonly publishedAt: string | null
  readonly createdByName: string | null
}

export const isOnline = ({ status }: Pick<ActivityRow, 'status'>): boolean => Number(status) === published
const open = ({ status }: Pick<ActivityRow, 'status'>, area: string, can: (right: Right) => boolean, online: string) =>
  can(`${area}_edit` as Right) &&
  Number(status) !== inReview &&
  (!isOnline({ status }) || can(`${area}_${online}` as Right))
/** Who holds these rights may change it now, and own words in it: not while it is judged, and what visitors read only by who needs nobody else's judgement. */
export const mayChange = (row: Pick<ActivityRow, 'status'>, area: string, can: (right: Right) => boolean) =>
  open(row, area, can, 'force')
/** The same of choosing articles for it, and taking things out. */
export const mayGather = (row: Pick<ActivityRow, 'status'>, area: string, can: (right: Right) => boolean) =>
  open(row, area, can, 'publish')

// the calls of an area, as far as all such areas have them
type Call = (input: never, options?: CallOptions) => Promise<never>
interface Calls<R> {
  readonly get: (input: { id: string }, options?: CallOptions) => Promise<R>
  readonly preview: (input: { id: string }, options?: CallOptions) => Promise<string>
  readonly history: Call
  readonly revision: Call
  readonly restore: Call
}

interface Props<R extends ActivityRow> {
  readonly id: string
  readonly flow: States<ActivityStatus, ActivityMove>
  readonly calls: Calls<R>
  readonly kind: ReturnType<typeof kindOf<ActivityStatus, ActivityMove>>
  /** Its form. */
  readonly form: Pick<Parameters<typeof RowDialog>[0], 'shape' | 'fields' | 'hints' | 'calls'>
  readonly places: { readonly list: string }
  readonly back: { readonly to: string; readonly label: string; readonly why: string }
  /** There is nothing in it that could be submitted. */
  readonly isEmpty: (row: R) => boolean
  readonly facts: (row: R) => readonly (readonly [string, string | null | undefined])[]
  /** What stands below the facts, and what stands in it. */
  readonly more?: (row: R) => ReactNode
  readonly children: (row: R) => ReactNode
}

/** The record of something that is submitted and judged: what is known of it, what stands in it, what can be done now, and what was done. */
export function ActivityRecord<R extends ActivityRow>(props: Props<R>) {
  const { id, flow, calls, kind, form, places, back } = props
  const { area, noun, unit } = flow
  const navigate = useNavigate()
  const acts = kind.useActs()
  const { data: row, error, refetch } = useCall(`${area}.get` as never, calls.get, { id }, { fresh: true })
  const [open, setOpen] = useState<'edit' | 'preview' | null>(null)
  const { can } = useRights()
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={back} />
  if (!row) return <Loading />
  const done = (move: ActivityMove) => {
    acts.add(move === 'delete' ? null : kind.actOf([row], flow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...kind.states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          {mayChange(row, area, can) && (
            <Button onClick={() => setOpen('edit')}>{isOnline(row) ? '更正' : '编辑'}</Button>
          )}
          <Button onClick={() => setOpen('preview')}>预览</Button>
          <RecordMoves<ActivityStatus, ActivityMove>
            states={flow}
            row={row}
            calls={kind.moves}
            after={props.isEmpty(row)}
            bars={{ publish: row.noApproval }}
            done={done}
          />
        </span>
        <Link className="no-print" to={places.list}>
          {back.label}
        </Link>
      </div>
      <LastAct acts={acts} undo={kind.takeBack} now={[row]} />
      {!!row.hiddenCount && (
        <p className="status bad" role="status">
          {`其中有 ${row.hiddenCount} 篇文章已不在网站上，${isOnline(row) ? `这${unit}${noun}的网页不显示它们` : '发布后不显示'}；文章重新发布后，在原来的位置恢复显示。`}
        </p>
      )}
      <div className="panel">
        <FactList
          facts={[
            ...props.facts(row),
            ['提交', row.submittedAt && `${row.submittedByName ?? ''} ${shortTime(row.submittedAt) ?? ''}`.trim()],
            ['发布时间', isOnline(row) ? shortTime(row.publishedAt) : null],
            ['创建人', row.createdByName],
            ['理由', row.reason],
          ]}
        />
        {props.more?.(row)}
      </div>
      {props.children(row)}
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call={`${area}.history` as never}
          from={calls.history as never}
          id={id}
          {...kind.states}
          texts={{
            ...{ states: flow as never, status: row.status as never },
            ...{ read: calls.revision as never, restore: calls.restore as never },
          }}
        />
      </section>
      {open === 'edit' && (
        <RowDialog
          {...form}
          name={noun}
          area={area as never}
          fresh={{}}
          row={row as never}
          live={() => (isOnline(row) ? notices.live : '')}
          close={() => setOpen(null)}
        />
      )}
      {open === 'preview' && (
        <SitePreview
          call={`${area}.preview` as never}
          from={calls.preview}
          id={row.id}
          title={row.title}
          close={() => setOpen(null)}
        />
      )}
    </article>
  )
}
