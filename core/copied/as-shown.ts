import { labelsIn } from './labels.ts'
import { withSiteLists } from './lists.ts'
import { firstWords, hasWords, isBlank, isBlock, isPiece, type Part, type Piece, styleOf, withStyle } from './pieces.ts'
import { withColumnWidths } from './tables.ts'
import { withWordLists } from './word-lists.ts'

/** Styles by which something is there and not seen: of web pages, of Word, and Word's remarks on the text. */
const hiding: readonly (readonly [string, RegExp])[] = [
  ['display', /^none\b/],
  ['visibility', /^(?:hidden|collapse)\b/],
  ['mso-hide', /^(?:all|screen)\b/],
  ['mso-element', /^comment(?:-list)?$/],
]
const tooSmall = /^0(?:\.0+)?(?:px|pt|em|%)?$/
/** Pictures of a single point count visits. */
const isPoint = ({ name, attributes: { width = '', height = '' } }: Piece) =>
  name === 'img' && /^[01](?:px)?$/.test(width) && /^[01](?:px)?$/.test(height)
/** What Word puts at the end of each paragraph. */
const isMark = ({ name }: Piece) => name === 'o:p'
const isHidden = (element: Piece) =>
  isMark(element) ||
  isPoint(element) ||
  'hidden' in element.attributes ||
  /\bMsoCommentReference\b/.test(element.attributes.class ?? '') ||
  hiding.some(([name, value]) => value.test(styleOf(element, name))) ||
  // around pictures it only closes gaps
  (tooSmall.test(styleOf(element, 'font-size')) && !element.children.some(isPiece))

const later = ['data-src', 'data-original', 'data-lazy-src']

/** A picture that its page had not fetched yet has its address elsewhere. */
function withAddress(element: Piece): Piece {
  const { src = '' } = element.attributes
  const real = later.map((name) => element.attributes[name]).find(Boolean)
  if (element.name !== 'img' || !real || !(src === '' || src.startsWith('data:'))) return element
  return { ...element, attributes: { ...element.attributes, src: real } }
}

const aligned = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th'])

/** `align`, as older pages and Word have it, is not kept by anyone; the style is. */
function withAlignment(element: Piece): Piece {
  const centre = element.name === 'center'
  const align = centre ? 'center' : (element.attributes.align ?? '').toLowerCase()
  const known = /^(?:center|right|justify)$/.test(align) && !styleOf(element, 'text-align')
  if (!known || !(centre || aligned.has(element.name))) return element
  return withStyle(centre ? { ...element, name: 'div' } : element, 'text-align', align)
}

/** Blanks that somebody typed to set in a first line: two wide ones or four narrow. */
const typedIndent = /^[\t\r\n ]*(?:[\u3000\u2003]{2}|[\u00a0\u2002]{4})/

function withoutIndent(parts: readonly Part[]): Part[] {
  const at = parts.findIndex((part) => !isBlank(part))
  const first = parts[at]
  if (first === undefined) return []
  const others = parts.slice(at + 1)
  if (!isPiece(first)) return [first.trimStart(), ...others]
  return [hasWords(first.children) ? { ...first, children: withoutIndent(first.children) } : first, ...others]
}

/** Typed blanks become an indent: the site sets first lines in by itself, and would do it twice. */
function withIndent(element: Piece): Piece {
  if (!/^(?:p|div)$/.test(element.name) || element.children.some(isBlock)) return element
  const words = firstWords(element.children)
  if (!typedIndent.test(words) || words.trim() === '') return element
  if (/^(?:center|right)$/.test(styleOf(element, 'text-align'))) return element
  return { ...withStyle(element, 'text-indent', '2em'), children: withoutIndent(element.children) }
}

const each = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part): Part[] => {
    if (!isPiece(part)) return [part]
    if (isHidden(part)) return []
    const children = part.name === 'pre' ? part.children : each(part.children)
    return [withIndent(withAlignment(withAddress({ ...part, children })))]
  })

/**
 * A text copied from Word, WPS, LibreOffice or a web page so that this site shows what could be read there: numbers of
 * paragraphs as text, nothing that was hidden, one indent, columns in proportion.
 * @param plain the same as plain text, where it came along: some programs write numbers only there as they are shown
 */
export const asShown = (parts: readonly Part[], plain = ''): Part[] =>
  withColumnWidths(withSiteLists(each(withWordLists(parts)), labelsIn(plain)))
