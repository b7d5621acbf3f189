/** Numbers that are kept as their digits: an amount of 12.50 is no 12.5, and one of 16 places stays what it was. */

const form = /^-?\d{1,15}(?:\.\d{1,6})?$/

/** A number as a whole one of millionths, to be compared. */
function millionths(digits: string): bigint {
  const [whole = '0', part = ''] = digits.replace('-', '').split('.')
  const size = BigInt(whole + part.padEnd(6, '0'))
  return digits.startsWith('-') ? -size : size
}

/** The bounds in words, or ''. */
export function boundsSay(min: string | null, max: string | null): string {
  if (min !== null && max !== null) return `${min} 到 ${max} 之间`
  return min !== null ? `不小于 ${min}` : max !== null ? `不大于 ${max}` : ''
}

/** Why a number will not do, or null. */
export function refusedDecimal(digits: string, min: string | null = null, max: string | null = null): string | null {
  if (!form.test(digits)) return '应为数字，最多 15 位整数、6 位小数'
  const value = millionths(digits)
  const fits = (min === null || value >= millionths(min)) && (max === null || value <= millionths(max))
  return fits ? null : `应${boundsSay(min, max).replace(/^(?=[\d-])/, '在 ')}`
}
