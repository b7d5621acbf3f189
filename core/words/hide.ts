import { masked } from '../domain/personal.ts'
import { type Looked, type PersonalHits, personalHits } from './hits.ts'
import { hiddenIn } from './personal.ts'
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

/** What somebody from outside wrote, with their own data hidden; null stays null. */
export function hideOwn<T extends string | null>(text: T): T {
  return (text ? hiddenIn(text, true) : text) as T
}

/** What somebody may put between the characters of a name. */
const within = String.raw`[\s\p{Cf}\p{Pd}\p{Zs}·・.．_*]{0,3}`
const nameForm = (name: string): RegExp =>
  new RegExp([...name].map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')).join(within), 'giu')

/** Whether a text names somebody, however that is spaced. */
export const isNamed = (text: string, name: string): boolean => nameForm(name).test(text)

/** A text in which somebody's name is hidden. */
export const hideName = (text: string, name: string): string => text.replace(nameForm(name), masked('name', name))
