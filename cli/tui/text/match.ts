let initialsOf: ((character: string) => string) | null = null

/** Loads the table of readings; filters match by characters alone until it is there. */
export async function loadReadings(): Promise<void> {
  initialsOf ??= (await import('./initials.ts')).initialsOf
}

const marks = /[\s\p{P}]/u

/** Forgets the texts of a list that is left for another kind's. */
export const forgetSpelled = (): void => known.clear()

/** A text as filters look at it: in small letters, and by the first letters of its characters; punctuation left out. */
interface Spelled {
  readonly small: string
  /** A string where every character has one reading, as nearly all titles' have. */
  readonly letters: string | readonly string[]
}

const known = new Map<string, Spelled>()
const knownMax = 50_000

/** Kept, because every key of a filter asks again. */
function spelled(text: string, initialsOf: (character: string) => string): Spelled {
  const before = known.get(text)
  if (before) return before
  if (known.size >= knownMax) known.clear()
  const letters = [...text].filter((one) => !marks.test(one)).map(initialsOf)
  const lower = text.toLowerCase()
  const made = {
    // no second copy where nothing was in capitals, as in most titles
    small: lower === text ? text : lower,
    letters: letters.some((one) => one.length > 1) ? letters : letters.join(''),
  }
  known.set(text, made)
  return made
}

/** Spells texts before somebody filters: ten thousand at once would be felt at the first key. */
export function spell(texts: Iterable<string>): void {
  if (initialsOf) for (const text of texts) spelled(text, initialsOf)
}

function beginsAt(letters: readonly string[], from: number, wanted: string): boolean {
  for (let i = 0; i < wanted.length; i++) if (!letters[from + i]?.includes(wanted[i] as string)) return false
  return true
}

function holds(letters: Spelled['letters'], wanted: string): boolean {
  if (typeof letters === 'string') return letters.includes(wanted)
  for (let from = 0; from + wanted.length <= letters.length; from++) if (beginsAt(letters, from, wanted)) return true
  return false
}

/** A test whether texts hold the word: as it stands, or by the first letters of its pinyin (`zxhy` finds 政协会议). */
export function matcher(word: string): (text: string) => boolean {
  const wanted = word.trim().toLowerCase()
  if (wanted === '') return () => true
  const initials = initialsOf
  if (!initials) return (text) => text.toLowerCase().includes(wanted)
  const byLetters = /^[a-z0-9]+$/.test(wanted)
  return (text) => {
    const { small, letters } = spelled(text, initials)
    return small.includes(wanted) || (byLetters && holds(letters, wanted))
  }
}

/** The same for one text. */
export const matches = (text: string, word: string): boolean => matcher(word)(text)
