import { asLaid, asSeen } from '../domain/laid.ts'
import type { Automaton } from './automaton.ts'
import { eachWord, type Found } from './find.ts'
import { maskedAs, type PersonalKind, personalIn } from './personal.ts'
import { saidIn } from './text-of.ts'

/** A text to be looked through, by the name of its field. */
export interface Looked {
  readonly field: string
  readonly text: string
  readonly html?: boolean
  /** Somebody from outside wrote it (`personalIn`). */
  readonly strangers?: boolean
}

/** A text as its reader sees it: of one that is so already nothing is read again. */
export const asRead = ({ text, html, ...rest }: Looked): Looked => ({
  ...rest,
  text: (rest.strangers ? asSeen : asLaid)(html ? saidIn(text) : text),
})

/** A word that was found, with what is around it. */
export interface Hit {
  /** Its number among the patterns. */
  readonly word: number
  readonly field: string
  /** In the text as a reader sees it, in characters. */
  readonly position: number
  /** As the text writes it. */
  readonly found: string
  readonly before: string
  readonly after: string
  /** A sentence ends within it: two words may happen to meet. */
  readonly across: boolean
}

/** So many are told; beyond that it is counted. */
export const hitsTold = 500
const aroundMax = 20

/** A piece of text, with no half character at its ends. */
const whole = (piece: string) => piece.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
const lineOf = (piece: string, side: 'before' | 'after') => {
  const lines = whole(piece).split('\n')
  return (side === 'before' ? lines.at(-1) : lines[0]) ?? ''
}

/** Characters before each of some places, in one walk. */
function positionsOf(text: string, places: readonly number[]): number[] {
  let at = 0
  let count = 0
  return places.map((place) => {
    for (; at < place; at += 1) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1
    return count
  })
}

/** What stands on both sides of a place, within its line. */
export const aroundOf = (text: string, start: number, end: number) => ({
  before: lineOf(text.slice(Math.max(start - aroundMax, 0), start), 'before'),
  after: lineOf(text.slice(end, end + aroundMax), 'after'),
})

/** The words in some texts. @returns the first of them, how many there are, and of each word how often it occurs, and whether once within a sentence */
export function hitsIn(automaton: Automaton, texts: readonly Looked[]) {
  const hits: Hit[] = []
  const times = new Map<number, { times: number; whole: boolean }>()
  let total = 0
  for (const { field, text } of texts.map(asRead)) {
    const told: Found[] = []
    eachWord(automaton, text, (found) => {
      const known = times.get(found.word)
      times.set(found.word, { times: (known?.times ?? 0) + 1, whole: known?.whole === true || !found.across })
      total += 1
      if (total <= hitsTold) told.push(found)
    })
    const positions = positionsOf(
      text,
      told.map(({ start }) => start),
    )
    told.forEach(({ word, start, end, across }, i) => {
      const place = { field, position: positions[i] as number, found: text.slice(start, end) }
      hits.push({ word, ...place, ...aroundOf(text, start, end), across })
    })
  }
  return { hits, total, times: [...times] }
}
export type Hits = ReturnType<typeof hitsIn>

/** Somebody's own data that were found. */
export interface PersonalHit extends Pick<Hit, 'field' | 'position' | 'found' | 'before' | 'after'> {
  readonly kind: PersonalKind
  /** The same with the data hidden. */
  readonly masked: string
}

/** Somebody's own data in some texts. @returns the first of them, how many there are, and how many of each kind */
export function personalHits(texts: readonly Looked[]) {
  const hits: PersonalHit[] = []
  const kinds = new Map<PersonalKind, number>()
  let total = 0
  for (const { field, text, strangers } of texts.map(asRead)) {
    const found = personalIn(text, strangers)
    const told = found.slice(0, Math.max(0, hitsTold - total))
    total += found.length
    for (const { kind } of found) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const positions = positionsOf(
      text,
      told.map(({ start }) => start),
    )
    told.forEach(({ kind, start, end }, i) => {
      const piece = text.slice(start, end)
      const place = { field, position: positions[i] as number, found: piece, masked: maskedAs(kind, piece) }
      hits.push({ kind, ...place, ...aroundOf(text, start, end) })
    })
  }
  return { hits, total, kinds: [...kinds] }
}
export type PersonalHits = ReturnType<typeof personalHits>
