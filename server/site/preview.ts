import { Refused } from '../../core/errors.ts'
import { articlePath } from './addresses.ts'
import { type FullArticle, loadFull, loadSite } from './data.ts'
import type { Site } from './generate.ts'
import { modelOf } from './model.ts'
import { plan } from './plan.ts'
import { rendererOf } from './render.ts'
import { openSkin } from './skin.ts'

/** An article's page as the site would show it, from any row: published or not, or with the changes of an open review laid over it. */
export async function renderArticlePage(site: Site, article: FullArticle): Promise<string> {
  const data = await loadSite(site.db, { articles: false })
  return rendererOf(modelOf(data), openSkin(data.settings['site.skin'], site.skins), site.key).article(article)
}

/**
 * A page of the site by its file name: `index`, `index.html`, `search`, `404`, `tzgg/index_2.html`, `tzgg`.
 * The name is looked up among the planned pages, never used as a path.
 * @throws Refused NOT_FOUND when the site has no such page
 */
export async function renderNamedPage(site: Site, position: string): Promise<string> {
  const data = await loadSite(site.db)
  const model = modelOf(data)
  const skin = openSkin(data.settings['site.skin'], site.skins)
  const name = position.replace(/^\/+|\/+$/g, '') || 'index'
  const names = [name, `${name}.html`, `${name}/index.html`, /^\d{1,15}$/.test(name) ? articlePath(Number(name)) : name]
  const page = plan(model, skin.assets).pages.find((one) => names.includes(one.path))
  if (!page || page.kind === 'asset') throw new Refused('NOT_FOUND', `网站没有页面 ${name}`)
  const ids = 'article' in page && page.article ? [page.article.id] : []
  return rendererOf(model, skin, site.key)
    .page(page, await loadFull(site.db, ids))
    .toString()
}
