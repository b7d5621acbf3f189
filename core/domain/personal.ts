import { surnameLength } from './surnames.ts'

/** What is left of something personal for whoever has not asked to read it. */
const middle = (text: string, from: number, to: number): string => {
  const all = [...text]
  if (all.length <= from + to) return '*'.repeat(all.length)
  return [...all.slice(0, from), ...'*'.repeat(all.length - from - to), ...all.slice(all.length - to)].join('')
}

/** An address up to where it begins to tell the house: its number, 「三组」, or 「三-五〇二」. */
function beforeHouse(text: string): string {
  const at = text.search(
    /[\d０-９]|[一二三四五六七八九十百〇零壹贰叁肆伍陆柒捌玖]{1,5}(?:[号室幢栋座排组户楼#＃~～/－—–‐‑-]|单元)|[A-Za-zＡ-Ｚ](?=[号栋幢座#＃]|单元)/,
  )
  return at < 0 ? text : text.slice(0, at)
}

const signsIn = (text: string): number => [...text].filter((one) => !/[\s()（）－—-]/.test(one)).length

/** The kinds of personal data, each with how it is masked. */
export const masks = {
  // of a number without its district three and four figures would be all of it
  phone: (text: string) => (signsIn(text) <= 8 ? '*'.repeat([...text].length) : middle(text, 3, 4)),
  idNumber: (text: string) => middle(text, 2, 3),
  plate: (text: string) => middle(text, 2, 2),
  // who gave a surname alone has it shown as others have theirs
  name: (text: string) => ([...text].length === 1 ? `${text}*` : middle(text, surnameLength(text), 0)),
  // no house number: what is left names a road or a village, and is not found for an address again
  address: (text: string) => `${[...beforeHouse(text)].slice(0, 6).join('')}****`,
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
