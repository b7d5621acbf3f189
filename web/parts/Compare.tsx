import { useMemo } from 'react'
import { notices } from '../../core/text.ts'
import { diff, type Piece } from '../../core/text-diff.ts'
import { ComparePictures, CompareText, Marked } from './CompareText.tsx'
import './compare.css'

/** One field with its two values, as people read them. */
export interface Change {
  readonly field: string
  readonly title: string
  readonly before: unknown
  readonly after: unknown
  readonly html?: boolean
  /** Both values are addresses of pictures. */
  readonly image?: boolean
  /** A choice, a name, a number: its letters say nothing, and it is shown as replaced whole. */
  readonly whole?: boolean
  /** A sentence that tells it better than two values. */
  readonly says?: string
}

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

const replaced = (before: string, after: string): Piece[] =>
  before === after
    ? [{ kind: 'same', text: after }]
    : [
        ...(before ? [{ kind: 'removed', text: before } as const] : []),
        ...(after ? [{ kind: 'added', text: after } as const] : []),
      ]

interface Sides {
  readonly before: string
  readonly after: string
}

const Whole = ({ before, after }: Sides) => (
  <p className="difference">
    <Marked pieces={replaced(before, after)} />
  </p>
)

function Difference({ before, after }: Sides) {
  const pieces = useMemo(() => diff(before, after), [before, after])
  return (
    <p className="difference">
      <Marked pieces={pieces} />
    </p>
  )
}

/** What changed, field by field: gone struck through, new underlined. */
export function Compare({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="muted">{notices.empty}</p>
  return (
    <dl className="compare">
      {changes.map(({ field, title, before, after, html, image, whole, says }) => {
        const Field = html ? CompareText : image ? ComparePictures : whole ? Whole : Difference
        return (
          <div key={field}>
            <dt>{title}</dt>
            <dd>{says ? <p>{says}</p> : <Field before={plain(before)} after={plain(after)} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}
