/** Edits that turn one word into the other, a swap of neighbours counting as one. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, at(i - 2, j - 2) + 1)
      ;(rows[i] as number[])[j] = best
    }
  return at(a.length, b.length)
}

/** The known word that was probably meant; undefined when none is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length * 0.4)) + 1
  for (const one of known) {
    const d = one.startsWith(word) && word.length > 1 ? 1 : distance(word, one)
    if (d < least) [best, least] = [one, d]
  }
  return best
}

/** 「，您是否想输入 article？」, or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const found = nearest(word, known)
  return found ? `，您是否想输入 ${found}？` : ''
}
