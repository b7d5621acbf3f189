import { type PersonalKind, personalKinds } from '../../../core/words/personal.ts'
import type { WordCheck } from './word-hits.ts'

/** Somebody's own data in attachments, by file, and the files that could not be looked into. */
export function FileHits({ files }: Pick<WordCheck, 'files'>) {
  if (files.length === 0) return null
  const found = files.filter(({ total }) => Number(total) > 0)
  return (
    <section aria-label="附件">
      {found.length > 0 && (
        <p>{found.length} 个附件含个人信息，公开后难以收回。请在文件中隐去后重新上传，或说明公开的理由。</p>
      )}
      <ol className="word-hits">
        {files.map(({ id, name, fault, total, hits }) => (
          <li key={id}>
            <p className="wrap">
              <span className={`status ${Number(total) > 0 ? 'wait' : 'rest'}`}>附件</span> {name}
              {Number(total) > 0 && `：个人信息 ${total} 处`}
            </p>
            {fault && <p className="muted">{fault}</p>}
            {hits.map((hit, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand there twice, and none moves
              <p key={i} className="word-context">
                {personalKinds[hit.kind as PersonalKind]}：{hit.before}
                <mark>{hit.found}</mark>
                {hit.after}
              </p>
            ))}
            {Number(total) > hits.length && <p className="muted">只列出前 {hits.length} 处。</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
