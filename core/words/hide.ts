import { type Looked, type PersonalHits, personalHits } from './hits.ts'
import { replacedIn } from './replace.ts'

/** Somebody's own data in some texts, hidden. */
export interface Hidden {
  /** The texts that changed, by their fields. */
  readonly changed: ReadonlyMap<string, string>
  /** What was found before. */
  readonly found: PersonalHits
  /** What is still there: a tag stands within it. */
  readonly left: number
}

/** Hides somebody's own data wherever it stands in some texts, as a press in the console does (`maskedAs`). */
export function hideIn(texts: readonly Looked[]): Hidden {
  const found = personalHits(texts)
  const now = new Map(texts.map((one) => [one.field, one]))
  const changed = new Map<string, string>()
  let hits = found
  // what is told of at once has an end; each round hides what the one before could not see
  for (let before = Number.POSITIVE_INFINITY; hits.total > 0 && hits.total < before; ) {
    before = hits.total
    for (const [find, to] of new Map(hits.hits.map((hit) => [hit.found, hit.masked])))
      for (const { field, text } of replacedIn([...now.values()], { find, to }, () => true).changed) {
        changed.set(field, text)
        now.set(field, { ...(now.get(field) as Looked), text })
      }
    hits = personalHits([...now.values()])
  }
  return { changed, found, left: hits.total }
}

/** A plain text with somebody's own data hidden; null stays null. */
export function hideOwn<T extends string | null>(text: T): T {
  if (!text) return text
  return (hideIn([{ field: 'text', text }]).changed.get('text') ?? text) as T
}
