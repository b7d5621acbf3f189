const digits = '〇一二三四五六七八九'

/** 1 → 一, 12 → 十二, 20 → 二十, 101 → 一百零一; more than 999 stays in digits. */
function chinese(n: number): string {
  const [hundreds, tens, ones] = [Math.floor(n / 100), Math.floor(n / 10) % 10, n % 10]
  if (n < 1 || hundreds > 9) return String(n)
  const ten = tens === 0 ? (hundreds && ones ? '零' : '') : `${tens === 1 && !hundreds ? '' : digits[tens]}十`
  return `${hundreds ? `${digits[hundreds]}百` : ''}${ten}${ones ? digits[ones] : ''}`
}

/** 1 → a, 26 → z, 27 → aa. */
const letters = (n: number): string =>
  n < 1 ? '' : letters(Math.floor((n - 1) / 26)) + String.fromCharCode(97 + ((n - 1) % 26))

const romans: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
  ] as const),
  ...([
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
  ] as const),
  ...([
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
]
/** As browsers do, what no Roman number is written for stays in digits. */
function roman(n: number): string {
  if (n < 1 || n > 3999) return String(n)
  let left = n
  return romans.reduce((text, [value, sign]) => {
    const times = Math.floor(left / value)
    left -= times * value
    return text + sign.repeat(times)
  }, '')
}

type Numbering = (n: number) => string
const dotted =
  (number: Numbering): Numbering =>
  (n) =>
    `${number(n)}.`
const inChinese: Numbering = (n) => `${chinese(n)}、`
const small = { letter: dotted(letters), roman: dotted(roman) }
const large = { letter: dotted((n) => letters(n).toUpperCase()), roman: dotted((n) => roman(n).toUpperCase()) }
const rowOf =
  (signs: string): Numbering =>
  (n) =>
    `${signs[n - 1] ?? n}、`

/** How a list that the site would count 1. 2. 3. is counted where it comes from, by its `type` or its `list-style-type`. */
export const numberings: Readonly<Record<string, Numbering>> = {
  a: small.letter,
  A: large.letter,
  i: small.roman,
  I: large.roman,
  'lower-alpha': small.letter,
  'lower-latin': small.letter,
  'upper-alpha': large.letter,
  'upper-latin': large.letter,
  'lower-roman': small.roman,
  'upper-roman': large.roman,
  'cjk-ideographic': inChinese,
  'simp-chinese-informal': inChinese,
  'trad-chinese-informal': inChinese,
  'cjk-decimal': (n) => `${String(n).replace(/\d/g, (digit) => digits[Number(digit)] as string)}、`,
  'cjk-heavenly-stem': rowOf('甲乙丙丁戊己庚辛壬癸'),
  'cjk-earthly-branch': rowOf('子丑寅卯辰巳午未申酉戌亥'),
  none: () => '',
}

/** A label that shows a point and no number: ●, ■, – or a letter that Wingdings draws as one of them. */
export const isBullet = (label: string): boolean =>
  label !== '' && (!/[\p{L}\p{N}]/u.test(label) || /^\p{Script=Latin}$/u.test(label))

/** The number of 「1.」; null for any other label. */
export const simpleNumber = (label: string): number | null => {
  const [, number] = /^(\d{1,4})[.．]$/.exec(label) ?? []
  return number ? Number(number) : null
}

/**
 * A label as it is written before its text: 「一、」「（一）」「1.」 stand close to it, 「第一条」 before a full-width blank, 「1.1」
 * before a blank, and 「1.」 too where 「1.2026 年」 could be misread.
 */
export function labelBefore(label: string, text: string): string {
  if (label === '' || text === '') return label
  if (/^第.+[条章节编款项]$/.test(label)) return `${label}\u3000`
  const latin = /^[\da-z]/i.test(text)
  return /[\p{P}\p{No}]$/u.test(label) && !(latin && /[.)]$/.test(label)) ? label : `${label} `
}

const compact = (text: string) => text.replace(/\s/g, '')
const labelShape =
  /^(?:第[\d一二三四五六七八九十百零〇]{1,6}[条章节编款项]|[（(]?[\da-zA-Z一二三四五六七八九十百零〇.]{1,8}[）)]?[、.．]?|[\u2460-\u2473])$/
/** No label that has this shape is longer. */
const labelLength = 11
/** Finds the label that a line has before these words; null where none has. */
export type FindLabel = (words: string) => string | null

/**
 * The labels of a plain text, by the words behind them, each found once. LibreOffice writes 「一、」 there, and in HTML a list
 * that is counted 1. 2. 3.
 */
export function labelsIn(plain: string): FindLabel {
  const found = new Map<string, { readonly line: number; readonly label: string }[]>()
  for (const [line, text] of plain.split('\n', 5000).map(compact).entries())
    for (let end = 1; end <= labelLength && end < text.length; end += 1) {
      const label = text.slice(0, end)
      if (!labelShape.test(label)) continue
      const behind = text.slice(end)
      const known = found.get(behind)
      if (known) known.push({ line, label })
      else found.set(behind, [{ line, label }])
    }
  for (const lines of found.values()) lines.reverse()
  const used = new Set<number>()
  return (words) => {
    const lines = found.get(compact(words)) ?? []
    for (let next = lines.pop(); next; next = lines.pop())
      if (!used.has(next.line)) {
        used.add(next.line)
        return next.label
      }
    return null
  }
}
