import { createHmac } from 'node:crypto'
import sanitize from 'sanitize-html'
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
  },
}

/** Paragraphs of bare text, as an import makes them: nothing in them to clean, and no need to take them apart. */
const plainParagraphs = /^(?:<p>[^<>&]*<\/p>\s*)*$/

/** Deeper than any page, and not so deep that the parser, which walks through all open tags at each new one, holds up the server. */
const openMax = 5000

function sanitized(html: string): string {
  let open = 0
  return sanitize(html, {
    ...options,
    onOpenTag: () => {
      open += 1
      if (open > openMax) throw new Refused('BAD_INPUT', '正文（content）：标签嵌套过深，请清除格式后再提交')
    },
    onCloseTag: () => {
      open -= 1
    },
  })
}

/**
 * Cleans an article's HTML by whitelist: no script, handler, form, frame, or style that could lay itself over the page
 * (docs/rules.md, Security), nor a character that came as an entity and no text may hold.
 */
export const cleanHtml = (html: string): string => withoutUnfit(plainParagraphs.test(html) ? html : sanitized(html))

/** The proof that this exact HTML came out of `cleanHtml` by the present policy: generation need not clean it again. */
export const sealOf = (html: string, key: Key): string =>
  `${policy}:${createHmac('sha256', key).update(`${policy}\n${html}`).digest('base64url')}`

/** The HTML, cleaned unless its seal proves that it is clean. */
export const trusted = (html: string, seal: string | null, key: Key): string =>
  seal !== null && seal === sealOf(html, key) ? html : cleanHtml(html)
