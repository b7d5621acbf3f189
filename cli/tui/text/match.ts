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

function beginsAt(characters: readonly string[], from: number, letters: string): boolean {
  let at = 0
  for (let i = from; i < characters.length && at < letters.length; i++) {
    const character = characters[i] as string
    if (marks.test(character)) {
      if (i === from) return false
      continue
    }
    if (!initialsOf(character).includes(letters[at] as string)) return false
    at++
  }
  return at === letters.length
}

/** Whether a text holds the word: as it stands, or by the first letters of its pinyin (`zxhy` finds 政协会议). */
export function matches(text: string, word: string): boolean {
  const wanted = word.trim().toLowerCase()
  if (wanted === '' || text.toLowerCase().includes(wanted)) return true
  if (!read || !/^[a-z0-9]+$/.test(wanted)) return false
  const characters = [...text]
  return characters.some((_, from) => beginsAt(characters, from, wanted))
}
