import stringWidth from 'string-width'

const segments = new Intl.Segmenter('zh', { granularity: 'grapheme' })
const plain = /^[\x20-\x7e]*$/

let ambiguousIsNarrow = true

/** Terminals of Chinese fonts may draw ●, … and the like two cells wide: XZX_AMBIGUOUS_WIDTH=2. */
export function setAmbiguousWidth(width: string | undefined): void {
  ambiguousIsNarrow = width !== '2'
}

/** Cells that a text takes. */
export const cells = (text: string): number =>
  plain.test(text) ? text.length : stringWidth(text, { ambiguousIsNarrow })

/** The graphemes of a text: what a person takes for one character. */
export const graphemes = (text: string): string[] => [...segments.segment(text)].map((one) => one.segment)

const known = new Map<string, string>()
const knownMax = 4000

/** A text in exactly so many cells: cut with 「…」 or filled with blanks. */
export function fitTo(text: string, width: number): string {
  if (width <= 0) return ''
  const key = `${width}\u0000${text}`
  const before = known.get(key)
  if (before !== undefined) return before
  const made = fitted(text, width)
  if (known.size >= knownMax) known.clear()
  known.set(key, made)
  return made
}

function fitted(text: string, width: number): string {
  const whole = cells(text)
  if (whole <= width) return text + ' '.repeat(width - whole)
  // nothing of our own is of doubtful width
  const dots = ambiguousIsNarrow ? '…' : '..'
  const room = width - cells(dots)
  let out = ''
  let used = 0
  for (const one of graphemes(text)) {
    const wide = cells(one)
    if (used + wide > room) break
    out += one
    used += wide
  }
  return room < 0 ? ' '.repeat(width) : `${out}${dots}${' '.repeat(room - used)}`
}

const closing = new Set('，。、；：？！）》」』”’】〉…,.;:?!)')

const inWord = /^[\w.,:%‰+\-/~@#&?=]$/

/** What a line may not break: a number, a word, an address, as far as it fits in a line; else each character by itself. */
function unitsOf(paragraph: string, width: number): string[] {
  const units: string[] = []
  let word = 0
  for (const one of graphemes(paragraph)) {
    const goesOn = word > 0 && word < width && inWord.test(one)
    if (goesOn) units.push(`${units.pop()}${one}`)
    else units.push(one)
    word = goesOn ? word + 1 : inWord.test(one) ? 1 : 0
  }
  return units
}

/** Text in lines of at most so many cells; no line begins with closing punctuation, no number is parted. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line: string[] = []
    let used = 0
    for (const one of unitsOf(paragraph, width)) {
      const wide = cells(one)
      if (used + wide > width && line.length > 0) {
        const last = line.at(-1) as string
        const together = closing.has(one[0] as string) && line.length > 1 && cells(last) + wide <= width
        const carried = together ? line.splice(-1) : []
        lines.push(line.join(''))
        line = carried
        used = cells(carried.join(''))
      }
      line.push(one)
      used += wide
    }
    lines.push(line.join(''))
  }
  return lines
}
