import { columnFolder } from './addresses.ts'
import { type ArticleRef, type ColumnInfo, isMarked } from './data.ts'
import { type Item, linksOf, type Model } from './model.ts'

/** What stands on the front page. Where nobody marked an article for a place, the newest that fits takes it; a place with nothing is left out. */

const sizes = { slides: 5, pictures: 4, recommended: 6, newest: 8, topics: 6, block: 8 } as const

/** A card that leads to a column. */
interface Card {
  readonly title: string
  readonly url: string | null
  readonly external: boolean
  readonly description: string | null
}

interface Block extends Omit<Card, 'description'> {
  readonly items: readonly Item[]
}

/** The values of the template `index`. */
export interface Front {
  readonly headline: (Item & { readonly brief: string }) | null
  readonly slides: readonly Item[]
  readonly pictures: readonly Item[]
  readonly recommended: readonly Item[]
  readonly newest: readonly Item[]
  readonly topics: readonly Pick<Card, 'title' | 'url' | 'external'>[]
  readonly interact: readonly Card[]
  readonly blocks: readonly Block[]
}

/** Takes articles one place after the other, so that none stands in two. */
function places(news: readonly ArticleRef[]) {
  const taken = new Set<ArticleRef>()
  return (count: number, ...wishes: readonly ((one: ArticleRef) => boolean)[]): ArticleRef[] => {
    const found = new Set<ArticleRef>()
    for (const fits of wishes)
      for (const one of news) {
        if (found.size === count) break
        if (!taken.has(one) && fits(one)) found.add(one)
      }
    for (const one of found) taken.add(one)
    return [...found]
  }
}

const hasCover = (one: ArticleRef) => one.cover !== null

/** Lays out the front page of a site; the work is done when it is asked for. */
export function frontOf(model: Model): () => Front {
  const { link, linked } = linksOf(model)
  const { settings, articles, briefs } = model.data
  const card = (column: ColumnInfo): Card => ({ ...link(column), description: column.description })
  const byFolder = (folders: string) =>
    folders
      .split(',')
      .flatMap((folder) => model.data.columns.filter((column) => columnFolder(column) === folder.trim()))
  /** Columns of nothing but single pages are no news, and an empty one has nothing to show. */
  const showsNews = (column: ColumnInfo) => {
    const children = model.childrenOf(column.id)
    const lists = column.type === 1 && (children.length === 0 || children.some((child) => child.type === 1))
    return lists && model.listOf(column.id).length > 0
  }
  /** A topic is a column of its own, or where there are none, an article. */
  const topicsOf = (column: ColumnInfo): Pick<Card, 'title' | 'url' | 'external'>[] => {
    const columns = linked(model.childrenOf(column.id))
    return columns.length > 0 ? columns : model.listOf(column.id).slice(0, sizes.topics).map(model.item)
  }
  return () => {
    const news = articles.filter((one) => model.columns.get(one.columnId)?.type !== 2)
    const take = places(news)
    const [headline] = take(
      1,
      (one) => isMarked(one, 4) && one.jump === null,
      // unmarked, one with a picture belongs among the picture news
      (one) => one.jump === null && !hasCover(one),
      (one) => one.jump === null,
    )
    const slides = take(sizes.slides, (one) => isMarked(one, 3) && hasCover(one))
    const marked = take(sizes.pictures, (one) => isMarked(one, 1) && hasCover(one))
    const recommended = take(sizes.recommended, (one) => isMarked(one, 2))
    const pictures = [...marked, ...take(sizes.pictures - marked.length, hasCover)]
    const shown = new Set([headline, ...slides])
    const topicColumns = byFolder(settings['site.topics'])
    const topics = topicColumns.flatMap(topicsOf)
    return {
      headline: headline ? { ...model.item(headline), brief: briefs[headline.id] ?? '' } : null,
      slides: slides.map(model.item),
      pictures: pictures.map(model.item),
      recommended: recommended.map(model.item),
      newest: news
        .filter((one) => !shown.has(one))
        .slice(0, sizes.newest)
        .map(model.item),
      topics,
      interact: byFolder(settings['site.interact']).map(card),
      blocks: model
        .childrenOf(0)
        .filter((column) => showsNews(column) && !(topics.length > 0 && topicColumns.includes(column)))
        .map((column) => ({
          ...link(column),
          children: linked(model.childrenOf(column.id)),
          items: model.listOf(column.id).slice(0, sizes.block).map(model.item),
        })),
    }
  }
}
