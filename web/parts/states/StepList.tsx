import { Pagination } from 'antd'
import { useState } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import { besideAct } from '../../../core/domain/states.ts'
import { useCall } from '../../data/calls.ts'
import { Compare } from '../Compare.tsx'
import { usePrinting } from '../printing.ts'
import { ErrorState, Loading } from '../States.tsx'
import type { Marks } from './StateMark.tsx'
import { StateMark } from './StateMark.tsx'
import { StepSince, type Texts } from './StepSince.tsx'
import './steps.css'

/** A step of a row's history, as `stateCalls` (core/contract/moves.ts) tells of it. */
interface Step {
  readonly id: string
  readonly no: number | null
  readonly act: string | null
  readonly status: string | number
  readonly reason: string | null
  readonly byName: string | null
  readonly at: string | null
  readonly changed: readonly { field: string | null; title: string | null; before: unknown; after: unknown }[]
}

interface Asked {
  readonly id: string
  readonly pageNumber: number
  readonly pageSize: number
}

interface Props {
  readonly call: `${string}.history`
  readonly from: (input: Asked, options?: CallOptions) => Promise<{ list: Step[]; total: number }>
  readonly id: string
  readonly words: Readonly<Record<number, string>>
  readonly marks: Marks
  /** What stands above the steps, where there are some. */
  readonly heading?: string
  /** Where the kind has a text: how it is compared with now and set back, and the row's state. */
  readonly texts?: Texts & { readonly status: string | number | null }
}

const size = 20

/** What was done to a row, the newest first, each step with what it changed. */
export function StepList({ call, from, id, words, marks, heading, texts }: Props) {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState('')
  const printing = usePrinting()
  const asked = { id, pageNumber: page, pageSize: size }
  const { data, error, refetch } = useCall(call as never, from, asked, { keep: true, quiet: true })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (heading && data.total === 0) return null
  const steps = (
    <>
      <ol className="done-steps">
        {data.list.map((step, i) => (
          <li key={step.id}>
            {step.no}. <b>{step.act}</b> <StateMark words={words} marks={marks} value={step.status} />{' '}
            <span className="muted">
              {step.byName} · {step.at}
            </span>
            {step.reason && <p className="step-reason">{besideAct(step.act, step.reason)}</p>}
            {step.changed.length > 0 && (
              <details open={printing || undefined}>
                <summary>改动：{step.changed.map(({ title }) => title).join('、')}</summary>
                <Compare
                  changes={step.changed.map(({ field, title, before, after }) => ({
                    field: field ?? '',
                    title: title ?? '',
                    before,
                    after,
                  }))}
                />
              </details>
            )}
            {texts && (page > 1 || i > 0) && (
              <details
                className="no-print"
                open={open === step.id}
                onToggle={({ currentTarget }) =>
                  setOpen((was) => (currentTarget.open ? step.id : was === step.id ? '' : was))
                }
              >
                <summary aria-label={`第 ${step.no} 步与现在比较`}>与现在比较</summary>
                {open === step.id && (
                  <StepSince texts={texts} id={id} status={Number(texts.status)} revisionId={step.id} />
                )}
              </details>
            )}
          </li>
        ))}
      </ol>
      {data.total > size && <Pagination simple current={page} pageSize={size} total={data.total} onChange={setPage} />}
    </>
  )
  if (!heading) return steps
  return (
    <section aria-label={heading}>
      <h2 className="done-heading">{heading}</h2>
      {steps}
    </section>
  )
}
