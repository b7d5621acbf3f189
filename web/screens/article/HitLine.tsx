import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lookedFields } from '../../../core/contract/article/check.ts'
import type { WordHit } from './word-hits.ts'

interface Props {
  readonly hit: Pick<WordHit, 'field' | 'before' | 'found' | 'after'>
  /** How grave it is, by its look and in a word. */
  readonly tone: string
  readonly level: string
  readonly kind: ReactNode
  /** What may stand in its place; nothing: there is no such wording. */
  readonly offer: string | null
  /** What the press is called that puts it there. */
  readonly act: string
  /** Puts it there; null: it cannot be done by a press; none: it is only read. */
  readonly correct: (() => void) | null | undefined
}

/** What was found in a text, with what is around it, and what may stand in its place. */
export function HitLine({ hit, tone, level, kind, offer, act, correct }: Props) {
  return (
    <li>
      <p>
        <span className={`status ${tone}`}>{level}</span> {lookedFields[hit.field as 'title']} · {kind}
      </p>
      <p className="word-context">
        {hit.before}
        <mark>{hit.found}</mark>
        {hit.after}
      </p>
      {offer && (
        <p>
          {offer}{' '}
          {correct === undefined ? null : correct ? (
            <Button size="small" onClick={correct}>
              {act}
            </Button>
          ) : (
            <span className="muted">请在正文中修改</span>
          )}
        </p>
      )}
    </li>
  )
}
