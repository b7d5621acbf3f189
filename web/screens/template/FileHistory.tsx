import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../data/calls.ts'
import { LineChanges } from '../../parts/code/LineChanges.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './calls.ts'
import '../../parts/pick-list.css'
import '../../parts/toolbar.css'
import './template.css'

/** A wording of a file as it is shown. */
export interface Wording {
  readonly revision: number
  readonly name: string
  readonly content: string | null
}

interface Props {
  readonly fileName: string
  /** That of the file as it is now: nothing leads back to it. */
  readonly version: number
  readonly hasOriginal: boolean
  /** What can be done with the wording that is read. */
  readonly acts: (wording: Wording) => ReactNode
}

/** The wordings of a file, the newest first, and what lies between the chosen one and now. */
export function FileHistory({ fileName, version, hasOriginal, acts }: Props) {
  const { data, error, refetch } = useCall('template.history', api.history, { fileName }, { fresh: true })
  const [chosen, setChosen] = useState<number | null>(null)
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  const steps = [
    ...data.map((row) => ({
      revision: row.version ?? 0,
      name: `第 ${row.version} 版`,
      told: [row.act, row.byName, row.at].filter(Boolean).join(' · '),
    })),
    ...(hasOriginal ? [{ revision: 0, name: '原样', told: '随程序提供，或与基础皮肤相同' }] : []),
  ]
  if (data.length === 0) return <p className="muted">这个文件在这里没有改过。</p>
  const usual = steps.find(({ revision }) => revision !== version)?.revision ?? version
  const open = steps.find(({ revision }) => revision === (chosen ?? usual)) ?? steps[0]
  return (
    <div className="template-history">
      <ol className="pick-list panel" aria-label="各版">
        {steps.map((step) => (
          <li key={step.revision}>
            <button
              type="button"
              aria-current={step === open ? 'true' : undefined}
              onClick={() => setChosen(step.revision)}
            >
              <b>
                {step.name}
                {step.revision === version && '（现在的）'}
              </b>
              <span className="muted">{step.told}</span>
            </button>
          </li>
        ))}
      </ol>
      {open && <Between key={open.revision} fileName={fileName} {...open} now={version} acts={acts} />}
    </div>
  )
}

interface BetweenProps {
  readonly fileName: string
  readonly revision: number
  readonly name: string
  readonly now: number
  readonly acts: Props['acts']
}

function Between({ fileName, revision, name, now, acts }: BetweenProps) {
  const [whole, setWhole] = useState(false)
  const input = { fileName, revision }
  const { data, error, refetch } = useCall('template.revision', api.revision, input, { fresh: true })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  const label = revision === now || data.now === null ? `${name}的内容` : `从${name}到现在的修改`
  return (
    <div>
      <div className="toolbar">
        <b>{label}</b>
        <span className="grow" />
        {!data.binary && revision !== now && data.now !== null && (
          <Button onClick={() => setWhole(!whole)}>{whole ? '看修改' : `看${name}全文`}</Button>
        )}
        {revision !== now && acts({ revision, name, content: data.content })}
      </div>
      {data.binary ? (
        <p className="muted">图片不能逐行比较。</p>
      ) : whole || revision === now || data.now === null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className="code-lines" tabIndex={0} aria-label={`${name}全文`}>
          <pre>{data.content ?? ''}</pre>
        </section>
      ) : (
        <LineChanges label={label} before={data.content ?? ''} after={data.now ?? ''} />
      )}
    </div>
  )
}
