import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'

export type FoundArticle = Output<typeof article.replaceFind>['list'][number]
/** Numbers of places that stay as they are, by their articles. */
export type Left = Readonly<Record<string, readonly number[]>>

/** What can be replaced in an article. */
export const replaceable = ({ places }: FoundArticle) => places.filter(({ fits }) => fits).map(({ no }) => no)
/** What of that is to be replaced. */
export const toReplace = (one: FoundArticle, left: Left) =>
  replaceable(one).filter((no) => !left[one.articleId]?.includes(no))

/** What is chosen, counted. */
export function chosenOf(found: readonly FoundArticle[], left: Left) {
  const articles = found.filter((one) => toReplace(one, left).length > 0)
  const sum = (count: (one: FoundArticle) => number) => found.reduce((all, one) => all + count(one), 0)
  return {
    articles,
    places: sum((one) => toReplace(one, left).length),
    across: sum(({ places }) => places.filter(({ fits }) => !fits).length),
    online: articles.filter(({ status }) => Number(status) === 2).length,
  }
}

/** The chosen articles as the call takes them. */
export const itemsOf = (articles: readonly FoundArticle[], left: Left) =>
  articles.map(({ articleId, version }) => ({ articleId, version, leave: [...(left[articleId] ?? [])] }))
