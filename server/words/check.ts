import type { WordLevel } from '../../core/domain/words.ts'
import { asRead, type Hits, hitsIn, type Looked, type PersonalHits, personalHits } from '../../core/words/hits.ts'
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
  /** By a word's id, how grave it is here. */
  readonly levels: ReadonlyMap<number, WordLevel>
  /** Somebody's own data; none where only words were asked for. */
  readonly personal: PersonalHits
}

/** Two words that happen to meet are not refused: somebody looks at them. */
const levelOf = (level: WordLevel, across: boolean): WordLevel => (across && level > 1 ? 1 : level)

const noOnes: PersonalHits = { hits: [], total: 0, kinds: [] }

function known({ words }: KnownWords, { hits, total, times }: Hits, personal = noOnes): Checked {
  const told = hits.map((hit) => {
    const one = words[hit.word] as KnownWord
    return { ...hit, known: one, level: levelOf(one.level, hit.across) }
  })
  // of all that were found, not of those alone that are told
  const levels = new Map(
    times.map(([word, { whole }]) => {
      const one = words[word] as KnownWord
      return [one.id, levelOf(one.level, !whole)]
    }),
  )
  const level = levels.size === 0 ? null : (Math.max(...levels.values()) as WordLevel)
  return { level, total, hits: told, levels, words: times.map(([word]) => words[word] as KnownWord), personal }
}

/** Looks texts through at once, for a transaction: all writers wait, and a text takes at most a tenth of a second. */
export const checkNow = (now: KnownWords, texts: readonly Looked[]): Checked => known(now, hitsIn(now.automaton, texts))

/** Looks texts through for the words that hold now, and for somebody's own data: long ones in a thread, so that they hold up nobody. */
export async function checkTexts(ctx: Ctx, texts: readonly Looked[]): Promise<Checked> {
  const now = await wordsNow(ctx)
  const length = texts.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= longText) {
    const read = texts.map(asRead)
    return known(now, hitsIn(now.automaton, read), personalHits(read))
  }
  const input = { lines: now.lines, texts: [texts] }
  const caller = `user ${whoOf(ctx).userId}`
  const { texts: aside } = ctx.parts.work
  const [[found], personal] = await Promise.all([
    aside.run('lookThrough', input, caller),
    aside.run('lookForPersonal', texts, caller),
  ])
  return known(now, found as Hits, personal)
}
