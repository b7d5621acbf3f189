import { digitsIn } from './numbers.ts'

/** Where somebody lives, told in other words: 「红旗小区三栋二单元五零一」, 「红旗小区3-2-501」. */

/** Provinces, counties and towns before where somebody lives. */
const above = /^.*?(?:[省市州县旗镇乡]|自治区|街道|(?<![小社园校辖])区)(?=.{6})/u
/** The part of an address that nobody else has: without what lies above it; null: it says no house. */
function houseOf(address: string): string | null {
  let house = address.trim()
  for (let shorter = house.replace(above, ''); shorter !== house; shorter = house.replace(above, '')) house = shorter
  return /[\d０-９一二三四五六七八九十〇零]/.test(house) && [...house].length >= 5 ? house : null
}

interface Numbered {
  readonly n: number
  readonly at: number
  readonly end: number
}

const counted = /\d{1,6}十?\d?|十\d?/g
/** `2十3`, `十2`, `501`: digits as `digitsIn` leaves them, with tens as they are said. */
function numberOf(text: string): number {
  const [tens = '', ones] = text.split('十')
  return ones === undefined ? Number(text) : Number(tens || 1) * 10 + Number(ones || 0)
}
const numbersIn = (plain: string): Numbered[] =>
  [...plain.matchAll(counted)].map(({ 0: text, index }) => ({ n: numberOf(text), at: index, end: index + text.length }))

/** Between two numbers of one home stand so few signs. */
const apartMost = 6
/** Behind the name of the place the first of them stands so soon. */
const behindMost = 4

/** Numbers that follow one another closely, from one on; no more than may be of a home. */
function runFrom(numbers: readonly Numbered[], first: number, most: number): number[] {
  const run: number[] = []
  for (const one of numbers.slice(first, first + most)) {
    const before = run.length > 0 ? numbers[first + run.length - 1] : undefined
    if (before && one.at - before.end > apartMost) break
    run.push(one.n)
  }
  return run
}

/** Whether a name stands right before a place, with no number between. */
function isBehind(plain: string, at: number, name: string): boolean {
  const before = plain.slice(Math.max(0, at - name.length - behindMost), at)
  const from = before.lastIndexOf(name)
  return from >= 0 && !/\d/.test(before.slice(from + name.length))
}

/** Whether the beginning of a run tells the home: its numbers in their order, with the last one, which is the room; others may be left out. */
function tellsHome(run: readonly number[], home: readonly number[]): boolean {
  let next = 0
  for (const [i, n] of run.entries()) {
    const found = home.indexOf(n, next)
    if (found < 0) return false
    next = found + 1
    if (next === home.length) return i > 0 || home.length === 1
  }
  return false
}

/** So many numbers tell a home by themselves. */
const enough = 3

/** The letters and figures of a text, and where each stands in it. */
export interface Signs {
  readonly signs: string
  readonly at: readonly number[]
}
/** As they are read: two numbers with a sign between them are two. */
function apart({ signs, at }: Signs): string {
  let told = ''
  for (let i = 0; i < signs.length; i += 1) {
    const joins = i > 0 && (at[i] as number) - (at[i - 1] as number) > 1 && /\d/.test(signs[i - 1] as string)
    told += joins && /\d/.test(signs[i] as string) ? `-${signs[i]}` : signs[i]
  }
  return digitsIn(told)
}

/**
 * Tells of a text whether it says where somebody lives, in whatever numerals, also without the county and town, or the stairs.
 * @param signsOf the letters and figures of a text, without what stands between them
 */
export function homeTold(text: Signs, signsOf: (text: string) => Signs): (address: string) => boolean {
  const [plain, close] = [apart(text), digitsIn(text.signs)]
  const numbers = numbersIn(plain)
  return (address) => {
    const house = houseOf(address)
    if (house === null) return false
    const signs = signsOf(house)
    if (close.includes(digitsIn(signs.signs))) return true
    const own = apart(signs)
    const said = numbersIn(own)
    const home = said.map(({ n }) => n)
    const name = own.slice(0, said[0]?.at ?? 0)
    return numbers.some(({ at }, i) => {
      const run = runFrom(numbers, i, home.length)
      if (name.length > 1 && isBehind(plain, at, name)) return tellsHome(run, home)
      return home.length >= enough && home.every((n, k) => run[k] === n)
    })
  }
}

/** What is said with the numbers of a home, and with no day or amount. */
const ofHome = /[号楼栋幢座单元室户组门层排巷#＃\-－—–]/
const ofOther = /[年月日时分秒元万亿%％.．:：]/

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Looks where a text tells a home by its numbers alone, in their order and with the last one: 「3号楼501」 of 「3号楼2单元501」. The text is read
 * once, however many homes are looked for.
 * @returns takes what stands where somebody lives
 */
export function homesLike(text: Signs): (home: Signs) => Span[] {
  const plain = apart(text)
  // digits that were spelled with more signs than they have would stand elsewhere
  if (plain.replaceAll('-', '').length !== text.signs.length) return () => []
  const numbers = numbersIn(plain)
  const shift: number[] = []
  let dashes = 0
  for (let i = 0; i <= plain.length; i += 1) {
    shift.push(dashes)
    if (plain[i] === '-') dashes += 1
  }
  const placeOf = (end: number): number | undefined => text.at[end - (shift[end] as number)]
  const isHomely = (words: string) => ofHome.test(words) && !ofOther.test(words.replaceAll('单元', ''))
  return (home) => {
    const own = numbersIn(apart(home)).map(({ n }) => n)
    if (own.length < 2) return []
    const found: Span[] = []
    for (let i = 0; i < numbers.length; i += 1) {
      if (!own.includes((numbers[i] as Numbered).n)) continue
      const run = runFrom(numbers, i, own.length)
      if (!tellsHome(run, own)) continue
      const [first, last] = [numbers[i] as Numbered, numbers[i + run.lastIndexOf(own.at(-1) as number)] as Numbered]
      const [from, to] = [placeOf(first.at), placeOf(last.end - 1)]
      if (from !== undefined && to !== undefined && isHomely(plain.slice(first.at, last.end + 1)))
        found.push({ from, to: to + 1 })
    }
    return found
  }
}
