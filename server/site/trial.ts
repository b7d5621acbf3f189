import { Refused } from '../../core/errors.ts'
import { openReader, type Reader } from '../db/open.ts'
import type { Key } from '../secret.ts'
import { loadFull } from './data.ts'
import { type FieldShape, fieldsSeen } from './field-shapes.ts'
import { loadSite, type Model } from './model.ts'
import { lintPage } from './page-lint.ts'
import { textOf } from './pieces.ts'
import { dressed } from './preview.ts'
import { rendererOf } from './render.ts'
import { relevantRefs } from './shelf.ts'
import { openSkin, type Skin, TemplateFault } from './skin.ts'
import type { SkinFiles } from './skin-files.ts'
import { lintAsset, lintTemplate } from './template-lint.ts'
import { type TrialPage, trialPages } from './trial-pages.ts'
import { unknownNames } from './unknown-names.ts'

/** A skin is tried in a thread of its own, which is ended when it takes too long: whatever is written in a template, the server goes on. */

/** Something that is wrong with a skin. */
export interface Problem {
  /** The file's path in the skin. */
  readonly path: string
  readonly line: number | null
  readonly column: number | null
  readonly says: string
  /** The page on which it showed; null: in the text itself. */
  readonly page: string | null
}

interface Given {
  readonly database: string
  readonly key: Key
  readonly now: number
  readonly skin: SkinFiles
}

/** When so much is wrong, or it took so long, no further page is tried. */
const problemsMost = 50
const patienceMs = 8000

const problemOf = ({ path, line, column, says }: TemplateFault, page: string | null): Problem => ({
  ...{ path, line, column, says, page },
})

/** What can be told from the files alone. */
function read(skin: SkinFiles, opened: Skin): Problem[] {
  const found: Problem[] = []
  for (const path of Object.keys(skin.files).sort()) {
    if (/\.(?:css|svg)$/.test(path))
      found.push(...lintAsset(path, String(skin.files[path])).map((fault) => problemOf(fault, null)))
    if (!path.endsWith('.liquid')) continue
    found.push(...lintTemplate(path, skin).map((fault) => problemOf(fault, null)))
    try {
      opened.parse(path.replace(/\.liquid$/, ''))
    } catch (error) {
      found.push(problemOf(error as TemplateFault, null))
    }
  }
  return found
}

/** Draws one page. @param skin may be one that looks at what its templates are given */
async function draw(db: Reader, { model, page, article }: TrialPage, skin: Skin, key: Key): Promise<string> {
  const renderer = rendererOf(model, skin, key)
  if (article) return renderer.article(article, article.id === 0 ? [] : await relevantRefs(db, article.id))
  if (!page) return ''
  const single = page.kind === 'single' && page.shown ? [page.shown.id] : []
  return textOf(renderer.page(page, await loadFull(db, single)))
}

async function within<T>({ database }: Given, work: (db: Reader) => Promise<T>): Promise<T> {
  const { read: reader, dialect, close } = await openReader(database)
  try {
    return await work({ read: reader, dialect })
  } finally {
    await close()
  }
}

/** Of several pages on which the same thing is wrong, the first is named. */
function once(problems: readonly Problem[]): Problem[] {
  const known = new Map<string, Problem>()
  for (const one of problems) {
    const key = `${one.path} ${one.line} ${one.says}`
    if (!known.has(key)) known.set(key, one)
  }
  return [...known.values()]
}

/** What is wrong with a skin, from its text and from pages of the site as it is; for a thread. */
export const trySkin = (given: Given): Promise<{ problems: Problem[]; pages: number }> =>
  within(given, async (db) => {
    const { skin, key, now } = given
    const opened = openSkin(skin)
    const problems = read(skin, opened)
    const model = await loadSite(db, now)
    const { looked, namesOf } = namesSeen(skin, opened)
    const begun = performance.now()
    let pages = 0
    /** Every page was drawn: only then is it known which names there are. */
    let whole = true
    for (const one of await trialPages(db, model, opened)) {
      if (problems.length > problemsMost || performance.now() - begun > patienceMs) {
        whole = false
        break
      }
      pages += 1
      try {
        const html = await draw(db, one, looked, key)
        if (one.page?.kind === 'rss') continue
        for (const says of lintPage(html, one.model.base, opened.assets))
          problems.push({ path: '', line: null, column: null, says, page: one.says })
      } catch (error) {
        if (!(error instanceof TemplateFault)) throw error
        problems.push(problemOf(error, one.says))
        whole = false
      }
    }
    if (whole) for (const one of unknownNames(skin, namesOf())) problems.push({ ...one, page: null })
    return { problems: once(problems).slice(0, problemsMost), pages }
  })

