import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { Compare } from '../../parts/Compare.tsx'
import { useWords } from './useWords.ts'

export type Revision = Output<typeof article.revisions>['list'][number]

/** What a step of an article's history changed, with columns and choices in words. */
export function Changes({ changed }: Pick<Revision, 'changed'>) {
  const wordOf = useWords()
  return (
    <Compare
      changes={changed.map(({ field, title, before, after }) => ({
        field,
        title,
        before: wordOf(field, before),
        after: wordOf(field, after),
        html: field === 'content',
      }))}
    />
  )
}
