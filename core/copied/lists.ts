import { type FindLabel, labelBefore, numberings } from './labels.ts'
import {
  firstWords,
  hasWords,
  isBlock,
  isPiece,
  numberOf,
  type Part,
  type Piece,
  piece,
  styleOf,
  wordsOf,
} from './pieces.ts'

const kindOf = (element: Piece) =>
  styleOf(element, 'list-style-type') ||
  styleOf(element, 'list-style')
    .split(/\s+/)
    .find((word) => Object.hasOwn(numberings, word)) ||
  ''

/** How a list is counted where the site would count otherwise; null for one that may stay. */
function numberingOf(list: Piece) {
  const { type = '' } = list.attributes
  const item = list.children.find(isPiece)
  const kind = kindOf(list) || (item ? kindOf(item) : '') || type
  const known = Object.hasOwn(numberings, kind) ? (numberings[kind] ?? null) : null
  return list.name === 'ul' && kind !== 'none' ? null : known
}

/** The numbers of a list's items, as `start` and `value` have them. */
function numbersOf(list: Piece, items: readonly Piece[]): number[] {
  const numbers: number[] = []
  let next = numberOf(list, 'start', 1) || 1
  for (const item of items) {
    const value = numberOf(item, 'value', 0)
    if (value > 0) next = value
    numbers.push(next)
    next += 1
  }
  return numbers
}

/** An item's words and blocks as paragraphs, the first of which begins with the label. */
function paragraphsOf(item: Piece, label: string): Part[] {
  const at = item.children.findIndex(isBlock)
  const loose = at < 0 ? item.children : item.children.slice(0, at)
  const rest = at < 0 ? [] : item.children.slice(at)
  const written = (text: string) => labelBefore(label, text.trimStart())
  if (hasWords(loose) || loose.some(isPiece))
    return [piece('p', [written(firstWords(loose)), ...trimmed(loose)]), ...rest]
  const [first, ...others] = rest
  if (first && isPiece(first) && /^(?:p|div|h\d)$/.test(first.name) && !first.children.some(isBlock))
    return [{ ...first, children: [written(firstWords(first.children)), ...trimmed(first.children)] }, ...others]
  return [...(label ? [piece('p', [label])] : []), ...rest]
}

const trimmed = ([first, ...others]: readonly Part[]): Part[] =>
  first === undefined ? [] : typeof first === 'string' ? [first.trimStart(), ...others] : [first, ...others]

/** Lists that stand between items, as some programs put them, belong to the item above. */
function gathered(list: Piece): Piece[] {
  const items: { readonly item: Piece; readonly children: Part[] }[] = []
  for (const child of list.children.filter(isPiece)) {
    const above = items.at(-1)
    if (child.name !== 'li' && above) above.children.push(child)
    else items.push({ item: child, children: [...child.children] })
  }
  return items.map(({ item, children }) => ({ ...item, children }))
}

/** An item's words up to its first block, or those of this block. */
function headOf({ children }: Piece): string {
  const at = children.findIndex(isBlock)
  const loose = wordsOf(at < 0 ? children : children.slice(0, at))
  return loose.trim() || wordsOf(children.slice(at, at + 1))
}

/** What stands before each item where the list comes from; null where the site counts it the same. */
function labelsOf(list: Piece, items: readonly Piece[], find: FindLabel): string[] | null {
  const numbers = numbersOf(list, items)
  const numbering = numberingOf(list)
  if (numbering) return numbers.map(numbering)
  if (list.name === 'ul') return null
  const plain = (n: number) => `${n}.`
  if (numbers.some((number, i) => number !== (numbers[0] ?? 0) + i)) return numbers.map(plain)
  const found = items.map((item) => find(headOf(item)))
  return found.every((label, i) => label === null || label === plain(numbers[i] ?? 0))
    ? null
    : found.map((label, i) => label ?? plain(numbers[i] ?? 0))
}

/** A list that begins with no other number than browsers show. */
const withStart = (list: Piece): Piece =>
  'start' in list.attributes
    ? { ...list, attributes: { ...list.attributes, start: String(numberOf(list, 'start', 1)) } }
    : list

/**
 * Lists that the site would count otherwise than the page or program they come from become paragraphs with their labels as
 * text.
 */
export const withSiteLists = (parts: readonly Part[], find: FindLabel): Part[] =>
  parts.flatMap((part): Part[] => {
    if (!isPiece(part)) return [part]
    if (part.name !== 'ol' && part.name !== 'ul') return [{ ...part, children: withSiteLists(part.children, find) }]
    const given = gathered(part)
    const labels = labelsOf(part, given, find)
    const items = given.map((item) => ({ ...item, children: withSiteLists(item.children, find) }))
    return labels
      ? items.flatMap((item, i) => paragraphsOf(item, labels[i] ?? ''))
      : [withStart({ ...part, children: items })]
  })
