import { table } from './initials-table.ts'

/** The characters of the table, in its order. */
export const ranges: readonly (readonly [from: number, to: number])[] = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
]

/** Stands for a character whose reading is not known. */
export const unread = '-'

/** The first letters of every character of a range, in their order. */
function readRanges(): string[][] {
  const entries = (table.match(/[A-Z]{0,7}[a-z-]/g) ?? []).map((letters) => letters.toLowerCase())
  return ranges.map(([from, to]) => entries.splice(0, to - from + 1))
}

const known = readRanges()

/** The first letters of a character's readings (`cz` for 重); itself, in small letters, where there are none. */
export function initialsOf(character: string): string {
  const code = character.codePointAt(0) as number
  for (const [i, [from, to]] of ranges.entries())
    if (from <= code && code <= to) {
      const letters = known[i]?.[code - from] ?? unread
      return letters === unread ? character : letters
    }
  return character.toLowerCase()
}
