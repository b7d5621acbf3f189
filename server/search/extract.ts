import { escapeHtml } from '../../core/domain/html.ts'
import { sought } from './grams.ts'

/** Of each word so many are looked at: a word of one character stands everywhere in a long text. */
const placesMost = 200

/** Where the words stand in a text, in its order, none over another. */
function places(text: string, words: readonly string[]): [from: number, to: number][] {
  const plain = sought(text)
  const all: [number, number][] = []
  for (const word of words.map(sought)) {
    let at = plain.indexOf(word)
    for (let n = 0; n < placesMost && at >= 0; n += 1, at = plain.indexOf(word, at + word.length))
      all.push([at, at + word.length])
  }
  all.sort((a, b) => a[0] - b[0] || b[1] - a[1])
  const out: [number, number][] = []
  for (const [from, to] of all) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}

/** A text as HTML, with the words in `<em>`; nothing else of it is markup. */
export function marked(text: string, words: readonly string[]): string {
  let out = ''
  let at = 0
  for (const [from, to] of places(text, words)) {
    out += `${escapeHtml(text.slice(at, from))}<em>${escapeHtml(text.slice(from, to))}</em>`
    at = to
  }
  return out + escapeHtml(text.slice(at))
}

/** So many characters are shown, … */
const shown = 140
/** … some of them before the first word. */
const before = 30
/** Where a sentence ends. */
const stop = /[。！？；\n]/

/**
 * The piece of a text in which most of the words stand, on one line, with the words in `<em>`. Where none stands there, its beginning.
 * @param text plain
 */
export function extractOf(text: string, words: readonly string[]): string {
  const found = places(text, words)
  let best = found[0]?.[0] ?? 0
  let most = 0
  for (let i = 0, end = 0; i < found.length; i += 1) {
    const [from] = found[i] as [number, number]
    while (end < found.length && (found[end] as [number, number])[1] <= from + shown - before) end += 1
    if (end - i > most) [best, most] = [from, end - i]
  }
  const earliest = Math.max(0, best - before)
  const lead = text.slice(earliest, best)
  const sentence = lead.search(stop)
  const from = earliest + (sentence < 0 ? 0 : sentence + 1)
  const piece = wellFormed(text.slice(from, from + shown))
    .replace(/\s+/g, ' ')
    .trim()
  const cutBefore = sentence < 0 && from > 0
  return `${cutBefore ? '……' : ''}${marked(piece, words)}${from + shown < text.length ? '……' : ''}`
}

/** Without the half of a character at either end. */
const wellFormed = (piece: string) => piece.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
