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

/** A thread keeps what it compiled last: the words that hold, and those that are tried beside them. */
const keptMost = 2
let kept: readonly { readonly lines: string; readonly automaton: Automaton }[] = []

function automatonKept(lines: string): Automaton {
  const one = kept.find((there) => there.lines === lines) ?? { lines, automaton: automatonFrom(lines) }
  kept = [one, ...kept.filter((there) => there !== one)].slice(0, keptMost)
  return one.automaton
}

/** Looks through several texts, each with fields of its own, in a thread. */
export function lookThrough({
  lines,
  texts,
}: {
  readonly lines: string
  readonly texts: readonly (readonly Looked[])[]
}): Hits[] {
  const automaton = automatonKept(lines)
  return texts.map((one) => hitsIn(automaton, one))
}
