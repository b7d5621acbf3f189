import { useMemo } from 'react'
import { type Run, runs } from '../../../core/text-diff.ts'
import './code.css'

/** So many lines that stayed are shown beside what changed. */
const around = 3

const text = (lines: readonly string[]) => lines.join('\n')

// biome-ignore-start lint/suspicious/noArrayIndexKey: lines of one comparison, drawn anew with it
function Same({ items, first, last }: { items: readonly string[]; first: boolean; last: boolean }) {
  const from = first ? 0 : around
  const to = items.length - (last ? 0 : around)
  if (to - from < around) return <pre>{text(items)}</pre>
  return (
    <>
      {from > 0 && <pre>{text(items.slice(0, from))}</pre>}
      <details>
        <summary>未修改的 {to - from} 行</summary>
        <pre>{text(items.slice(from, to))}</pre>
      </details>
      {to < items.length && <pre>{text(items.slice(to))}</pre>}
    </>
  )
}

function Changed({ kind, items }: Run<string>) {
  const sign = kind === 'added' ? '+' : '−'
  return (
    <pre>
      {items.map((line, i) =>
        kind === 'added' ? <ins key={i}>{`${sign} ${line}`}</ins> : <del key={i}>{`${sign} ${line}`}</del>,
      )}
    </pre>
  )
}

/** What changed between two texts of code, line by line: what went with a minus, what came with a plus. */
export function LineChanges({ label, before, after }: { label: string; before: string; after: string }) {
  const steps = useMemo(() => runs(before.split('\n'), after.split('\n')), [before, after])
  if (before === after) return <p className="muted">内容相同。</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="code-lines" tabIndex={0} aria-label={label}>
      {steps.map((step, i) =>
        step.kind === 'same' ? (
          <Same key={i} items={step.items} first={i === 0} last={i === steps.length - 1} />
        ) : (
          <Changed key={i} {...step} />
        ),
      )}
    </section>
  )
}
// biome-ignore-end lint/suspicious/noArrayIndexKey: as above
