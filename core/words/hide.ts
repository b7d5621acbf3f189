import { masked } from '../domain/personal.ts'
import { readings } from './disguised.ts'
import { homeTold, type Signs } from './dwelling.ts'
import { fold, isBetween, isPairBetween } from './fold.ts'
import { type Looked, type PersonalHits, personalHits } from './hits.ts'
import { namesIn, perhapsIn } from './names.ts'
import { figuresOf } from './numbers.ts'
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

/** So many signs somebody may put between the characters of a name. */
const betweenMost = 8
const isLine = (unit: number) => unit === 10 || unit === 13

/** The signs of a text that may be of a name, as they are sought (`fold`), and where each stands. */
export function signsOf(text: string): Signs {
  const folded = fold(text)
  let signs = ''
  const at: number[] = []
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (isPairBetween(text, i)) i += 1
    if (unit !== text.charCodeAt(i) || isBetween(unit) || isLine(unit)) continue
    signs += folded[i]
    at.push(i)
  }
  return { signs, at }
}

/** Where a text names somebody, however that is spaced; looked for from sign to sign, for both are of strangers' making. @param of the text */
export function placesOf({ signs, at }: Signs, name: string): { readonly from: number; readonly to: number }[] {
  const wanted = signsOf(name).signs
  if (wanted === '') return []
  const found: { from: number; to: number }[] = []
  for (let start = signs.indexOf(wanted); start >= 0; ) {
    const end = start + wanted.length
    const places = at.slice(start, end)
    const apart = places.some((place, n) => n > 0 && place - (places[n - 1] as number) - 1 > betweenMost)
    if (!apart) found.push({ from: places[0] as number, to: (places.at(-1) as number) + 1 })
    start = signs.indexOf(wanted, apart ? start + 1 : end)
  }
  return found
}

/** Fewer digits stand in any text. */
const figuresLeast = 7

/** The figures of a number as somebody gave it, a phone without its country. */
const figuresOfOwn = (own: string): string => figuresOf(own).replace(/^(?:00)?86(?=1[3-9]\d{9}$)/, '')

/** Looks for people in a text, which is read once however many they are. */
export interface Seeker {
  /** Whether it names somebody, however that is spaced. @param name as it was filled in (`namesIn`) */
  names(name: string): boolean
  /** What of the field for a name stands there and may be one, or else a word (`perhapsIn`); null: nothing. */
  mayName(name: string): string | null
  /** Whether it says what somebody has said of themselves: a number also in other figures or what looks like them, and with anything between them. */
  tells(own: string): boolean
  /** Whether it says where somebody lives, also without the county and town, or in other figures. */
  lives(address: string): boolean
}

/** What people say for the signs of an address of e-mail. */
const emailWords = ['at', '艾特', '圈a'].flatMap((at) => ['', 'dot', '点'].map((dot) => [at, dot] as const))
const emailsOf = (own: string): string[] =>
  own.includes('@') ? emailWords.map(([at, dot]) => own.replace('@', at).replaceAll('.', dot)) : []

/** @param text as its reader sees it */
export function seekerIn(text: string): Seeker {
  const signs = signsOf(text)
  let read: readonly string[] | undefined
  let told: ReturnType<typeof homeTold> | undefined
  const holds = (own: string) => placesOf(signs, own).length > 0
  const isNamed = (one: string) => holds(one) || isAddressed(text, one)
  return {
    names: (name) => namesIn(name).some(isNamed),
    mayName: (name) => perhapsIn(name).find(isNamed) ?? null,
    tells(own) {
      if ([own, ...emailsOf(own)].some(holds)) return true
      const figures = figuresOfOwn(own)
      if (figures.length < figuresLeast) return false
      read ??= readings(text).map(figuresOf)
      return read.some((one) => one.includes(figures))
    },
    lives(address) {
      told ??= homeTold(signs, signsOf)
      return told(address)
    },
  }
}

/** Whom a letter speaks to without their surname: 「建国同志您好」. */
const asAddressed = (given: string) => new RegExp(`${given}(?=同志|先生|女士|老师|[您你]好)`, 'g')
const isAddressed = (text: string, name: string): boolean => {
  const given = givenOf(name)
  return given !== undefined && text.includes(given) && asAddressed(given).test(text)
}
const givenOf = (name: string): string | undefined => /^[\u4e00-\u9fff]([\u4e00-\u9fff]{2})$/.exec(name)?.[1]

/** A text in which somebody's name is hidden, and what may be it. @param name as it was filled in (`namesIn`, `perhapsIn`) */
export const hideName = (text: string, name: string): string =>
  [...namesIn(name), ...perhapsIn(name)].sort((a, b) => b.length - a.length).reduce(hideOne, text)

function hideOne(text: string, name: string): string {
  const hidden = masked('name', name)
  const given = givenOf(name)
  let told = ''
  let from = 0
  for (const place of placesOf(signsOf(text), name)) {
    told += text.slice(from, place.from) + hidden
    from = place.to
  }
  told += text.slice(from)
  return given ? told.replaceAll(asAddressed(given), '**') : told
}
