import type { Reader } from '../db/open.ts'
import { sitemapSize } from './addresses.ts'
import { rowSamples } from './area-rows.ts'
import { type FullArticle, loadFull } from './data.ts'
import { type Model, modelOf } from './model.ts'
import { type Page, plan } from './plan.ts'
import { templateOf } from './render.ts'
import { groupsOf, isThere } from './shelf.ts'
import { shelfOf } from './shown.ts'
import type { Skin } from './skin.ts'

/** The pages on which a skin is tried: of each kind and each template one, and articles as they are and as they could be. */

/** Kinds that are made without templates. */
const bare: ReadonlySet<Page['kind']> = new Set([
  ...(['asset', 'file', 'searchIndex', 'sitemap', 'sitemapIndex', 'rowMap', 'article'] as const),
])
/** The newest articles among which the tried ones are looked for. */
const lookedAt = 40
/** So many of one template. */
const articlesEach = 2

/** Pages with the same key are made by the same templates. */
function keyOf(page: Page): string {
  if (page.kind === 'list') return `list ${templateOf(page.column.listTemplate, 'list')} ${page.number === 1 ? 1 : 2}`
  if (page.kind === 'single') return `single ${templateOf(page.column.listTemplate, 'single')}`
  if (page.kind === 'area') return `area ${page.area} ${page.file.name.replace(/\d+/g, '#')}`
  return page.kind
}

/** Of each kind one, as full as there is: the one with most pages, or with an article. */
async function samples(db: Reader, model: Model, skin: Skin): Promise<Page[]> {
  const { pages } = plan(model, skin.assets, await groupsOf(db, sitemapSize))
  const chosen = new Map<string, Page>()
  const weight = (page: Page) => ('column' in page ? model.countOf(page.column.id) : 0)
  for (const page of pages) {
    if (bare.has(page.kind) || (page.kind === 'area' && page.file.file)) continue
    const key = keyOf(page)
    const known = chosen.get(key)
    if (!known || weight(page) > weight(known)) chosen.set(key, page)
  }
  return [...(await shelfOf(db, model).shown([...chosen.values()])), ...(await rowSamples(db))]
}

/** An article with nothing but what it must have. */
const bareArticle = (columnId: number, at: number): FullArticle => ({
  ...{ id: 0, columnId, title: '示例文章', publishTime: at, createdAt: at },
  ...{ categoryType: null, jumpUrl: null, coverImage: null, essayList: null, subtitle: null, summary: null },
  ...{ source: null, keywords: null, sourceUrl: null, seal: null, modelFields: null },
  ...{ content: '<p>示例正文。</p>', files: [] },
})

async function newest(db: Reader, model: Model): Promise<FullArticle[]> {
  const rows = await db.read
    .selectFrom('article')
    .select(['id', 'columnId'])
    .where(isThere)
    .orderBy('id', 'desc')
    .limit(lookedAt)
    .execute()
  const taken = new Map<string, number[]>()
  for (const { id, columnId } of rows) {
    const template = templateOf(model.columns.get(columnId)?.articleTemplate ?? null, 'article')
    const some = taken.get(template) ?? []
    taken.set(template, some)
    if (some.length < articlesEach) some.push(id)
  }
  return [...(await loadFull(db, [...taken.values()].flat())).values()]
}

/** One page that is tried, with the state of the site that it belongs to. */
export interface TrialPage {
  readonly model: Model
  readonly says: string
  readonly page?: Exclude<Page, { kind: 'file' }>
  readonly article?: FullArticle
}

/** The columns with another template for one of them, as an editor may choose it. */
const withTemplate = (model: Model, id: number, given: object): Model =>
  modelOf({ ...model.data, columns: model.data.columns.map((one) => (one.id === id ? { ...one, ...given } : one)) })

/** Templates that a column may choose though none does: tried on a column that is there. */
function chosenNowhere(
  model: Model,
  skin: Skin,
  pages: readonly Page[],
  articles: readonly FullArticle[],
): TrialPage[] {
  const used = new Set(
    model.data.columns.flatMap(({ articleTemplate, listTemplate }) => [articleTemplate, listTemplate]),
  )
  return skin.templates.flatMap((name): TrialPage[] => {
    if (used.has(name)) return []
    const kind = ['article', 'list', 'single'].find((prefix) => name.startsWith(`${prefix}-`))
    if (kind === 'article') {
      const article = articles[0]
      if (!article) return []
      return [{ model: withTemplate(model, article.columnId, { articleTemplate: name }), says: name, article }]
    }
    const page = pages.find((one) => one.kind === kind)
    if (page?.kind !== 'list' && page?.kind !== 'single') return []
    const column = { ...page.column, listTemplate: name }
    return [{ model: withTemplate(model, column.id, { listTemplate: name }), says: name, page: { ...page, column } }]
  })
}

/** The pages to try a skin on, of the site as it is. */
export async function trialPages(db: Reader, model: Model, skin: Skin): Promise<TrialPage[]> {
  const pages = await samples(db, model, skin)
  const real = await newest(db, model)
  const columns = model.data.columns.filter(({ type }) => type !== 3)
  const at = model.data.at
  const made = columns[0] ? [bareArticle(columns[0].id, at)] : []
  const articles = [...real, ...made]
  return [
    ...pages.flatMap((page): TrialPage[] =>
      page.kind === 'file' || (page.kind === 'area' && !page.shown) ? [] : [{ model, says: page.path, page }],
    ),
    ...articles.map((article): TrialPage => ({ model, says: `文章「${article.title}」`, article })),
    ...chosenNowhere(model, skin, pages, articles),
  ]
}
