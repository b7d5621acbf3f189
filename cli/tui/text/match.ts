/** The first letters of a character's readings, as far as they are known yet. */
const initials = new Map<string, string>()
let read: ((character: string) => string) | null = null

/** Loads the table of readings (300 KB); filters match by characters alone until it is there. */
export async function loadReadings(): Promise<void> {
  if (read) return
  const { pinyin } = await import('pinyin-pro')
  read = (character) =>
    [
      ...new Set(
        pinyin(character, { pattern: 'first', toneType: 'none', multiple: true, type: 'array' }).map((one) => one[0]),
      ),
    ]
      .join('')
      .toLowerCase()
}

function initialsOf(character: string): string {
  const known = initials.get(character)
  if (known !== undefined || !read) return known ?? ''
  const found = /\p{Script=Han}/u.test(character) ? read(character) : character.toLowerCase()
  initials.set(character, found)
  return found
}

const marks = /[\s\p{P}]/u

const spelled = new Map<string, readonly string[]>()
const spelledMax = 50_000

/** The first letters of a text's characters, punctuation left out; kept, because every key of a filter asks again. */
function lettersOf(text: string): readonly string[] {
  const before = spelled.get(text)
  if (before) return before
  if (spelled.size >= spelledMax) spelled.clear()
  const letters = [...text].filter((one) => !marks.test(one)).map(initialsOf)
  spelled.set(text, letters)
  return letters
}

function beginsAt(letters: readonly string[], from: number, wanted: string): boolean {
  for (let i = 0; i < wanted.length; i++) if (!letters[from + i]?.includes(wanted[i] as string)) return false
  return true
}

/** Whether a text holds the word: as it stands, or by the first letters of its pinyin (`zxhy` finds 政协会议). */
export function matches(text: string, word: string): boolean {
  const wanted = word.trim().toLowerCase()
  if (wanted === '' || text.toLowerCase().includes(wanted)) return true
  if (!read || !/^[a-z0-9]+$/.test(wanted)) return false
  const letters = lettersOf(text)
  for (let from = 0; from + wanted.length <= letters.length; from++) if (beginsAt(letters, from, wanted)) return true
  return false
}
