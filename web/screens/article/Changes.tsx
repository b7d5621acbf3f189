import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { Compare } from '../../parts/Compare.tsx'
import { useChange } from './useWords.ts'

export type Revision = Output<typeof article.revisions>['list'][number]

/** What a step of an article's history changed, with columns and choices in words. */
export function Changes({ changed }: Pick<Revision, 'changed'>) {
  const changeOf = useChange()
  return (
    <Compare changes={changed.map(({ field, title, before, after }) => changeOf({ field, title, before, after }))} />
  )
}
