import { DomUtils } from 'htmlparser2'
import { asShown } from '../../core/copied/as-shown.ts'
import { htmlOf as written } from '../../core/copied/pieces.ts'
import { type Document, type Element, type Node, parseHtml, partsOf } from '../output/dom.ts'

/** What a web page holds of an article. */
export interface PageOfArticle {
  readonly title: string
  readonly html: string
  readonly date: string
  readonly source: string
  readonly column: string
  readonly url: string
  /** Addresses of pictures that only hold beside the page. */
  readonly pictures: readonly string[]
  /** Addresses of anything else that will not be there: of files and pages beside it, and from the root of a site that is not known. */
  readonly dead: readonly string[]
}

type Within = Document | Element

/** The names under which the standard of government websites, and common systems, tell of an article in its head. */
const metas = {
  title: ['articletitle', 'og:title'],
  date: ['pubdate', 'publishdate', 'article:published_time'],
  source: ['contentsource', 'source'],
  column: ['columnname'],
  url: ['url', 'og:url'],
} as const

/** Where common systems put an article's text: by id, or by class. */
const textIds = ['zoom', 'ucap-content', 'js_content', 'vsb_content', 'article-content', 'articlecontent']
const textClasses = ['trs_editor', 'trs_ueditor', 'article-content', 'article_content', 'pages_content', 'content']
/** What is no part of a text that was taken whole. */
const furniture = new Set(['nav', 'header', 'footer', 'aside', 'form', 'button', 'script', 'style', 'noscript', 'link'])

const first = (test: (element: Element) => boolean, within: Within): Element | null =>
  DomUtils.findOne(test, within.children, true)
const named = (name: string, within: Within) => first((element) => element.name === name, within)
const words = (node: Parameters<typeof DomUtils.textContent>[0]) =>
  DomUtils.textContent(node).replace(/\s+/g, ' ').trim()
const classesOf = (element: Element) => (element.attribs.class ?? '').toLowerCase().split(/\s+/)

/** The first of these metas that says anything. */
function metaOf(document: Document, names: readonly string[]): string {
  const said = new Map(
    DomUtils.getElementsByTagName('meta', document, true).map(({ attribs }) => [
      (attribs.name ?? attribs.property ?? '').toLowerCase(),
      (attribs.content ?? '').trim(),
    ]),
  )
  return names.map((name) => said.get(name)).find(Boolean) ?? ''
}

/** The element that holds the text: a marked one, else what the page says is its article, its main part, its body. */
function textElement(document: Document): Within {
  const whole = named('article', document) ?? named('main', document)
  return (
    first(({ attribs }) => attribs.itemprop === 'articleBody', document) ??
    first(({ attribs }) => textIds.includes((attribs.id ?? '').toLowerCase()), document) ??
    first((element) => classesOf(element).some((name) => textClasses.includes(name)), whole ?? document) ??
    whole ??
    named('body', document) ??
    document
  )
}

/** Takes out of an element what it holds of these, at any depth; one walk, however much it is. */
function takeOut(element: Within, unwanted: (node: Node) => boolean): void {
  element.children = element.children.filter((node) => !unwanted(node))
  for (const node of element.children) if ('attribs' in node) takeOut(node, unwanted)
}

/** Takes out of a text what is none of it, and its headline where that stands in it once more. */
function strip(element: Within, title: string): void {
  takeOut(element, (node) => node.type === 'comment' || ('attribs' in node && furniture.has(node.name)))
  const headline = named('h1', element)
  if (headline && words(headline) === title) DomUtils.removeElement(headline)
}

/** Where this system itself keeps files: such an address holds here, too. */
const ours = /^\/uploads\//

/** Gives pictures and links their whole address, where the page says its own; answers the pictures that stay without, and what will not be there. */
function resolve(element: Within, url: string): Pick<PageOfArticle, 'pictures' | 'dead'> {
  const pictures = new Set<string>()
  const dead = new Set<string>()
  for (const one of DomUtils.findAll(({ name }) => name === 'img' || name === 'a', element.children)) {
    const field = one.name === 'img' ? 'src' : 'href'
    const address = one.attribs[field] ?? ''
    if (address === '' || /^(?:[a-z][a-z\d+.-]*:|#|\/\/)/i.test(address)) continue
    if (url !== '' && URL.canParse(address, url)) one.attribs[field] = new URL(address, url).href
    else if (one.name === 'img' && !address.startsWith('/')) pictures.add(address)
    else if (!ours.test(address)) dead.add(address)
  }
  return { pictures: [...pictures], dead: [...dead] }
}

const htmlOf = (element: Within) => DomUtils.getInnerHTML(element, { encodeEntities: 'utf8' }).trim()

/** HTML with other addresses of its pictures. */
export function withAddresses(html: string, addresses: ReadonlyMap<string, string>): string {
  const document = parseHtml(html)
  for (const { attribs } of DomUtils.getElementsByTagName('img', document, true))
    attribs.src = addresses.get(attribs.src ?? '') ?? attribs.src ?? ''
  return htmlOf(document)
}

/**
 * An article out of a web page: what its head says of it, and its text.
 * @param name stands for a title where the page has none
 * @throws Endless
 */
export function readPage(html: string, name: string): PageOfArticle {
  const document = parseHtml(html)
  const canonical = first(({ attribs }) => attribs.rel === 'canonical', document)?.attribs.href ?? ''
  const address = metaOf(document, metas.url) || canonical
  const url = /^https?:\/\//i.test(address) ? address : ''
  const element = textElement(document)
  const headline = named(
    'h1',
    named('article', document) ?? named('main', document) ?? named('body', document) ?? document,
  )
  const title =
    metaOf(document, metas.title) || (headline ? words(headline) : '') || words(named('title', document) ?? []) || name
  strip(element, title)
  const text = parseHtml(written(asShown(partsOf(element))))
  const { pictures, dead } = resolve(text, url)
  const time = named('time', document)?.attribs.datetime ?? ''
  return {
    title,
    html: htmlOf(text),
    date: metaOf(document, metas.date) || time,
    source: metaOf(document, metas.source),
    column: metaOf(document, metas.column),
    url,
    pictures,
    dead,
  }
}
