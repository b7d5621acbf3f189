import { Button } from 'antd'
import { lookedFields } from '../../../core/contract/article/check.ts'
import { type PersonalKind, personalKinds } from '../../../core/words/personal.ts'
import { type Correction, hiding, type WordCheck } from './word-hits.ts'

interface Props {
  readonly check: WordCheck
  readonly correction: (...asked: readonly Correction[]) => (() => void) | null
}

/** Somebody's own data that stand in a text, each to be hidden by a press. */
export function PersonalHits({ check: { personal, personalTotal }, correction }: Props) {
  const total = personalTotal ?? personal.length
  return (
    <section aria-label="个人信息">
      <p>
        含个人信息 {total} 处，公开后难以收回。{' '}
        {personal.length > 1 && (
          <Button size="small" onClick={() => correction(...personal.map(hiding))?.()}>
            全部隐去
          </Button>
        )}
      </p>
      <ol className="word-hits">
        {personal.map((hit) => {
          const hide = correction(hiding(hit))
          return (
            <li key={`${hit.field} ${hit.position}`}>
              <p>
                <span className="status wait">个人信息</span> {lookedFields[hit.field as 'title']} ·{' '}
                {personalKinds[hit.kind as PersonalKind]}
              </p>
              <p className="word-context">
                {hit.before}
                <mark>{hit.found}</mark>
                {hit.after}
              </p>
              <p>
                隐去后为「{hit.masked}」{' '}
                {hide ? (
                  <Button size="small" onClick={hide}>
                    隐去
                  </Button>
                ) : (
                  <span className="muted">请在正文中修改</span>
                )}
              </p>
            </li>
          )
        })}
      </ol>
      {total > personal.length && <p className="muted">只列出前 {personal.length} 处。</p>}
    </section>
  )
}
