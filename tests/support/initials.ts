import { pinyin } from 'pinyin-pro'
import { ranges, unread } from '../../cli/tui/text/initials.ts'

/** The first letters of a character's readings as the library knows them; those before the last in capitals. */
function initialsOf(character: string): string {
  const readings = pinyin(character, { pattern: 'first', toneType: 'none', multiple: true, type: 'array' })
  const letters = new Set(readings.map(([first = '']) => first.toLowerCase()).filter((one) => /^[a-z]$/.test(one)))
  return [...letters].map((one, i) => (i < letters.size - 1 ? one.toUpperCase() : one)).join('') || unread
}

/** The whole table anew; a second's work. */
export const madeTable = (): string =>
  ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, i) => initialsOf(String.fromCodePoint(from + i))),
    )
    .join('')
