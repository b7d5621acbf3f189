/** What is left of something personal for whoever has not asked to read it. */
const middle = (text: string, from: number, to: number): string => {
  const all = [...text]
  if (all.length <= from + to) return '*'.repeat(all.length)
  return [...all.slice(0, from), ...'*'.repeat(all.length - from - to), ...all.slice(all.length - to)].join('')
}

/** The kinds of personal data, each with how it is masked. */
export const masks = {
  phone: (text: string) => middle(text, 3, 4),
  idNumber: (text: string) => middle(text, 2, 3),
  name: (text: string) => middle(text, 1, 0),
  address: (text: string) => `${[...text].slice(0, 6).join('')}****`,
  email: (text: string) => {
    const at = text.lastIndexOf('@')
    return at < 1 ? middle(text, 1, 0) : `${middle(text.slice(0, at), 1, 0)}${text.slice(at)}`
  },
  /** A text in which a code stands. */
  coded: (text: string) => text.replace(/\d{4,}/g, (code) => '*'.repeat(code.length)),
  /** Words of somebody else's, in which any number may be somebody's. */
  digits: (text: string) => text.replace(/\p{Nd}/gu, '*'),
} as const satisfies Readonly<Record<string, (text: string) => string>>
export type Mask = keyof typeof masks

/** A value as lists, exports and detail pages show it: 「138****1234」. */
export const masked = (mask: Mask, value: string): string => (value === '' ? '' : masks[mask](value))

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Whether a text is an identity card's number: eighteen places, of which the last follows from the others. */
export function isIdNumber(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return false
  const sum = weights.reduce((all, weight, i) => all + weight * Number(text[i]), 0)
  return '10X98765432'[sum % 11] === text[17]
}
