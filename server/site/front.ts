import type { Reader } from '../db/open.ts'
import { columnFolder } from './addresses.ts'
import type { ColumnInfo } from './data.ts'
import { type Item, linksOf, type Model } from './model.ts'
import { type ArticleRef, briefsOf, byNewest, firstIn, firstOf, isMarked } from './shelf.ts'

/** What stands on the front page. Where nobody marked an article for a place, the newest that fits takes it; a place with nothing is left out. */

const sizes = { slides: 5, pictures: 4, recommended: 6, newest: 8, topics: 6, block: 8 } as const
/** So many that fit a place are looked at: more than all other places together take away. */
const enough = 40
/** What nobody marked is looked for among the newest. */
const newestLooked = 200
/** Further back nobody looks, or where nothing fits the whole site would be gone through. */
const within = 2000

/** The articles of the front page. */
export interface Front {
  readonly headline: ArticleRef | null
  readonly brief: string
  readonly slides: readonly ArticleRef[]
  readonly pictures: readonly ArticleRef[]
  readonly recommended: readonly ArticleRef[]
  readonly newest: readonly ArticleRef[]
  /** The newest of the columns that have a block, or whose articles are topics. */
  readonly tops: Readonly<Record<number, readonly ArticleRef[]>>
}

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
interface FrontView {
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

/** Columns by the folders that a setting names. */
const byFolder = (model: Model, folders: string) =>
  folders
    .split(/[,，]/)
    .flatMap((folder) => model.data.columns.filter((column) => columnFolder(column) === folder.trim()))

/** Columns of nothing but single pages are no news, and an empty one has nothing to show. */
function showsNews(model: Model, column: ColumnInfo): boolean {
  const children = model.childrenOf(column.id)
  const lists = column.type === 1 && (children.length === 0 || children.some((child) => child.type === 1))
  return lists && model.countOf(column.id) > 0
}

/** The columns that stand on the front page: those with a block, and those whose columns or articles are topics. */
function columnsOf(model: Model) {
  const topics = byFolder(model, model.data.settings['site.topics'])
  const { linked } = linksOf(model)
  const ofArticles = topics.filter((column) => linked(model.childrenOf(column.id)).length === 0)
  const shown = topics.some((column) => !ofArticles.includes(column) || model.countOf(column.id) > 0)
  const blocks = model.childrenOf(0).filter((column) => showsNews(model, column) && !(shown && topics.includes(column)))
  return { topics, ofArticles, blocks }
}

/** What could stand in one of the places, newest first, each once: nothing else has to be looked at to fill them. */
async function candidates(db: Reader, model: Model): Promise<ArticleRef[]> {
  const isNews = (one: ArticleRef) => model.columns.get(one.columnId)?.type !== 2
  const cover = (one: ArticleRef) => isNews(one) && hasCover(one)
  const found = [
    await firstOf(db, {}, newestLooked, isNews, within),
    await firstOf(db, { mark: 4 }, enough, (one) => isNews(one) && one.jump === null, within),
    await firstOf(db, { mark: 3, covered: true }, enough, cover, within),
    await firstOf(db, { mark: 1, covered: true }, enough, cover, within),
    await firstOf(db, { mark: 2 }, enough, isNews, within),
    await firstOf(db, { covered: true }, enough, cover, within),
  ]
  return [...new Map(found.flat().map((one) => [one.id, one])).values()].sort(byNewest)
}

/** Reads what stands on the front page. */
export async function loadFront(db: Reader, model: Model): Promise<Front> {
  const news = await candidates(db, model)
  const take = places(news)
  const [headline = null] = take(
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
  // what is newest stands among the newest, wherever else it does
  const newest = news.slice(0, sizes.newest)
  const briefs = headline ? await briefsOf(db, [headline]) : {}
  const { ofArticles, blocks } = columnsOf(model)
  const tops: Record<number, readonly ArticleRef[]> = {}
  for (const { id } of [...ofArticles, ...blocks])
    tops[id] ??= await firstIn(db, model.familyOf(id), sizes.block, model.data.tops[id])
  return { headline, brief: briefs[headline?.id ?? 0] ?? '', slides, pictures, recommended, newest, tops }
}

/** Lays out the front page. */
export function frontOf(model: Model, front: Front): FrontView {
  const { link, linked } = linksOf(model)
  const { topics, ofArticles, blocks } = columnsOf(model)
  const topOf = (column: ColumnInfo, count: number) => (front.tops[column.id] ?? []).slice(0, count).map(model.item)
  const { headline } = front
  return {
    headline: headline ? { ...model.item(headline), brief: front.brief } : null,
    slides: front.slides.map(model.item),
    pictures: front.pictures.map(model.item),
    recommended: front.recommended.map(model.item),
    newest: front.newest.map(model.item),
    // a topic is a column of its own, or where there are none, an article
    topics: topics.flatMap((column): Pick<Card, 'title' | 'url' | 'external'>[] =>
      ofArticles.includes(column) ? topOf(column, sizes.topics) : linked(model.childrenOf(column.id)),
    ),
    interact: byFolder(model, model.data.settings['site.interact']).map((column) => ({
      ...link(column),
      description: column.description,
    })),
    blocks: blocks.map((column) => ({
      ...link(column),
      children: linked(model.childrenOf(column.id)),
      items: topOf(column, sizes.block),
    })),
  }
}
