import { type Automaton, automatonOf } from '../../core/words/automaton.ts'
import { type Hits, hitsIn, type Looked } from '../../core/words/hits.ts'
import type { KnownWord } from './known.ts'

/** Words as one text, which goes into a thread as it is: a sign whether it is allowed, and the word. */
export const linesOf = (words: readonly Pick<KnownWord, 'word' | 'list'>[]): string =>
  words.map(({ word, list }) => `${list === 2 ? '+' : '-'}${word}`).join('\n')

/** Compiles them. */
export const automatonFrom = (lines: string): Automaton =>
  automatonOf(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ word: line.slice(1), allowed: line.startsWith('+') })),
  )

/** A thread keeps what it compiled last. */
let kept: { readonly lines: string; readonly automaton: Automaton } | undefined

/** Looks through several texts, each with fields of its own, in a thread. */
export function lookThrough({
  lines,
  texts,
}: {
  readonly lines: string
  readonly texts: readonly (readonly Looked[])[]
}): Hits[] {
  if (kept?.lines !== lines) kept = { lines, automaton: automatonFrom(lines) }
  const { automaton } = kept
  return texts.map((one) => hitsIn(automaton, one))
}
