import { asSeen } from '../domain/laid.ts'
import { fold, isBetween, isPairBetween } from './fold.ts'
import { digitsIn } from './numbers.ts'
import { type PersonalFound, type PersonalKind, personalIn } from './personal.ts'

/** An answer that tells once more what somebody has told of themselves: their house, their number. */

/** What somebody has told of themselves. */
interface Told {
  readonly kind: PersonalKind
  readonly signs: string
}

/** So few signs stand in any text. */
const signsLeast = 4

/** The letters and figures of a piece, however it is spaced and written. */
function signsOf(piece: string): string {
  const folded = fold(piece)
  let signs = ''
  for (let i = 0; i < piece.length; i += 1) {
    if (isPairBetween(piece, i)) i += 1
    else if (!isBetween(piece.charCodeAt(i))) signs += folded[i]
  }
  return digitsIn(signs)
}

/** What of their own somebody from outside tells in what they wrote. @param texts as they were written */
export const toldIn = (texts: readonly string[]): readonly Told[] =>
  texts.flatMap((given) => {
    const text = asSeen(given)
    return personalIn(text, true).map(({ kind, start, end }) => ({ kind, signs: signsOf(text.slice(start, end)) }))
  })

/** Whether one is the other, or stands in it. */
const isWithin = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) >= signsLeast && (one.includes(other) || other.includes(one)))

/** House, stairs and room, whatever they are called: `3-2-501`; '': a single number tells no home. */
const houseOf = (signs: string): string => {
  const numbers = signs.match(/\d+/g) ?? []
  return numbers.length > 1 ? `-${numbers.join('-')}` : ''
}
const isHome = (one: string, other: string) =>
  one !== '' && other !== '' && (one.endsWith(other) || other.endsWith(one))

/** Whether two tell the same of somebody: 「三号楼2单元501室」 and 「红旗小区3号楼2单元501」. */
const isSame = ({ kind, signs }: Told, other: Told) =>
  kind === other.kind &&
  (isWithin(signs, other.signs) || (kind === 'address' && isHome(houseOf(signs), houseOf(other.signs))))

/**
 * Where an answer tells what somebody has told of themselves.
 * @param text as its reader sees it
 * @param told of `toldIn`
 */
export function echoesIn(text: string, told: readonly Told[]): PersonalFound[] {
  if (told.length === 0) return []
  return personalIn(text, true).filter(({ kind, start, end }) => {
    const signs = signsOf(text.slice(start, end))
    return told.some((one) => isSame(one, { kind, signs }))
  })
}

/** Somebody's data in an answer: what is so in any text, and what whoever is answered has told of themselves. @param text as its reader sees it */
export function personalInAnswer(text: string, told: readonly Told[]): PersonalFound[] {
  const found = personalIn(text)
  const more = echoesIn(text, told).filter(({ start, end }) => !found.some((one) => one.start < end && start < one.end))
  return [...found, ...more].sort((a, b) => a.start - b.start)
}
