import { useMemo } from 'react'
import { notices } from '../../core/text.ts'
import { diff } from '../../core/text-diff.ts'
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
  /** A sentence that tells it better than two values. */
  readonly says?: string
}

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

function Difference({ before, after }: { before: string; after: string }) {
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
      {changes.map(({ field, title, before, after, html, image, says }) => {
        const Field = html ? CompareText : image ? ComparePictures : Difference
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
