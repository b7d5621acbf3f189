import { Refused } from '../../core/errors.ts'
import { articlePath } from './addresses.ts'
import { type FullArticle, loadFull, loadSite } from './data.ts'
import type { Site } from './generate.ts'
import { modelOf } from './model.ts'
import { plan } from './plan.ts'
import { rendererOf } from './render.ts'
import { keptSkin, type Skin } from './skin.ts'

async function drawArticle(site: Site, article: FullArticle): Promise<{ html: string; skin: Skin }> {
  const data = await loadSite(site.db, { articles: false })
  const skin = keptSkin(data.settings['site.skin'], site.skins)
  return { html: rendererOf(modelOf(data), skin, site.key).article(article), skin }
}

/** An article's page as the site would show it, from any row: published or not, or with the changes of an open review laid over it. */
export const renderArticlePage = async (site: Site, article: FullArticle): Promise<string> =>
  (await drawArticle(site, article)).html

const kinds: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg' }

/** A style sheet with the skin's pictures inside. */
const pictured = (css: string, skin: Skin) =>
  css.replace(/url\(\s*["']?([\w.-]+)["']?\s*\)/g, (whole, file: string) => {
    const kind = kinds[file.split('.').at(-1) ?? '']
    return kind && skin.assets.includes(file)
      ? `url("data:${kind};base64,${skin.asset(file).toString('base64')}")`
      : whole
  })

/** A page with its skin's style sheets inside: the site has them only after its first generation, and until the next one the old ones. */
const dressed = (html: string, skin: Skin) =>
  html.replace(/<link\b[^>]*\brel="stylesheet"[^>]*>/gi, (link) => {
    const file = /\bhref="[^"]*\/assets\/([\w.-]+)"/i.exec(link)?.[1] ?? ''
    if (!skin.assets.includes(file)) return link
    return `<style>${pictured(skin.asset(file).toString(), skin).replaceAll('</', '<\\/')}</style>`
  })

/** An article's page to look at before it is on the site; it needs no other file. */
export async function previewArticlePage(site: Site, article: FullArticle): Promise<string> {
  const { html, skin } = await drawArticle(site, article)
  return dressed(html, skin)
}

/**
 * A page of the site by its file name: `index`, `index.html`, `search`, `404`, `tzgg/index_2.html`, `tzgg`.
 * The name is looked up among the planned pages, never used as a path.
 * @throws Refused NOT_FOUND when the site has no such page
 */
export async function renderNamedPage(site: Site, position: string): Promise<string> {
  const data = await loadSite(site.db)
  const model = modelOf(data)
  const skin = keptSkin(data.settings['site.skin'], site.skins)
  const name = position.replace(/^\/+|\/+$/g, '') || 'index'
  const names = [name, `${name}.html`, `${name}/index.html`, /^\d{1,15}$/.test(name) ? articlePath(Number(name)) : name]
  const page = plan(model, skin.assets).pages.find((one) => names.includes(one.path))
  if (!page || page.kind === 'asset') throw new Refused('NOT_FOUND', `网站没有页面 ${name}`)
  const ids = 'article' in page && page.article ? [page.article.id] : []
  return rendererOf(model, skin, site.key)
    .page(page, await loadFull(site.db, ids))
    .toString()
}
