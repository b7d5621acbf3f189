import { isBullet, labelBefore, simpleNumber } from './labels.ts'
import { isBlank, isPiece, type Part, type Piece, piece, pointsOf, styleOf, withStyle, wordsOf } from './pieces.ts'

/** A paragraph of an automatic list of Word or WPS. They number paragraphs; the number stands in a span of its own. */
interface Item {
  readonly paragraph: Piece
  readonly label: string
  readonly bullet: boolean
  readonly level: number
  /** The number of 「1.」 that hangs before its text, as in a plain list. */
  readonly plain: number | null
}

const textBlocks = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Word has no deeper lists. */
const deepest = 9
const isMarker = (one: Piece) => styleOf(one, 'mso-list') === 'ignore'

function markerIn(parts: readonly Part[]): Piece | null {
  for (const part of parts) {
    const found = isPiece(part) && !textBlocks.has(part.name) ? (isMarker(part) ? part : markerIn(part.children)) : null
    if (found) return found
  }
  return null
}

const holdsPicture = (part: Part): boolean => isPiece(part) && (part.name === 'img' || part.children.some(holdsPicture))

function itemOf(part: Part): Item | null {
  if (!isPiece(part) || !textBlocks.has(part.name)) return null
  const marker = markerIn(part.children)
  if (!marker) return null
  const label = wordsOf([marker]).trim().replace(/\s+/g, ' ')
  const bullet = label === '' ? holdsPicture(marker) : isBullet(label)
  const plain = pointsOf(styleOf(part, 'text-indent')) > 0 || part.name !== 'p' ? null : simpleNumber(label)
  return {
    paragraph: part,
    label,
    bullet,
    level: Math.min(deepest, Number(/level(\d+)/.exec(styleOf(part, 'mso-list'))?.[1] ?? 1)),
    plain,
  }
}

/** The content of a list's paragraph with its label as text, in the looks that the label had. */
function contentOf({ paragraph }: Item, label: string): Part[] {
  const marker = markerIn(paragraph.children)
  let open = true
  /** Blanks around the label go: it brings its own. */
  function part(one: Part): Part[] {
    if (one === marker) return label ? [label] : []
    if (!isPiece(one)) {
      const text = open ? one.trimStart() : one
      if (text !== '') open = false
      return text === '' ? [] : [text]
    }
    const before = open
    const children = one.children.flatMap(part)
    if (before && children.length === 0 && one.children.length > 0) return []
    if (one.name === 'img' || one.name === 'br') open = false
    return [{ ...one, children }]
  }
  return paragraph.children.flatMap(part)
}

/** A paragraph that begins with its label, and further in where the label stood so. */
function labelled(item: Item): Piece {
  const { paragraph, label, bullet } = item
  const hangs = pointsOf(styleOf(paragraph, 'margin-left')) + pointsOf(styleOf(paragraph, 'text-indent'))
  return {
    ...withStyle(paragraph, 'text-indent', hangs > 6 ? '2em' : null),
    children: contentOf(item, bullet ? '' : labelBefore(label, wordsOf(contentOf(item, '')))),
  }
}

/** Items → a list; deeper ones stand in a list of their own in the item above. */
function listOf(name: 'ol' | 'ul', items: readonly Item[]): Piece {
  const entries: Piece[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at] as Item
    let end = at + 1
    while (end < items.length && (items[end] as Item).level > item.level) end += 1
    const below = items.slice(at + 1, end)
    entries.push(piece('li', [...contentOf(item, ''), ...(below.length > 0 ? [listOf(name, below)] : [])]))
    at = end
  }
  const start = name === 'ol' ? (items[0]?.plain ?? 1) : 1
  return piece(name, entries, start === 1 ? {} : { start: String(start) })
}

type Run = readonly Item[]

/** Neighbours that are of one kind: points, numbers that follow each other, or a single other paragraph. */
function runsOf(items: readonly Item[]): Run[] {
  const runs: Item[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    const goesOn = item.bullet ? before?.bullet : item.plain !== null && before?.plain === item.plain - 1
    if (last && goesOn && (item.bullet || before?.level === item.level)) last.push(item)
    else runs.push([item])
  }
  return runs
}

/** Cuts children into runs of items and what stands between them. */
function cut(children: readonly Part[]): (Run | Part)[] {
  const cuts: (Run | Part)[] = []
  let items: Item[] = []
  const end = () => {
    for (const run of runsOf(items)) cuts.push(run)
    items = []
  }
  for (const child of children) {
    const item = itemOf(child)
    if (item) items.push(item)
    else if (items.length === 0 || !isBlank(child)) {
      end()
      cuts.push(child)
    }
  }
  end()
  return cuts
}

const isRun = (one: Run | Part): one is Run => Array.isArray(one)
const isHeading = ({ paragraph }: Item) => /^h\d$/.test(paragraph.name)

/** True where all that is numbered are lists of 「1. 2. 3.」 without anything between: nobody refers to an official number there. */
function onlyPlain(parts: readonly Part[]): boolean {
  return cut(parts).every((one) => {
    if (!isRun(one)) return !isPiece(one) || onlyPlain(one.children)
    return one.every(({ bullet, label }) => bullet || label === '') || (one.length > 1 && one[0]?.plain !== null)
  })
}

function rewrite(parts: readonly Part[], plain: boolean): Part[] {
  return cut(parts).flatMap((one): Part[] => {
    if (!isRun(one)) return [isPiece(one) ? { ...one, children: rewrite(one.children, plain) } : one]
    if (one[0]?.bullet && !one.some(isHeading)) return [listOf('ul', one)]
    return plain && one.length > 1 ? [listOf('ol', one)] : one.map(labelled)
  })
}

/**
 * Automatic lists of Word and WPS as they are shown: the number (「一、」「（一）」「1.」) becomes text of its paragraph, points become a
 * list, and so do numbers where the text has none but 「1. 2. 3.」 without paragraphs between them.
 */
export const withWordLists = (parts: readonly Part[]): Part[] => rewrite(parts, onlyPlain(parts))
