import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import type { States } from '../../../core/domain/states.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { type CallName, useCall } from '../../data/calls.ts'
import { type Fact, FactList } from '../FactList.tsx'
import { ErrorState, Loading } from '../States.tsx'
import type { kindOf } from './kind.ts'
import { LastAct } from './LastAct.tsx'
import { RecordMoves } from './RecordMoves.tsx'
import { StateMark } from './StateMark.tsx'
import { StepList } from './StepList.tsx'
import '../record.css'
import '../toolbar.css'

interface Row {
  readonly id: string
  readonly title: string | null
  readonly status: string | number | null
  readonly version: number | null
}

interface Props<S extends number, M extends string, R extends Row> {
  readonly flow: States<S, M>
  readonly kind: ReturnType<typeof kindOf<S, M>>
  readonly calls: {
    readonly get: (input: { id: string }, options?: CallOptions) => Promise<R>
    readonly history: Parameters<typeof StepList>[0]['from']
  }
  /** How its text is compared with now and set back, where it has one. */
  readonly texts?: Omit<NonNullable<Parameters<typeof StepList>[0]['texts']>, 'status'>
  readonly back: { readonly to: string; readonly label: string; readonly why: string }
  /** What is known of it, in two columns; a node of its own where there is more to it than words. */
  readonly facts: (row: R) => readonly Fact[] | ReactNode
  /** Its longer texts, each under a heading. */
  readonly written?: (row: R) => readonly (readonly [heading: string, text: string | null | undefined])[]
  /** What stands above the facts. */
  readonly above?: (row: R) => ReactNode
  /** A button of its own before the moves, with the dialog that it opens. */
  readonly act?: {
    readonly label: string
    readonly right: Right
    readonly fits?: (row: R) => boolean
    readonly dialog: (row: R, close: () => void) => ReactNode
  }
}

const isFacts = (given: readonly Fact[] | ReactNode): given is readonly Fact[] => Array.isArray(given)

/** One row of a kind that goes through states: what it says, what can be done now, and what was done. */
export function KindRecord<S extends number, M extends string, R extends Row>(props: Props<S, M, R>) {
  const { flow, kind, calls, texts, back, facts, written = () => [], above, act } = props
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = kind.useActs()
  const { can } = useRights()
  const [acting, setActing] = useState(false)
  const name = `${flow.area}.get` as CallName
  const { data: row, error, refetch } = useCall(name, calls.get, { id }, { fresh: true })
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={back} />
  if (!row) return <Loading />
  const done = (move: M) => {
    acts.add(move === 'delete' ? null : kind.actOf([row], flow.moves[move].became))
    if (move === 'delete') void navigate(back.to)
  }
  const told = facts(row)
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...kind.states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          {act && can(act.right) && (act.fits?.(row) ?? true) && (
            <Button onClick={() => setActing(true)}>{act.label}</Button>
          )}
          <RecordMoves<S, M> states={flow} row={row} calls={kind.moves} done={done} />
        </span>
        <Link className="no-print" to={back.to}>
          {back.label}
        </Link>
      </div>
      <LastAct acts={acts} undo={kind.takeBack} now={[row]} />
      {above?.(row)}
      <div className="panel">
        {isFacts(told) ? <FactList facts={told} /> : told}
        {written(row)
          .filter(([, text]) => text)
          .map(([heading, text]) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <p className="written">{text}</p>
            </section>
          ))}
      </div>
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call={`${flow.area}.history`}
          from={calls.history}
          id={id}
          {...kind.states}
          {...(texts && { texts: { ...texts, status: row.status } })}
        />
      </section>
      {acting && act?.dialog(row, () => setActing(false))}
    </article>
  )
}
