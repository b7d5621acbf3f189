import { breaks, fold, foldTable, isBetween, skipped } from './fold.ts'

/** A word that is sought. */
export interface Pattern {
  readonly word: string
  /** What lies within it is no hit: 大麻烦 for 大麻. */
  readonly allowed: boolean
}

/**
 * Words as one table that a text is walked through once (Aho and Corasick), laid out as a double array: the state after a character is
 * `base[state] + symbol`, if `check` says that it came from there. Symbols are the characters that occur in words; all others end a word.
 */
export interface Automaton {
  /** For each code unit its symbol, `breaks` or `skipped`. */
  readonly symbols: Uint16Array
  /** Symbols from here on are signs: they are a step where a word has one there, and passed over where none has. */
  readonly signsFrom: number
  readonly base: Int32Array
  readonly check: Int32Array
  readonly fail: Int32Array
  /** Where a word ends: its number, else -1. */
  readonly ends: Int32Array
  /** The next state on the way of failures at which a shorter word ends, else 0. */
  readonly shorter: Int32Array
  /** How many steps lie behind each word. */
  readonly lengths: Uint16Array
  readonly patterns: readonly Pattern[]
}

/** A word may have so many characters. */
export const wordMax = 50
const blank = /[\s\p{Z}\p{Cf}]/gu

/** A word as its steps: folded, without blanks. */
export const stepsOf = (word: string): string => fold(word.replace(blank, ''))

interface Node {
  readonly next: Map<number, number>
  end: number
}

/** The words as a tree of steps. Of two that are the same when folded the first stays, but an allowed one before all. */
function treeOf(patterns: readonly Pattern[], symbols: Uint16Array, lengths: Uint16Array): Node[] {
  const nodes: Node[] = [{ next: new Map(), end: -1 }]
  patterns.forEach(({ word, allowed }, number) => {
    const steps = stepsOf(word)
    lengths[number] = steps.length
    if (steps.length === 0) return
    let at = 0
    for (let i = 0; i < steps.length; i += 1) {
      const symbol = symbols[steps.charCodeAt(i)] as number
      const { next } = nodes[at] as Node
      const there = next.get(symbol)
      if (there === undefined) next.set(symbol, nodes.push({ next: new Map(), end: -1 }) - 1)
      at = there ?? nodes.length - 1
    }
    const node = nodes[at] as Node
    if (node.end < 0 || (allowed && !patterns[node.end]?.allowed)) node.end = number
  })
  return nodes
}

/** Numbers the characters of all words: letters first, then signs. */
function alphabetOf(patterns: readonly Pattern[]): { symbols: Uint16Array; signsFrom: number; size: number } {
  const units = new Set<number>()
  for (const { word } of patterns) {
    const steps = stepsOf(word)
    for (let i = 0; i < steps.length; i += 1) units.add(steps.charCodeAt(i))
  }
  const letters = [...units].filter((unit) => !isBetween(unit))
  const signs = [...units].filter(isBetween)
  const own = new Map([...letters, ...signs].map((unit, at) => [unit, at + 2]))
  const symbols = foldTable().map((unit) => own.get(unit) ?? (isBetween(unit) ? skipped : breaks))
  return { symbols, signsFrom: letters.length + 2, size: units.size + 2 }
}

/** Finds room for the children of each state, first come first served. */
class Room {
  base = new Int32Array(1024)
  check = new Int32Array(1024).fill(-1)
  private from = 1

  /** Room up to here, so that no look at a symbol's place leaves the tables. */
  reach(size: number): void {
    if (size < this.check.length) return
    const long = Math.max(size + 1, this.check.length * 2)
    const base = new Int32Array(long)
    base.set(this.base)
    const check = new Int32Array(long).fill(-1)
    check.set(this.check)
    this.base = base
    this.check = check
  }

  /** @param symbols in order @returns where they begin: each then stands at that place and its own number */
  place(state: number, symbols: readonly number[]): number {
    const [first = 0] = symbols
    const last = symbols.at(-1) as number
    while ((this.check[this.from] ?? -1) >= 0) this.from += 1
    let at = Math.max(this.from, first + 1)
    let tries = 0
    for (; ; at += 1) {
      const begin = at - first
      this.reach(begin + last)
      if (symbols.every((symbol) => (this.check[begin + symbol] as number) < 0)) {
        for (const symbol of symbols) this.check[begin + symbol] = state
        this.base[state] = begin
        // where little is free the front is given up: room is cheaper than looking
        if (tries > 256) this.from = Math.max(this.from, at - 64)
        return begin
      }
      tries += 1
    }
  }
}

/** @param patterns the words, at least two characters each; one that is only blanks is passed over */
export function automatonOf(patterns: readonly Pattern[]): Automaton {
  const { symbols, signsFrom, size: symbolCount } = alphabetOf(patterns)
  const lengths = new Uint16Array(patterns.length)
  const nodes = treeOf(patterns, symbols, lengths)
  const room = new Room()
  room.check[0] = 0
  const stateOf = new Int32Array(nodes.length)
  const order: number[] = [0]
  for (let i = 0; i < order.length; i += 1) {
    const number = order[i] as number
    const { next } = nodes[number] as Node
    if (next.size === 0) continue
    const sorted = [...next].sort(([a], [b]) => a - b)
    const state = stateOf[number] as number
    const begin = room.place(
      state,
      sorted.map(([symbol]) => symbol),
    )
    for (const [symbol, child] of sorted) {
      stateOf[child] = begin + symbol
      order.push(child)
    }
  }
  room.reach(stateOf.reduce((most, one) => Math.max(most, one), 0) + symbolCount)
  const { base, check } = room
  const size = check.length
  const ends = new Int32Array(size).fill(-1)
  const fail = new Int32Array(size)
  const shorter = new Int32Array(size)
  for (const number of order) {
    const { next, end } = nodes[number] as Node
    const state = stateOf[number] as number
    ends[state] = end
    for (const [symbol, child] of next) {
      let back = number === 0 ? -1 : (fail[state] as number)
      let to = 0
      for (; back >= 0; back = back === 0 ? -1 : (fail[back] as number)) {
        const there = (base[back] as number) + symbol
        if (check[there] === back && there !== 0) {
          to = there
          break
        }
      }
      const own = stateOf[child] as number
      fail[own] = to
    }
  }
  // a state's failure is nearer to the root, so it is complete when the state's turn comes
  for (const number of order) {
    const state = stateOf[number] as number
    const back = fail[state] as number
    if (state !== 0) shorter[state] = (ends[back] as number) >= 0 ? back : (shorter[back] as number)
  }
  return { symbols, signsFrom, base, check, fail, ends, shorter, lengths, patterns }
}
