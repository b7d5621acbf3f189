import { asSeen } from '../domain/laid.ts'
import { homesLike } from './dwelling.ts'
import { placesOf, signsOf } from './hide.ts'
import { digitsIn } from './numbers.ts'
import { type PersonalFound, type PersonalKind, personalIn } from './personal.ts'

/** An answer that tells once more what somebody has told of themselves: their house, their number. */

/** What somebody has told of themselves. */
export interface Told {
  readonly kind: PersonalKind
  /** As they wrote it. */
  readonly text: string
  /** Its letters and figures. */
  readonly signs: string
  /** Its house, stairs and room, whatever they are called: `-3-2-501`; '': a single number tells no home. */
  readonly house: string
  /** The group of a village, with its name, as either is said: `可仙村5组`, `可仙村第5组`; none where it stands behind no village. */
  readonly groups: readonly string[]
}

/** So many different things somebody tells of themselves; what is more is made to cost time. */
const toldMost = 100

/** So few signs stand in any text. */
const signsLeast = 4
/** A landline without its district. */
const landlineLength = 7

/** A village's name, as far as it tells it from others, and a group of it that ends there. */
const groupOfVillage = /([\u4e00-\u9fff]{2}[村社区屯寨庄坊队])第?([\d一二三四五六七八九十]{1,3})(?:村民)?小?组$/
/** So far before it a village's name stands. */
const villageMost = 12

const groupsOf = (text: string): string[] => {
  const [, village, number = ''] = groupOfVillage.exec(signsOf(text).signs) ?? []
  return village ? ['', '第'].map((sign) => `${village}${sign}${digitsIn(number)}组`) : []
}

const plainOf = (piece: string): string => digitsIn(signsOf(piece).signs)

/** Numbers of a home in their order. */
const houseOf = (signs: string): string => {
  const numbers = signs.match(/\d+/g) ?? []
  return numbers.length > 1 ? `-${numbers.join('-')}` : ''
}

/** What of their own somebody from outside tells in what they wrote. @param texts as they were written */
export function toldIn(texts: readonly string[]): readonly Told[] {
  const all = new Map<string, Told>()
  for (const given of texts) {
    const text = asSeen(given)
    for (const { kind, start, end } of personalIn(text, true)) {
      if (all.size >= toldMost) return [...all.values()]
      const piece = text.slice(start, end)
      if (all.has(piece)) continue
      const signs = plainOf(piece)
      const home = kind === 'address'
      const behind = home ? start + piece.indexOf('组') + 1 : start
      const groups = behind > start ? groupsOf(text.slice(Math.max(0, start - villageMost), behind)) : []
      all.set(piece, { kind, text: piece, signs, house: home ? houseOf(signs) : '', groups })
    }
  }
  return [...all.values()]
}

/** Whether one is the other, or stands in it. */
const isWithin = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) >= signsLeast && (one.includes(other) || other.includes(one)))

const isHome = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.endsWith(other) || other.endsWith(one))

/** Whether what is somebody's by any reading is what was told: 「三号楼2单元501室」 and 「红旗小区3号楼2单元501」. */
const isSame = (signs: string, house: string, told: Told): boolean =>
  isWithin(signs, told.signs) || isHome(house, told.house)

/** By which words the same is told where its label, or what stands before it, is left out. */
function wordsOf({ kind, text, signs }: Told): string[] {
  const words = [text]
  if (kind === 'landline') words.push(signs.slice(-landlineLength))
  // without its province
  if (kind === 'plate' && signs.length > 5) words.push(text.replace(/^[\u4e00-\u9fff]/, ''))
  return words.filter(
    (one) => [...one].length >= signsLeast && /[\dA-Za-z０-９Ａ-Ｚａ-ｚ一二三四五六七八九十]/.test(one),
  )
}

/** A room alone: 「您家502」 of 「我家502」. */
function* roomsLike(text: string, { kind, signs }: Told): Generator<PersonalFound> {
  if (kind !== 'address' || !/^\d{3,4}$/.test(signs)) return
  for (const { index } of text.matchAll(new RegExp(`(?<=[家住室])${signs}(?!\\d)|(?<!\\d)${signs}(?=[室户])`, 'g')))
    yield { kind, start: index, end: index + signs.length }
}

/** A village's group alone: 「可仙村五组」 of whoever lives there. */
function* groupsLike(plain: string, at: readonly number[], { kind, groups }: Told): Generator<PersonalFound> {
  for (const group of groups)
    for (let from = plain.indexOf(group); from >= 0; from = plain.indexOf(group, from + 1)) {
      const number = from + group.search(/第|\d|十/)
      yield { kind, start: at[number] as number, end: (at[from + group.length - 1] as number) + 1 }
    }
}

/** What was told, looked for in an answer as it was told. */
function* told(text: string, all: readonly Told[]): Generator<PersonalFound> {
  const signs = signsOf(text)
  const homes = homesLike(signs)
  const plain = digitsIn(signs.signs)
  for (const one of all) {
    const { kind } = one
    for (const word of wordsOf(one))
      for (const { from, to } of placesOf(signs, word)) yield { kind, start: from, end: to }
    if (kind !== 'address') continue
    for (const { from, to } of homes(signsOf(one.text))) yield { kind, start: from, end: to }
    yield* roomsLike(text, one)
    yield* groupsLike(plain, signs.at, one)
  }
}

/** What by a stranger's reading is somebody's, and was told: an office may have numbers like it, and these are none of its own. */
const readAgain = (text: string, all: readonly Told[]): PersonalFound[] =>
  personalIn(text, true).filter(({ kind, start, end }) => {
    const signs = plainOf(text.slice(start, end))
    const house = kind === 'address' ? houseOf(signs) : ''
    return all.some((one) => isSame(signs, house, one))
  })

/**
 * Somebody's data in a text: what is so by itself, and what whoever wrote, or is answered, has told of themselves here or elsewhere: a number
 * that has its label in the title stands without one behind it.
 * @param text as its reader sees it
 * @param strangers as for `personalIn`
 */
export function personalAmong(text: string, all: readonly Told[], strangers: boolean): PersonalFound[] {
  const own = personalIn(text, strangers)
  // all that a stranger's reading finds is found already where it is one
  const again = all.length === 0 ? [] : [...(strangers ? [] : readAgain(text, all)), ...told(text, all)]
  const found = [...own, ...again].sort((a, b) => a.start - b.start || b.end - a.end)
  // of what was found in two ways the longer one
  let until = 0
  return found.filter(({ start, end }) => {
    const more = start >= until
    if (more) until = end
    return more
  })
}
