import type { WordCheck } from './word-hits.ts'

/** Links of a text that lead nowhere: a hint that keeps nobody from going on. */
export function DeadLinks({ links }: Pick<WordCheck, 'links'>) {
  if (links.length === 0) return null
  return (
    <section aria-label="失效的链接">
      <p>有 {links.length} 个链接失效，访问者点开后看不到内容。</p>
      <ol className="word-hits">
        {links.map(({ address, text, why }) => (
          <li key={address}>
            <p>
              <span className="status wait">失效链接</span> {why}
            </p>
            <p className="word-context wrap">
              {text && <mark>{text}</mark>} <span className="muted">{address}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
