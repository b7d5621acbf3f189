import type { Automaton } from './automaton.ts'
import { breaks, foldTable, parts, skipped } from './fold.ts'

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
/** What more hits a text has is not looked for: it is named as more. */
export const hitsMax = 10_000
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

interface Span {
  readonly word: number
  readonly start: number
  readonly end: number
}

/** All words that end somewhere, of each place the longest sought and the longest allowed one. */
function spansOf(automaton: Automaton, text: string): { sought: Span[]; allowed: Span[]; more: boolean } {
  const { symbols, signsFrom, base, check, fail, ends, shorter, lengths, patterns } = automaton
  const places = new Int32Array(ring)
  const sought: Span[] = []
  const allowed: Span[] = []
  let steps = 0
  let gap = 0
  let state = 0
  const take = (end: number) => {
    let isSought = false
    let isAllowed = false
    for (
      let at = (ends[state] as number) >= 0 ? state : (shorter[state] as number);
      at > 0;
      at = shorter[at] as number
    ) {
      const word = ends[at] as number
      const start = places[(steps - (lengths[word] as number)) & (ring - 1)] as number
      const into = patterns[word]?.allowed
      if ((into ? isAllowed : isSought) || !isWhole(text, start, end)) continue
      if (into) isAllowed = true
      else isSought = true
      ;(into ? allowed : sought).push({ word, start, end })
      if (isSought && isAllowed) return
    }
  }
  for (let i = 0; i < text.length; i += 1) {
    const symbol = symbols[text.charCodeAt(i)] as number
    if (symbol === breaks) {
      state = 0
      continue
    }
    if (symbol === skipped) {
      if (state !== 0 && ++gap > gapMax) state = 0
      continue
    }
    let next = (base[state] as number) + symbol
    if (check[next] !== state || next === 0) {
      if (symbol >= signsFrom && state !== 0) {
        if (++gap > gapMax) state = 0
        continue
      }
      do {
        if (state === 0) {
          next = 0
          break
        }
        state = fail[state] as number
        next = (base[state] as number) + symbol
      } while (check[next] !== state || next === 0)
      if (next === 0) continue
    }
    state = next
    gap = 0
    places[steps & (ring - 1)] = i
    steps += 1
    if ((ends[state] as number) < 0 && shorter[state] === 0) continue
    take(i + 1)
    if (sought.length >= hitsMax || allowed.length >= hitsMax) return { sought, allowed, more: true }
  }
  return { sought, allowed, more: false }
}

/** Of spans in the order of their ends: for each place, how far to the left anything reaches that ends there or later. */
function leftmost(spans: readonly Span[]): { ends: number[]; starts: number[] } {
  const starts = spans.map(({ start }) => start)
  for (let i = starts.length - 2; i >= 0; i -= 1) starts[i] = Math.min(starts[i] as number, starts[i + 1] as number)
  return { ends: spans.map(({ end }) => end), starts }
}

function firstFrom(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Looks for all words in a text, in time that grows with the text alone: also in full width, capitals and traditional characters, and through
 * signs that stand between their characters. Of hits within each other the longest counts, and none that lies within an allowed word.
 * @param text plain; its lines end words
 * @returns the hits in their order, and whether there are more than are looked for
 */
export function findWords(automaton: Automaton, text: string): { hits: Found[]; more: boolean } {
  const { sought, allowed, more } = spansOf(automaton, text)
  // words that meet across the end of a sentence allow nothing
  const cover = leftmost(allowed.filter(({ start, end }) => !parts(text.slice(start, end))))
  const isAllowed = ({ start, end }: Span) =>
    (cover.starts[firstFrom(cover.ends, end)] ?? Number.POSITIVE_INFINITY) <= start
  const hits: Found[] = []
  let reached = Number.POSITIVE_INFINITY
  for (const span of sought.filter((one) => !isAllowed(one)).reverse()) {
    if (span.start >= reached) continue
    reached = span.start
    hits.push({ ...span, across: parts(text.slice(span.start, span.end)) })
  }
  return { hits: hits.reverse(), more }
}
