/** Numbers as they are said. */

const digits = '零一二三四五六七八九'
const places = ['', '十', '百', '千']
const groups = ['', '万', '亿', '万亿']
/** More digits than that are no number that is counted in. */
const most = 16

const said = (digit: string): string => digits[Number(digit)] ?? ''

/** Digit by digit, as years and codes are read: 2026 → 二零二六. */
export const byDigit = (text: string): string => text.replace(/\d/g, said)

/** The same as telephone numbers are read: 110 → 幺幺零. */
export const asPhone = (text: string): string => text.replace(/\d/g, (digit) => (digit === '1' ? '幺' : said(digit)))

/** At most four digits: 1020 → 一千零二十. */
function four(text: string): string {
  let out = ''
  for (const [i, digit] of [...text].entries()) {
    if (digit !== '0') out += said(digit) + places[text.length - 1 - i]
    else if (out !== '' && !out.endsWith('零')) out += '零'
  }
  return out.replace(/零$/, '')
}

/** A whole number: 12 → 十二, 10500 → 一万零五百. One that begins with a zero, or is too long to count, digit by digit. */
export function counted(text: string): string {
  if (text.length > most || (text.length > 1 && text.startsWith('0'))) return byDigit(text)
  if (text === '0') return '零'
  const parts: string[] = []
  for (let end = text.length; end > 0; end -= 4) parts.unshift(text.slice(Math.max(0, end - 4), end))
  let out = ''
  for (const [i, part] of parts.entries()) {
    const words = four(part)
    if (words === '') continue
    if (out !== '' && part.startsWith('0')) out += '零'
    out += words + groups[parts.length - 1 - i]
  }
  return out.startsWith('一十') ? out.slice(1) : out
}

/** A number with or without decimals: 98.6 → 九十八点六. */
export function numeral(text: string): string {
  const [whole = '', decimals] = text.split('.')
  return decimals === undefined ? counted(whole) : `${counted(whole)}点${byDigit(decimals)}`
}