/** A skin that notes which names its templates are given: at the top, and one below. */
function namesSeen(files: SkinFiles, opened: Skin) {
  const found = new Map<string, Set<string>>()
  const looked = watched(opened, (template, scope) => {
    for (const one of withinIt(template, files)) {
      const names = found.get(one) ?? new Set()
      found.set(one, names)
      for (const [name, value] of Object.entries(scope)) {
        names.add(name)
        if (value !== null && typeof value === 'object')
          for (const key of Object.keys(value)) names.add(`${name}.${key}`)
      }
    }
  })
  return { looked, namesOf: () => found }
}

/** A skin that tells which of its templates were asked for, and with what. */
const watched = (skin: Skin, seen: (template: string, scope: object) => void): Skin => ({
  ...skin,
  render(template, scope) {
    seen(template, scope)
    return skin.render(template, scope)
  },
})

const names = /\{%-?\s*(?:render|include|layout)\s+["']([\w-]{1,80})(?:\.liquid)?["']/g
/** The templates that a template has within it, and those within these. */
function withinIt(template: string, { files }: SkinFiles, known = new Set<string>()): Set<string> {
  if (known.has(template)) return known
  known.add(template)
  for (const [, name = ''] of String(files[`${template}.liquid`] ?? '').matchAll(names))
    withinIt(name, { files } as SkinFiles, known)
  return known
}

/** What each template of a skin was given on the tried pages; a part has what those have in which it stands. For a thread. */
export const fieldsOfSkin = (given: Given): Promise<Record<string, FieldShape[]>> =>
  within(given, async (db) => {
    const { skin, key, now } = given
    const opened = openSkin(skin)
    const found = new Map<string, ReturnType<typeof fieldsSeen>>()
    const seen = (template: string, scope: object) => {
      for (const one of withinIt(template, skin)) {
        const known = found.get(one) ?? fieldsSeen()
        found.set(one, known)
        known.add(scope)
      }
    }
    const model = await loadSite(db, now)
    for (const one of await trialPages(db, model, opened))
      await draw(db, one, watched(opened, seen), key).catch(() => '')
    return Object.fromEntries([...found].map(([template, fields]) => [template, fields.list()]))
  })

interface Shown extends Given {
  /** The file that is being written. */
  readonly path: string
  readonly articleId: number | null
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

async function pageFor(
  db: Reader,
  { skin, key, path, articleId }: Shown,
  model: Model,
  opened: Skin,
): Promise<TrialPage> {
  if (articleId !== null) {
    const article = (await loadFull(db, [articleId])).get(articleId)
    if (!article) throw new Refused('NOT_FOUND', '文章不在网站上，请换一篇已发布的文章')
    return { model, says: article.title, article }
  }
  const all = await trialPages(db, model, opened)
  const template = path.endsWith('.liquid') ? path.replace(/\.liquid$/, '') : null
  for (const one of template === null ? [] : all) {
    let hit = false
    const watch = watched(opened, (asked) => {
      hit ||= withinIt(asked, skin).has(template as string)
    })
    await draw(db, one, watch, key).catch(() => '')
    if (hit) return one
  }
  const front = all.find(({ page }) => page?.kind === 'index')
  if (template === null && front) return front
  throw new Refused('NOT_FOUND', '网站现在没有用到这个模板的页面，可以指定一篇文章预览')
}

/** A page as the skin would show it, for a thread. @throws Refused with the place of what is wrong */
export const showPage = (given: Shown): Promise<string> =>
  within(given, async (db) => {
    const opened = openSkin(given.skin)
    const model = await loadSite(db, given.now)
    try {
      const one = await pageFor(db, given, model, opened)
      const html = await draw(db, one, opened, given.key)
      if (one.page?.kind === 'rss') return `<!doctype html><meta charset="utf-8"><pre>${escaped(html)}</pre>`
      return dressed(html, opened)
    } catch (error) {
      if (error instanceof TemplateFault) throw new Refused('BAD_INPUT', error.message)
      throw error
    }
  })
