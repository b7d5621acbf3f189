import { Refused } from '../../core/errors.ts'
import type { Key } from '../secret.ts'
import { sitemapSize } from './addresses.ts'
import { type AreaPage, areaSites } from './area-pages.ts'
import { rowPageNamed } from './area-rows.ts'
import { type FullArticle, loadFrame, loadFull, type SiteData } from './data.ts'
import type { Site } from './generate.ts'
import { loadSite, type Model, modelOf } from './model.ts'
import { textOf } from './pieces.ts'
import { type Page, plan } from './plan.ts'
import { rendererOf } from './render.ts'
import { articlePages } from './shares.ts'
import { type ArticleRef, groupsOf, noticesOf, relevantRefs, storedFrom } from './shelf.ts'
import { shelfOf } from './shown.ts'
import { keptSkin, type Skin } from './skin.ts'
import { loadSkinFiles, type SkinFiles } from './skin-files.ts'

const kinds: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg' }

/** A picture of the skin as an address of its own; null where the skin has none of that name. */
function inside(file: string, skin: Skin): string | null {
  const kind = kinds[file.split('.').at(-1) ?? '']
  return kind && skin.assets.includes(file) ? `data:${kind};base64,${skin.asset(file).toString('base64')}` : null
}

/** A style sheet with the skin's pictures inside. */
const pictured = (css: string, skin: Skin) =>
  css.replace(/url\(\s*["']?([\w.-]+)["']?\s*\)/g, (whole, file: string) => {
    const data = inside(file, skin)
    return data ? `url("${data}")` : whole
  })

/** A page with its skin's style sheets and pictures inside: the site has them only after its first generation, and until the next one the old ones. */
export const dressed = (html: string, skin: Skin) =>
  html
    .replace(/<img\b[^<>]*>/gi, (image) => {
      const data = inside(/\bsrc="[^"]*\/assets\/([\w.-]+)"/i.exec(image)?.[1] ?? '', skin)
      return data ? image.replace(/\bsrc="[^"]*"/i, `src="${data}"`) : image
    })
    .replace(/<link\b[^<>]*>/gi, (link) => {
      const file = /\bhref="[^"]*\/assets\/([\w.-]+)"/i.exec(link)?.[1] ?? ''
      if (!/\brel="stylesheet"/i.test(link) || !skin.assets.includes(file)) return link
      return `<style>${pictured(skin.asset(file).toString(), skin).replaceAll('</', '<\\/')}</style>`
    })

/** All that an article's page is drawn from; a thread can be given it. */
export interface Drawing {
  readonly data: SiteData
  readonly skin: SkinFiles
  readonly key: Key
  readonly article: FullArticle
  readonly relevant: readonly ArticleRef[]
  /** The page needs no other file: for one that is not on the site yet. */
  readonly alone: boolean
}

/** What the page of any row is drawn from: published or not, or with the changes of an open review laid over it. */
export async function drawingOf(site: Site, given: FullArticle, alone: boolean): Promise<Drawing> {
  const article = { ...given, notice: (await noticesOf(site.db, [given.id])).get(given.id) }
  const data = await loadFrame(site.db)
  const skin = await skinNow(site, data)
  return { data, skin, key: site.key, article, relevant: await relevantRefs(site.db, article.id), alone }
}

/** The files of the site's skin as they are. */
const skinNow = ({ db, skins }: Site, { settings }: SiteData) => loadSkinFiles(db.read, settings['site.skin'], skins)

/** An article's page as the site would show it. */
export function drawPage({ data, skin: files, key, article, relevant, alone }: Drawing): string {
  const skin = keptSkin(files)
  const html = rendererOf(modelOf(data), skin, key).article(article, relevant)
  return alone ? dressed(html, skin) : html
}

/** A page of an area as the site would show it, from what it loaded, whether it is on the site or not. */
export async function drawAreaPage(site: Site, page: Omit<AreaPage, 'kind' | 'path'>): Promise<string> {
  const model = modelOf(await loadFrame(site.db))
  const skin = keptSkin(await skinNow(site, model.data))
  const path = `${areaSites[page.area].folder}/${page.file.name}`
  return dressed(textOf(rendererOf(model, skin, site.key).page({ kind: 'area', path, ...page }, new Map())), skin)
}

/**
 * A page of the site by its file name: `index`, `index.html`, `search`, `404`, `tzgg/index_2.html`, `tzgg`.
 * The name is looked up among the planned pages, never used as a path.
 * @throws Refused NOT_FOUND when the site has no such page
 */
export async function renderNamedPage(site: Site, position: string): Promise<string> {
  const model = await loadSite(site.db, site.now?.())
  const skin = keptSkin(await skinNow(site, model.data))
  const page = await pageNamed(site, model, skin, position)
  if (!page || page.kind === 'asset' || page.kind === 'file' || (page.kind === 'area' && page.file.file))
    throw new Refused('NOT_FOUND', `网站没有页面 ${position}`)
  const [filled = page] = await shelfOf(site.db, model).shown([page])
  const article = filled.kind === 'article' ? filled.article : filled.kind === 'single' ? filled.shown : null
  if (filled.kind === 'file') throw new Refused('NOT_FOUND')
  const contents = await loadFull(site.db, article ? [article.id] : [])
  return textOf(rendererOf(model, skin, site.key).page(filled, contents))
}

async function pageNamed(site: Site, model: Model, skin: Skin, position: string): Promise<Page | undefined> {
  const name = position.replace(/^\/+|(?<!\/)\/+$/g, '') || 'index'
  const names = [name, `${name}.html`, `${name}/index.html`]
  const { pages } = plan(model, skin.assets, await groupsOf(site.db, sitemapSize))
  const planned = pages.find((one) => names.includes(one.path))
  const id = Number(/^(?:a\/\d{1,12}\/)?(\d{1,15})(?:\.html)?$/.exec(name)?.[1] ?? 0)
  if (planned) return planned
  if (name.includes('_')) return (await rowPageNamed(site.db, name.replace(/(?:\.html)?$/, '.html'))) ?? undefined
  if (id === 0) return undefined
  const article = articlePages(await storedFrom(site.db, id, id + 1), {}).find(({ kind }) => kind === 'article')
  return article && [`${id}`, article.path.replace('.html', ''), article.path].includes(name) ? article : undefined
}
