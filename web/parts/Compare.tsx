import { useMemo } from 'react'
import { notices } from '../../core/text.ts'
import { diff, textOfHtml } from './diff.ts'
import './compare.css'

/** One field with its two values, as people read them. */
export interface Change {
  readonly field: string
  readonly title: string
  readonly before: unknown
  readonly after: unknown
  readonly html?: boolean
}

const plain = (value: unknown, html: boolean | undefined): string => {
  if (value === null || value === undefined || value === '') return ''
  const text = typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
  return html ? textOfHtml(text) : text
}

function Difference({ before, after, html }: Change) {
  const pieces = useMemo(() => diff(plain(before, html), plain(after, html)), [before, after, html])
  if (pieces.every(({ kind }) => kind === 'same')) return <p className="muted">文字相同，仅格式有变化</p>
  return (
    <p className="difference">
      {pieces.map(({ kind, text }, i) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces of one text, drawn anew with it
        if (kind === 'added') return <ins key={i}>{text}</ins>
        return kind === 'removed' ? <del key={i}>{text}</del> : <span key={i}>{text}</span>
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
      })}
    </p>
  )
}

/** What changed, field by field: gone struck through, new underlined. */
export function Compare({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="muted">{notices.empty}</p>
  return (
    <dl className="compare">
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{change.title}</dt>
          <dd>
            <Difference {...change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
