import { Button } from 'antd'
import { type PersonalKind, personalKinds } from '../../../core/words/personal.ts'
import { HitLine } from './HitLine.tsx'
import { type Correction, hiding, type WordCheck } from './word-hits.ts'

interface Props {
  readonly check: WordCheck
  /** None: it is only read. */
  readonly correction: ((...asked: readonly Correction[]) => (() => void) | null) | undefined
}

/** Somebody's own data that stand in a text, each to be hidden by a press. */
export function PersonalHits({ check: { personal, personalTotal }, correction }: Props) {
  const total = personalTotal ?? personal.length
  return (
    <section aria-label="个人信息">
      <p>
        含个人信息 {total} 处，公开后难以收回。{' '}
        {correction && personal.length > 1 && (
          <Button size="small" onClick={() => correction(...personal.map(hiding))?.()}>
            全部隐去
          </Button>
        )}
      </p>
      <ol className="word-hits">
        {personal.map((hit) => (
          <HitLine
            key={`${hit.field} ${hit.position}`}
            {...{ hit, tone: 'wait', level: '个人信息', kind: personalKinds[hit.kind as PersonalKind] }}
            {...{ offer: `隐去后为「${hit.masked}」`, act: '隐去', correct: correction?.(hiding(hit)) }}
          />
        ))}
      </ol>
      {total > personal.length && <p className="muted">只列出前 {personal.length} 处。</p>}
    </section>
  )
}
