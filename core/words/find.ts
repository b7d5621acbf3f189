import type { Automaton } from './automaton.ts'
import { breaks, foldTable, isPairBetween, parts, skipped } from './fold.ts'

/** A word in a text. */
export interface Found {
  /** Its number among the patterns. */
  readonly word: number
  /** From here, in code units, to before there. */
  readonly start: number
  readonly end: number
  /** A sentence ends or is parted within it: two words may happen to meet. */
  readonly across: boolean
}

/** So many signs in a row may stand between two characters of a word. */
const gapMax = 8
/** As many places as the longest word has steps, and a power of two. */
const ring = 64

const isLatin = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)

/** A word that begins or ends with a letter or digit of the Latin script is none within a longer row of them: av in java. */
function isWhole(text: string, start: number, end: number): boolean {
  const units = foldTable()
  const at = (place: number) => units[text.charCodeAt(place)] ?? 0
  if (start > 0 && isLatin(at(start)) && isLatin(at(start - 1))) return false
  return !(end < text.length && isLatin(at(end - 1)) && isLatin(at(end)))
}

/** Where words stand, in the order of their ends; 12 bytes each, since a hostile text may have one at each character. */
class Spans {
  count = 0
  private triples = new Int32Array(96)

  add(word: number, start: number, end: number): void {
    const at = this.count * 3
    if (at === this.triples.length) {
      const longer = new Int32Array(at * 2)
      longer.set(this.triples)
      this.triples = longer
    }
    this.triples[at] = word
    this.triples[at + 1] = start
    this.triples[at + 2] = end
    this.count += 1
  }
  word = (i: number) => this.triples[i * 3] as number
  start = (i: number) => this.triples[i * 3 + 1] as number
  end = (i: number) => this.triples[i * 3 + 2] as number
}

/** All words that end somewhere, of each place the longest sought and the longest allowed one. */
function spansOf(automaton: Automaton, text: string): { sought: Spans; allowed: Spans } {
  const { symbols, signsFrom, base, check, fail, ends, shorter, lengths, patterns } = automaton
  const places = new Int32Array(ring)
  const sought = new Spans()
  const allowed = new Spans()
  let steps = 0
  let gap = 0
  let state = 0
  const take = (end: number) => {
    let isSought = false
    let isAllowed = false
    const last = (ends[state] as number) >= 0 ? state : (shorter[state] as number)
    for (let at = last; at > 0 && !(isSought && isAllowed); at = shorter[at] as number) {
      const word = ends[at] as number
      const start = places[(steps - (lengths[word] as number)) & (ring - 1)] as number
      const allows = patterns[word]?.allowed
      if ((allows ? isAllowed : isSought) || !isWhole(text, start, end)) continue
      // words that meet across the end of a sentence allow nothing
      if (allows && parts(text.slice(start, end))) continue
      if (allows) isAllowed = true
      else isSought = true
      ;(allows ? allowed : sought).add(word, start, end)
    }
  }
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    const symbol = symbols[unit] as number
    // signs beyond the first plane, seen or not: two units each
    if (symbol === breaks && isPairBetween(text, i)) {
      i += 1
      if (state !== 0 && ++gap > gapMax) state = 0
      continue
    }
    if (symbol === breaks) {
      state = 0
      continue
    }
    if (symbol === skipped) {
      if (state !== 0 && ++gap > gapMax) state = 0
      continue
    }
    let next = (base[state] as number) + symbol
    if (check[next] !== state) {
      // a sign that no word has here is passed over
      if (symbol >= signsFrom && state !== 0) {
        if (++gap > gapMax) state = 0
        continue
      }
      while (state !== 0 && check[next] !== state) {
        state = fail[state] as number
        next = (base[state] as number) + symbol
      }
      if (check[next] !== state) continue
    }
    state = next
    gap = 0
    places[steps & (ring - 1)] = i
    steps += 1
    if ((ends[state] as number) >= 0 || shorter[state] !== 0) take(i + 1)
  }
  return { sought, allowed }
}

/** For each of some spans, how far to the left any reaches that ends there or later. */
function leftmost(spans: Spans): Int32Array {
  const starts = new Int32Array(spans.count)
  let least = Number.MAX_SAFE_INTEGER
  for (let i = spans.count - 1; i >= 0; i -= 1) {
    least = Math.min(least, spans.start(i))
    starts[i] = least
  }
  return starts
}

/**
 * Looks for all words in a text, in time that grows with the text alone: also in full width, capitals and traditional characters, and through
 * signs that stand between their characters. Of hits within each other the longest counts, and none that lies within an allowed word.
 * @param text plain; its lines end words
 * @param each gets the hits in their order
 */
export function eachWord(automaton: Automaton, text: string, each: (found: Found) => void): void {
  const { sought, allowed } = spansOf(automaton, text)
  const covered = leftmost(allowed)
  const counts = new Uint8Array(sought.count)
  let reached = Number.MAX_SAFE_INTEGER
  let cover = allowed.count
  for (let i = sought.count - 1; i >= 0; i -= 1) {
    while (cover > 0 && allowed.end(cover - 1) >= sought.end(i)) cover -= 1
    const start = sought.start(i)
    if (cover < allowed.count && (covered[cover] as number) <= start) continue
    if (start >= reached) continue
    reached = start
    counts[i] = 1
  }
  for (let i = 0; i < sought.count; i += 1) {
    if (counts[i] === 0) continue
    const [start, end] = [sought.start(i), sought.end(i)]
    each({ word: sought.word(i), start, end, across: parts(text.slice(start, end)) })
  }
}
