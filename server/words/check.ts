import type { WordLevel } from '../../core/domain/words.ts'
import { type Hits, hitsIn, type Looked } from '../../core/words/hits.ts'
import { longText } from '../clean-text.ts'
import { type Ctx, whoOf } from '../context.ts'
import { type KnownWord, type KnownWords, wordsNow } from './known.ts'

/** A word that was found, with what the lists say of it. */
export type KnownHit = Hits['hits'][number] & { readonly known: KnownWord; readonly level: WordLevel }

export interface Checked {
  readonly level: WordLevel | null
  readonly total: number
  readonly hits: readonly KnownHit[]
  /** The words that were found, each once. */
  readonly words: readonly KnownWord[]
}

/** Two words that happen to meet are not refused: somebody looks at them. */
const levelOf = (level: WordLevel, across: boolean): WordLevel => (across && level > 1 ? 1 : level)

function known({ words }: KnownWords, { hits, total, times }: Hits): Checked {
  const told = hits.map((hit) => {
    const one = words[hit.word] as KnownWord
    return { ...hit, known: one, level: levelOf(one.level, hit.across) }
  })
  // of all that were found, not of those alone that are told
  const levels = times.map(([word, { whole }]) => levelOf((words[word] as KnownWord).level, !whole))
  const level = levels.length === 0 ? null : (Math.max(...levels) as WordLevel)
  return { level, total, hits: told, words: times.map(([word]) => words[word] as KnownWord) }
}

/** Looks texts through for the words that hold now: long ones in a thread, so that they hold up nobody. */
export async function checkTexts(ctx: Ctx, texts: readonly Looked[]): Promise<Checked> {
  const now = await wordsNow(ctx)
  const length = texts.reduce((sum, { text }) => sum + text.length, 0)
  if (now.words.length === 0 || length <= longText) return known(now, hitsIn(now.automaton, texts))
  const input = { lines: now.lines, texts: [texts] }
  const [found] = await ctx.parts.work.texts.run('lookThrough', input, `user ${whoOf(ctx).userId}`)
  return known(now, found as Hits)
}
