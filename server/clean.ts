import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'
import { withoutUnfit } from '../core/domain/unfit.ts'
import { Refused } from '../core/errors.ts'
import type { Key } from './secret.ts'

/** Grows with every change of the policy below, so that content cleaned by an older one is cleaned again. */
const policy = 2

const styles = {
  'text-align': [/^(left|right|center|justify)$/],
  'text-indent': [/^\d{1,2}(\.\d+)?(em|px|pt)$/],
  'font-family': [/^[\w\s"',\-\u4e00-\u9fff]{1,100}$/],
  'font-size': [/^\d{1,3}(\.\d+)?(px|pt|em|%)$/],
  'font-weight': [/^(bold|normal|[1-9]00)$/],
  'line-height': [/^\d{1,2}(\.\d+)?(px|pt|em|%)?$/],
  color: [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]{5,40}\)$/i],
  'background-color': [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]{5,40}\)$/i],
  'text-decoration': [/^(underline|line-through|none)$/],
  width: [/^\d{1,4}(\.\d+)?(px|%|pt)$/],
}

const options: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'span',
    'div',
    'a',
    'img',
    'figure',
    'figcaption',
    'video',
    'source',
    'table',
    'caption',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    video: ['src', 'controls', 'width', 'height', 'poster', 'preload'],
    source: ['src', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    col: ['span'],
    ol: ['start'],
  },
  allowedStyles: { '*': styles },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], video: ['http', 'https'], source: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'xmp',
    'iframe',
    'object',
    'embed',
    'svg',
    'math',
    'template',
  ],
  nestingLimit: 100,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener' } }),
    '*': (tagName, attribs) => ({ tagName, attribs: withoutEndless(attribs) }),
  },
}

/** Loaded with the first text that needs it: a thread that only looks at seals starts in half the time without. */
let loaded: typeof sanitize | undefined
function sanitizer(): typeof sanitize {
  loaded ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitize
  return loaded
}

/** Paragraphs of bare text, as an import makes them: nothing in them to clean, and no need to take them apart. */
const plainParagraphs = /^(?:<p>[^<>&]*<\/p>\s*)*$/

/** More than any page has. What is beyond is refused before the work on it begins to grow: the parser walks through all open tags at each end tag. */
const openMax = 1000
const marksMax = 200_000
const attributesMax = 100_000

/** An address or a style as long as this is none, and looking for comments in it takes the square of its length. */
const valueMax = 4096

/** Without addresses and styles that are too long: a picture pasted as data is one, and goes anyway. */
function withoutEndless(attribs: Record<string, string>): Record<string, string> {
  for (const name of ['href', 'src', 'poster', 'style'])
    if ((attribs[name]?.length ?? 0) > valueMax) delete attribs[name]
  return attribs
}

/** Why a text is not taken. Each says what to do, since nothing of it was kept. */
const tooMany = (what: string) => new Refused('BAD_INPUT', `正文（content）：${what}，请清除格式或分成几篇后再提交`)

function refuseCrowded(html: string): void {
  let marks = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) marks += 1
  if (marks > marksMax) throw tooMany('标签超过 10 万个')
}

function sanitized(html: string): string {
  refuseCrowded(html)
  let open = 0
  let attributes = 0
  return sanitizer()(html, {
    ...options,
    onOpenTag: (_name, attribs) => {
      open += 1
      if (open > openMax) throw tooMany(`标签嵌套超过 ${openMax} 层`)
      attributes += Object.keys(attribs).length
      if (attributes > attributesMax) throw tooMany('标签的属性超过 10 万个')
    },
    onCloseTag: () => {
      open -= 1
    },
  })
}

/** HTML that came out of the cleaner. */
export type CleanHtml = string & { readonly cleaned: never }

/** True for a text that the cleaner leaves as it is; found out at once, however long it is. */
export const isPlain = (html: string): boolean => plainParagraphs.test(html)

/**
 * Cleans an article's HTML by whitelist: no script, handler, form, frame, or style that could lay itself over the page
 * (docs/rules.md, Security), nor a character that came as an entity and no text may hold.
 * @throws Refused BAD_INPUT when there is more in it than in any page
 */
export const cleanHtml = (html: string): CleanHtml => withoutUnfit(isPlain(html) ? html : sanitized(html)) as CleanHtml

/** The proof that this exact HTML came out of `cleanHtml` by the present policy: generation need not clean it again. */
export const sealOf = (html: string | Uint8Array, key: Key): string =>
  `${policy}:${createHmac('sha256', key).update(`${policy}\n`).update(html).digest('base64url')}`

/** The HTML, cleaned unless its seal proves that it is clean. @param bytes the same as it was read, which is quicker to prove */
export const trusted = (html: string, seal: string | null, key: Key, bytes: string | Uint8Array = html): string =>
  seal !== null && seal === sealOf(bytes, key) ? html : cleanHtml(html)
