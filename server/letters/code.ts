import { randomInt } from 'node:crypto'

/** Signs that nobody takes for one another, on paper or on the phone. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 12

/** A code that nobody guesses: 31¹², in groups of four as it is read out. */
export function newCode(): string {
  const all = Array.from({ length: codeLength }, () => signs[randomInt(signs.length)]).join('')
  return (all.match(/.{4}/g) ?? []).join('-')
}

/** A code as it was typed: without blanks, dashes and what nobody sees, in capitals and half width. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase()
