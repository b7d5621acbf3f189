import { fileKinds, sizeWords } from '../../core/domain/files.ts'
import { safeLink } from '../../core/domain/links.ts'
import { formatDate, formatTime } from '../../core/domain/time.ts'
import { withoutUnfit } from '../../core/domain/unfit.ts'
import { asDocument, validitySays, validityStates } from '../../core/domain/validity.ts'
import { lengthSays, voiceKind } from '../../core/domain/voices.ts'
import { trusted } from '../clean.ts'
import type { Key } from '../secret.ts'
import { articlePath, feedPath, filePath } from './addresses.ts'
import { areaPath, areaSites, toolsFor, waysOf } from './area-pages.ts'
import { cut, dress, excerpt, rooted } from './content.ts'
import type { ColumnInfo, FullArticle } from './data.ts'
import { rowMap, searchIndex, sitemap, sitemapIndex } from './feeds.ts'
import { frontOf } from './front.ts'
import { linksOf, listUrl, type Model, relatedOf } from './model.ts'
import { choicesOf, fieldsByName, fileLabels, shownFields } from './model-fields.ts'
import { kept, type Rendered, textOf } from './pieces.ts'
import { type FilePage, type Page, pageSize } from './plan.ts'
import { serviceOf } from './settings.ts'
import type { ArticleRef, YearPlace } from './shelf.ts'
import type { Skin } from './skin.ts'
import { articleEnd, articleStart, columnData, crumbData, siteData } from './structured.ts'

/** Renders pages; what many pages share is rendered once. Touches no disk. */
export interface Renderer {
  /**
   * @param page with what it shows of articles (shown.ts)
   * @throws with a Chinese reason when the template fails
   */
  page(page: Exclude<Page, FilePage>, contents: ReadonlyMap<number, FullArticle>): Rendered
  /** An article's page, whether it is on the site or not. @param relevant what stands below it */
  article(article: FullArticle, relevant: readonly ArticleRef[]): string
}

type Of<K extends Page['kind']> = Extract<Page, { kind: K }>

/** What a page shows must have been read for it. */
function need<T>(shown: T | undefined): T {
  if (shown === undefined) throw new Error('没有读取页面要显示的内容')
  return shown
}

interface Head {
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly home?: boolean
  /** From the root of the origin; none: the page stands at no address of its own. */
  readonly url?: string
  /** What machines read of it (structured.ts). */
  readonly data?: string
}

/**
 * Without the blank lines and line ends that tags leave behind; looked for first, since most pages have none in their long content.
 * Blanks are looked at from their first one only: from each of them, a long row of blanks would take the square of its length.
 */
function tidy(html: string): string {
  const trimmed = html.includes(' \n') || html.includes('\t\n') ? html.replace(/(?<![ \t])[ \t]+\n/g, '\n') : html
  return trimmed.includes('\n\n') ? trimmed.replace(/\n{2,}/g, '\n') : trimmed
}

/** The template that a column names, with or without an ending. */
export const templateOf = (name: string | null, standard: string): string =>
  name?.trim().replace(/\.(?:liquid|html?)$/, '') || standard

/** The numbers of a pager: the first, the last, and those around the present one. */
function pager(model: Model, { column, number, count }: Of<'list'>, total: number) {
  const at = (n: number) => ({ number: n, url: listUrl(model, column, n), current: n === number })
  const shown = [...new Set([1, ...[-2, -1, 0, 1, 2].map((d) => number + d), count])].filter(
    (n) => n >= 1 && n <= count,
  )
  const pages = shown.map((n, i) => ({ ...at(n), gap: i > 0 && n - (shown[i - 1] as number) > 1 }))
  return {
    number,
    count,
    total,
    pages,
    previous: number > 1 ? at(number - 1).url : null,
    next: number < count ? at(number + 1).url : null,
  }
}

