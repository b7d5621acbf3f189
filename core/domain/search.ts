/** How far back a search of the site goes. */
export const searchSpans = { 0: '不限', 1: '一天内', 2: '一周内', 3: '一个月内', 4: '一年内' } as const

/** The days of each; none: without an end. */
export const spanDays: Readonly<Record<string, number>> = { 1: 1, 2: 7, 3: 30, 4: 365 }

const most = 8
/** Words of what was typed: parted by blanks, those in quotes together. The longest come first, since they are the rarest. */
export function wordsOf(typed: string): string[] {
  const pieces = [...typed.matchAll(/["“”]([^"“”]+)["“”]|[^\s"“”]+/g)].map(([whole, quoted]) =>
    (quoted ?? whole).trim(),
  )
  return [...new Set(pieces.filter((piece) => piece !== ''))].sort((a, b) => b.length - a.length).slice(0, most)
}