/** Makes the renderer of one generation: it lives as long as the data it was made from. */
export function rendererOf(model: Model, skin: Skin, key: Key): Renderer {
  const { settings } = model.data
  const site = {
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name.slice('site.'.length), value])),
    base: model.base,
    // a template takes an empty text for one that is there
    service: serviceOf(settings) || null,
    url: `${model.origin}${model.base}`,
    domain: new URL(model.origin).host,
    errorReport: safeLink(settings['site.errorReport']),
    badge: safeLink(settings['site.badge']),
  }
  const pieces = kept(skin.showsWhole)
  const cache = new Map<string, string>()
  const once = (name: string, make: () => string) => {
    const known = cache.get(name)
    if (known !== undefined) return known
    const made = pieces.keep(tidy(make()).trim())
    cache.set(name, made)
    return made
  }
  const { link, linked } = linksOf(model)
  const besides = (id: number) => (model.data.besides[id] ?? []).map(model.item)

  const nav = () => {
    const shown = (id: number) => model.childrenOf(id).filter((column) => column.inNav !== 0)
    const tree = shown(0).map((column) => ({ id: column.id, ...link(column), children: linked(shown(column.id)) }))
    return tree.filter((one) => one.url !== null)
  }
  const header = (topId: number, home: boolean) =>
    once(`header ${home ? 'home' : topId}`, () => skin.render('header', { site, nav: nav(), top: topId, home }))
  const headPart = () => once('head', () => skin.render('head', { site }))
  const bannersPart = (banners: readonly object[]) =>
    banners.length === 0 || !skin.templates.includes('banners')
      ? ''
      : once('banners', () => skin.render('banners', { site, banners }))
  const footer = () => once('footer', () => skin.render('footer', { site, nav: nav(), ways: waysOf(model.base) }))
  const crumbs = (id: number) =>
    once(`crumbs ${id}`, () => skin.render('crumbs', { site, chain: model.chainOf(id).map(link) }))
  const side = (column: ColumnInfo) =>
    once(`side ${column.id}`, () => {
      const children = model.childrenOf(column.id)
      const around = children.length > 0 ? column : (model.columns.get(column.parentId) ?? column)
      return skin.render('side', {
        site,
        heading: link(around),
        columns: model
          .childrenOf(around.id)
          .map((one) => ({ ...link(one), current: one.id === column.id }))
          .filter((one) => one.url),
        related: relatedOf(model, column).map((one) => ({ ...link(one), items: besides(one.id) })),
      })
    })

  const about = (url: string) => ({
    site: { name: settings['site.name'], fullName: settings['site.fullName'], url: site.url },
    url: `${model.origin}${url}`,
  })
  const ways = new Map<number, readonly object[]>()
  /** The columns above and with a column, for machines. */
  const wayTo = (id: number): readonly object[] => {
    const known = ways.get(id)
    if (known) return known
    const chain = model.chainOf(id).map(link)
    const made = crumbData(chain.map(({ title, url }) => ({ title, url: url && new URL(url, model.origin).href })))
    ways.set(id, made)
    return made
  }

  const whole = (head: Head, main: string, columnId = 0, more: object = {}): Rendered => {
    const { url, data } = head
    const { grey, banners } = model.data
    const page = {
      ...{ ...head, canonical: url === undefined ? null : `${model.origin}${url}` },
      ...{ data: data ?? null, grey: grey === 'all' || (grey === 'home' && head.home === true) },
      title: cut(head.home ? head.title : `${cut(head.title, 44)} - ${settings['site.name']}`, 66),
      description: cut(head.description, 150),
    }
    const top = model.chainOf(columnId)[0]?.id ?? 0
    const parts = {
      ...{ head: headPart(), banners: bannersPart(banners) },
      ...{ header: header(top, head.home === true), footer: footer() },
    }
    return pieces.whole(tidy(skin.render('layout', { site, page, banners, main, parts, ...more })))
  }
  const plainHead = (title: string): Head => ({
    title,
    description: settings['site.description'],
    keywords: settings['site.keywords'],
  })
  const columnHead = (column: ColumnInfo): Head => ({
    title: column.title,
    description: column.description ?? `${settings['site.name']}网站${column.title}栏目`,
    keywords: column.keywords ?? column.title,
  })
  const columnView = (column: ColumnInfo) => ({
    id: column.id,
    title: column.title,
    description: column.description,
    url: model.columnUrl(column),
    feed: column.type === 1 ? `${model.base}/${feedPath(column)}` : null,
  })

  const index = (page: Of<'index'>) =>
    whole(
      {
        ...plainHead(settings['site.fullName']),
        ...{ home: true, url: `${model.base}/`, data: siteData(about(`${model.base}/`)) },
      },
      skin.render('index', {
        site,
        ...frontOf(model, need(page.shown)),
        areas: page.areas ?? {},
        ways: waysOf(model.base, page.areas ?? {}),
      }),
    )
  /** How a column's articles are searched and reached by years: the same on each of its pages. */
  const within = (id: number, about: object) =>
    skin.templates.includes('within') ? once(`within ${id}`, () => skin.render('within', about)) : ''
  const list = (page: Of<'list'>) => {
    const { column, number } = page
    const { items, total, years: all = [] } = need(page.shown)
    // of a single year there is nothing to choose
    const years = all.length > 1 ? all : []
    const pageOf = ({ at }: YearPlace) => Math.floor(at / pageSize) + 1
    const anchors = new Map(
      years.flatMap((one) => (pageOf(one) === number ? [[one.at % pageSize, `y${one.year}`] as const] : [])),
    )
    const about = {
      ...{ site, column: columnView(column) },
      years: years.map((one) => ({ year: one.year, url: `${listUrl(model, column, pageOf(one))}#y${one.year}` })),
      choices: choicesOf(model.data.models.get(column.id) ?? []),
    }
    const main = skin.render(templateOf(column.listTemplate, 'list'), {
      ...about,
      items: items.map((one, i) => ({ ...model.item(one), anchor: anchors.get(i) })),
      pager: pager(model, page, total),
      parts: { crumbs: crumbs(column.id), side: side(column), within: total > 0 ? within(column.id, about) : '' },
    })
    const head = columnHead(column)
    const title = number === 1 ? head.title : `${cut(head.title, 36)}（第 ${number} 页）`
    const data = columnData(wayTo(column.id))
    return whole({ ...head, title, data, url: listUrl(model, column, number) }, main, column.id, {
      column: columnView(column),
    })
  }
  /** The content as the page shows it; where nothing had to be changed, with the bytes that it was read as. */
  const contentOf = (full: FullArticle): { html: string; bytes: Buffer | null } => {
    const { content, seal, sourceUrl } = full
    const html = content.toString()
    const dressed = dress(rooted(tidy(trusted(html, seal, key, content)), sourceUrl))
    return { html: dressed, bytes: dressed === html && typeof content !== 'string' ? content : null }
  }
  /** The list of an article's attachments; empty where it has none, or where the skin shows none. */
  const filesPart = ({ id, files: all, columnId, modelFields }: FullArticle): string => {
    const files = all.filter(({ kind }) => kind !== voiceKind)
    if (files.length === 0 || !skin.templates.includes('files')) return ''
    const labels = fileLabels(model.data.models.get(columnId) ?? [], modelFields)
    const shown = files.map(({ id: fileId, name, kind, size, stored }) => ({
      label: labels.get(fileId) ?? null,
      name,
      kind: kind in fileKinds ? fileKinds[kind as keyof typeof fileKinds].says : '文件',
      size: sizeWords(size),
      url: stored === null ? null : `${model.base}/${filePath(id, { name, stored })}`,
    }))
    return skin.render('files', { site, files: shown })
  }
  /** What reads an article aloud; empty where nothing does, or where the skin has no player. */
  const voicePart = ({ id, title, files }: FullArticle): string => {
    const voice = files.find(({ kind }) => kind === voiceKind)
    if (!voice?.stored || !skin.templates.includes('voice')) return ''
    const { name, stored, size, seconds = 0 } = voice
    const url = `${model.base}/${filePath(id, { name, stored })}`
    return skin.render('voice', {
      site,
      voice: { title, name, url, size: sizeWords(size), length: lengthSays(seconds) },
    })
  }
  /** Whether the document still holds; empty where nobody said, or where the skin shows it nowhere. */
  const validityPart = ({ notice }: FullArticle): string => {
    if (!notice || !skin.templates.includes('validity')) return ''
    const { state, day, note, by, byTitle } = notice
    const title = by?.title ?? byTitle
    const shown = {
      ...{ state, mark: validityStates[state], says: validitySays(state, day), note },
      by: title === null ? null : { title: asDocument(title), url: by && model.item(by).url },
    }
    return skin.render('validity', { site, validity: shown })
  }
  const fieldsOf = ({ columnId }: FullArticle) => model.data.models.get(columnId) ?? []
  /** What stands in the fields of the column's model, above the text; empty where nothing does, or where the skin shows none. */
  const fieldsPart = (full: FullArticle): string => {
    const fields = shownFields(fieldsOf(full), full.modelFields)
    return fields.length === 0 || !skin.templates.includes('fields') ? '' : skin.render('fields', { site, fields })
  }
  const view = (full: FullArticle) => {
    const { html, bytes } = contentOf(full)
    const fields = fieldsOf(full)
    const at = full.publishTime ?? full.createdAt
    return {
      id: full.id,
      title: full.title,
      subtitle: full.subtitle,
      source: full.source || settings['site.name'],
      keywords: full.keywords,
      date: formatDate(at),
      time: formatTime(at).slice(0, 16),
      sourceUrl: safeLink(full.sourceUrl),
      jump: full.categoryType === 'URL' ? safeLink(full.jumpUrl) : null,
      fields: shownFields(fields, full.modelFields),
      model: fieldsByName(fields, full.modelFields),
      content: pieces.pass(html, bytes),
      start: html.slice(0, 600),
    }
  }
  /** What stands below an article; empty where nothing was chosen, or where the skin shows none. */
  const relevantPart = (relevant: readonly ArticleRef[]): string =>
    relevant.length === 0 || !skin.templates.includes('relevant')
      ? ''
      : skin.render('relevant', { site, items: relevant.map(model.item) })
  const article = (full: FullArticle, relevant: readonly ArticleRef[]): Rendered => {
    const column = model.columns.get(full.columnId)
    const { start, ...shown } = view(full)
    const main = skin.render(templateOf(column?.articleTemplate ?? null, 'article'), {
      site,
      article: shown,
      column: column ? columnView(column) : null,
      parts: {
        ...{ crumbs: crumbs(full.columnId), fields: fieldsPart(full), files: filesPart(full) },
        ...{ voice: voicePart(full), validity: validityPart(full) },
        relevant: relevantPart(relevant),
      },
    })
    const description = full.summary?.trim() || excerpt(start, 120) || full.title
    const url = `${model.base}/${articlePath(full.id)}`
    const { title, source } = shown
    const end = once(`data ${full.columnId}`, () =>
      articleEnd(about(url), column?.title ?? null, column ? wayTo(column.id) : []),
    )
    const data = `${articleStart({ title, source, at: full.publishTime ?? full.createdAt })}${end}`
    const head = { title, description, keywords: full.keywords || (column?.title ?? ''), url, data }
    return whole(head, main, full.columnId, { article: shown, column: column ? columnView(column) : null })
  }
  const single = (column: ColumnInfo, full: FullArticle | undefined) => {
    const main = skin.render(templateOf(column.listTemplate, 'single'), {
      site,
      column: columnView(column),
      article: full ? view(full) : null,
      parts: {
        ...{ crumbs: crumbs(column.id), side: side(column) },
        ...{ fields: full ? fieldsPart(full) : '', files: full ? filesPart(full) : '' },
        ...{ voice: full ? voicePart(full) : '', validity: full ? validityPart(full) : '' },
      },
    })
    const data = columnData(wayTo(column.id))
    return whole({ ...columnHead(column), data, url: listUrl(model, column, 1) }, main, column.id, {
      column: columnView(column),
    })
  }
  const ofArea = ({ area: name, path, shown }: Of<'area'>) => {
    const area = areaSites[name]
    if (!shown || !area.view) throw new Error('内容已不在网站上')
    const text = (html: string, seal: string | null) => dress(rooted(tidy(trusted(html, seal, key)), null))
    const {
      template,
      title,
      description,
      scope,
      parts,
      above = [],
    } = area.view(shown as never, toolsFor(name, model.base, text))
    const chain = above.length > 0 ? above : [{ title: area.title, url: null }]
    const shownParts = { ...parts, crumbs: skin.render('crumbs', { site, chain }) }
    const main = skin.render(template, { site, ...scope, parts: shownParts })
    return whole({ title, description, keywords: area.title, url: `${model.base}/${areaPath(path)}` }, main)
  }
  const map = () => {
    const areaEntries = () =>
      [...new Map(model.data.areas.map((page) => [page.area, page] as const).reverse()).values()]
        .reverse()
        .map(({ area, path }) => ({
          title: areaSites[area].title,
          url: `${model.base}/${areaPath(path)}`,
          children: [],
        }))
    const branch = (id: number): object[] =>
      model
        .childrenOf(id)
        .flatMap((column) =>
          model.columnUrl(column) === null ? [] : [{ ...link(column), children: branch(column.id) }],
        )
    return whole(
      { ...plainHead('网站地图'), url: `${model.base}/map.html` },
      skin.render('map', { site, tree: [...branch(0), ...areaEntries()] }),
    )
  }
  /** What can be subscribed to, and how: a feed by itself is nothing that a browser shows. */
  const subscribe = () => {
    const below = (id: number): object[] =>
      model.childrenOf(id).flatMap((column) => {
        const feed = { title: column.title, feed: `${site.url}/${feedPath(column)}` }
        return [...(column.type === 1 ? [feed] : []), ...below(column.id)]
      })
    return whole(
      { ...plainHead('RSS 订阅'), url: `${model.base}/subscribe.html` },
      skin.render('subscribe', { site, columns: below(0), parts: { crumbs: crumbs(0) } }),
    )
  }
  /** The columns that a search can be narrowed to, those below one behind it. */
  const searched = () => {
    const below = (id: number, depth: number): object[] =>
      model
        .childrenOf(id)
        .flatMap((column) => [
          ...(column.type === 3 ? [] : [{ id: column.id, title: `${'　'.repeat(depth)}${column.title}` }]),
          ...below(column.id, depth + 1),
        ])
    return below(0, 0)
  }
  interface Fed {
    readonly title: string
    readonly description: string
    /** The page that it is of, and its own path. */
    readonly link: string
    readonly path: string
    readonly items: readonly ArticleRef[]
    readonly briefs?: Readonly<Record<number, string>>
  }
  const feed = ({ path, items, briefs = {}, ...feed }: Fed) => {
    const shown = items.map((row) => ({
      ...model.item(row),
      url: new URL(model.item(row).url, model.origin).href,
      brief: briefs[row.id] ?? '',
      column: model.columns.get(row.columnId)?.title ?? '',
      when: new Date(row.at).toUTCString(),
    }))
    const self = `${site.url}/${path}`
    // one character that XML forbids would make the whole feed unreadable
    return withoutUnfit(skin.render('rss', { site, feed: { ...feed, self }, items: shown }))
  }
  const rss = ({ path, shown }: Of<'rss'>) => {
    const description = settings['site.description']
    return feed({ title: settings['site.name'], description, link: `${site.url}/`, path, ...need(shown) })
  }
  const columnFeed = ({ column, path, shown }: Of<'feed'>) => {
    const { title, description } = columnHead(column)
    const link = `${model.origin}${listUrl(model, column, 1)}`
    return feed({ title: `${title} - ${settings['site.name']}`, description, link, path, items: need(shown).items })
  }

  return {
    article: (full, relevant) => textOf(article(full, relevant)),
    page(page, contents) {
      switch (page.kind) {
        case 'index':
          return index(page)
        case 'list':
          return list(page)
        case 'single':
          return single(page.column, page.shown ? contents.get(page.shown.id) : undefined)
        case 'article': {
          const full = contents.get(page.article.id)
          if (!full) throw new Error('文章已不在网站上')
          return article(full, page.article.relevant)
        }
        case '404':
          return whole(plainHead('页面不存在'), skin.render('404', { site }))
        case 'search':
          return whole(
            { ...plainHead('站内检索'), url: `${model.base}/search.html` },
            skin.render('search', { site, columns: searched() }),
          )
        case 'map':
          return map()
        case 'subscribe':
          return subscribe()
        case 'access':
          return whole(
            { ...plainHead('无障碍浏览'), url: `${model.base}/access.html` },
            skin.render('access', { site, parts: { crumbs: crumbs(0) } }),
          )
        case 'searchIndex':
          return searchIndex(model)
        case 'rss':
          return rss(page)
        case 'feed':
          return columnFeed(page)
        case 'sitemap':
          return sitemap(model, page.number, need(page.shown))
        case 'sitemapIndex':
          return sitemapIndex(model, page.parts)
        case 'rowMap':
          return rowMap(model, page.area, need(page.shown))
        case 'area':
          return ofArea(page)
        case 'asset':
          return skin.asset(page.file)
      }
    },
  }
}
