import { isIdNumber } from '../domain/personal.ts'
import { isBetween } from './fold.ts'

/** Long numbers in a text that are somebody's own, however they are spelled. */

/** Whose a number is; landlines are looked for in what strangers wrote only, for offices publish their own. */
export type NumberKind = 'idNumber' | 'phone' | 'bankCard' | 'landline'

export interface NumberFound {
  readonly kind: NumberKind
  readonly start: number
  readonly end: number
}

const chinese = new Map(
  ['〇一二三四五六七八九', '零壹贰叁肆伍陆柒捌玖'].flatMap((signs) =>
    [...signs].map((sign, digit) => [sign.charCodeAt(0), digit] as const),
  ),
)
for (const one of '幺么') chinese.set(one.charCodeAt(0), 1)
// as they are read out over the radio
for (const [sign, digit] of Object.entries({ 洞: 0, 两: 2, 拐: 7, 勾: 9, 参: 3, 叄: 3, 弌: 1, 弍: 2, 弎: 3 }))
  chinese.set(sign.charCodeAt(0), digit)
// ㈠ …, ㊀ …
for (const first of [0x3220, 0x3280]) for (let digit = 1; digit <= 9; digit += 1) chinese.set(first + digit - 1, digit)

/** Where digits of other scripts begin: Arabic, Devanagari, Thai, … */
function* otherScripts(): Generator<readonly [first: number, digit: number, count: number, script: number]> {
  for (let first = 0x660; first < 0xff00; first += 1)
    if (/\p{Nd}/u.test(String.fromCharCode(first))) {
      yield [first, 0, 10, 1]
      first += 9
    }
}

/** Kinds of digits, by the code of the first; ten of them follow one another. Those of a kind belong together: 「①13812345678」 is a number behind another one. */
const scripts: readonly (readonly [first: number, digit: number, count: number, script: number])[] = [
  [0x30, 0, 10, 0],
  [0xff10, 0, 10, 0],
  [0x24ea, 0, 1, 2],
  [0x2460, 1, 9, 2],
  [0x2776, 1, 9, 2],
  [0x2474, 1, 9, 2],
  [0x2488, 1, 9, 2],
  [0x2080, 0, 10, 5],
  [0x2074, 4, 6, 5],
  [0x2070, 0, 1, 5],
  [0xb2, 2, 2, 5],
  [0xb9, 1, 1, 5],
  // in circles of other kinds, and Roman ones
  [0x24ff, 0, 1, 2],
  [0x24f5, 1, 9, 2],
  [0x2780, 1, 9, 2],
  [0x278a, 1, 9, 2],
  [0x2160, 1, 9, 6],
  [0x2170, 1, 9, 6],
  // those of all other scripts, as Unicode has them: always ten from nought to nine
  ...otherScripts(),
]
const chineseScript = 4

/** Digits of two code units: mathematical ones (bold, double-struck, …), those of displays, and those with a point or a comma. */
const pairs: readonly (readonly [high: number, first: number, last: number, digit: number])[] = [
  [0xd835, 0xdfce, 0xdfff, 0],
  [0xd83e, 0xdff0, 0xdff9, 0],
  [0xd83c, 0xdd01, 0xdd0a, 0],
]

/** The digit that a character is, its kind and how many code units it has; null: none. */
function digitAt(
  text: string,
  at: number,
): { readonly digit: number; readonly script: number; readonly units: number } | null {
  const code = text.charCodeAt(at)
  if (code < 0x30 || (code > 0x39 && code < 0xb2) || (code > 0xb9 && code < 0x660)) return null
  // most of a text
  if (code > 0x3000 && code < 0xd800) {
    const digit = chinese.get(code)
    return digit === undefined ? null : { digit, script: chineseScript, units: 1 }
  }
  for (const [first, digit, count, script] of scripts)
    if (code >= first && code < first + count) return { digit: digit + code - first, script, units: 1 }
  const low = text.charCodeAt(at + 1)
  for (const [high, first, last, digit] of pairs)
    if (code === high && low >= first && low <= last) return { digit: (digit + low - first) % 10, script: 3, units: 2 }
  return null
}

/** The digits of a text, one behind the other, however each is written and whatever stands between them. */
export function figuresOf(text: string): string {
  let figures = ''
  for (let at = 0; at < text.length; ) {
    const found = digitAt(text, at)
    if (found) figures += found.digit
    at += found?.units ?? 1
  }
  return figures
}

/** A text with its digits as plain ones, however each is written. */
export function digitsIn(text: string): string {
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const found = digitAt(text, at)
    plain += found ? found.digit : text[at]
    at += found?.units ?? 1
  }
  return plain
}

const crosses = new Set('XxＸｘ×ⅩⅹХхΧχ')
const isX = (c: string | undefined) => c !== undefined && crosses.has(c)
const isLatin = (c: string | undefined) => c !== undefined && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))

const setOf = (signs: string) => new Set([...signs].map((sign) => sign.charCodeAt(0)))
/** What people put between the groups of a long number. */
const plainSigns = setOf(' -\u00a0\u3000－—·')
/** What somebody may put there so that it is not seen for one. */
const oddSigns = setOf(
  '.．・•‐‑‒–―−_＿~～()（）\u00ad\u2002\u2003\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u202f\u205f\u2060\u2800\u3164\ufeff',
)
/** The same in what strangers write; in articles these part the cells of a table and the items of a list. */
const strangersSigns = setOf(
  '\n\r\t\u2028\u2029/／、|｜,，。*＊:：=＝+…;；#＃!！?？\\＼[]【】「」『』“”‘’"\'<>《》@＠^｛｝{}' +
    // marks that are laid over the sign before them, or are not seen
    '\u0302\u034f\u0600\u0601\u061c\u180e\u20dd\u20e3\ufe0e\ufe0f',
)
/** Blanks, as nobody puts them into a date or an amount. */
const blanks = /^[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164]*$/
const betweenMost = 4
const strangersMost = 6

/** Digits that stand together. */
interface Group {
  readonly start: number
  readonly end: number
  readonly digits: string
  readonly script: number
  /** What stands between it and the one before. */
  readonly sep: string
  /** That is a single sign as people put it there. */
  readonly plain: boolean
}

/** What stands between two groups of a number; null: they are two numbers. Strangers mix kinds of digits: 「138一二三四5678」. */
function between(text: string, from: number, to: number, strangers: boolean) {
  if (strangers ? to - from > strangersMost : to - from < 1 || to - from > betweenMost) return null
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (plainSigns.has(code) || oddSigns.has(code)) continue
    // of strangers any sign: no list of them has an end
    if (!strangers || !(strangersSigns.has(code) || isBetween(code))) return null
  }
  return { sep: text.slice(from, to), plain: to - from === 1 && plainSigns.has(text.charCodeAt(from)) }
}

const shortest = 11
const longest = 19
const idLength = 18

/** Rows of digits of a kind that are long enough for a number of somebody's, each with those that belong to it. */
function* rowsIn(text: string, strangers: boolean): Generator<Group[]> {
  let row: Group[] = []
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    let found = digitAt(text, at)
    if (!found) continue
    const start = at
    const { script } = found
    let digits = ''
    for (; found?.script === script; found = digitAt(text, at)) {
      digits += found.digit
      at += found.units
    }
    if (digits.length >= 3 && isX(text[at]) && !isLatin(text[at + 1])) {
      digits += 'X'
      at += 1
    }
    const last = row.at(-1)
    const parted = last && (strangers || last.script === script) ? between(text, last.end, start, strangers) : null
    if (last && !parted) {
      if (length >= shortest) yield row
      row = []
      length = 0
    }
    length += digits.length
    row.push({ start, end: at, digits, script, sep: parted?.sep ?? '', plain: parted?.plain ?? false })
    // the sign where it ends is looked at again
    at -= 1
  }
  if (length >= shortest) yield row
}

/** The sum by which a card's number is told from another one. */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const twice = digit * 2
    sum += i % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0
}

function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return Number(year) >= 1900 && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
}

const idBegins = /^[1-9]\d{5}(?:19|20)\d\d[01]\d[0-3]/
const phoneForm = /^(?:00)?(?:86)?1[3-9]\d{9}$/
const phoneAtEnd = /^(?:00)?(?:86)?1[3-9]\d{9}|1[3-9]\d{9}$/
const oldIdForm = /^[1-8][1-7]\d{13}$/
const cardForm = /^(?:62\d{14,17}|4\d{15}|5[1-5]\d{14})$/
const landlineForm = /^0(?:10|2\d|[3-9]\d\d)[2-8]\d{6,7}$/

/** Whose number it is; undefined: nobody's. What has not the length of any is not looked at. */
function kindOf(digits: string, strangers: boolean): NumberKind | undefined {
  const { length } = digits
  if (length <= 15 && phoneForm.test(digits)) return 'phone'
  // a stranger's with a mistyped digit is the number of nobody else
  if (length === 18 && idBegins.test(digits) && (strangers || (isIdNumber(digits) && isDay(digits.slice(6, 14)))))
    return 'idNumber'
  // the old ones of fifteen digits have no sum: a day tells them
  if (length === 15 && oldIdForm.test(digits) && isDay(`19${digits.slice(6, 12)}`)) return 'idNumber'
  if (length >= 16 && cardForm.test(digits) && isLuhn(digits)) return 'bankCard'
  return strangers && length <= 12 && landlineForm.test(digits) ? 'landline' : undefined
}

/** Papers of offices and shops have numbers of as many places, with a day in them. */
const numbered = /(?:编号|单号|订单|合同|流水|案号|受理号|账号)\P{N}{0,4}$/u

/** What an amount is called, right before it, and what it is counted by. */
const amountLabel =
  /(?:资金|金额|总额|投资|预算|拨款|经费|款项?|产值|收入|支出|[合共总]计)[:：为是约达\s]{0,3}(?:人民币)?$/
const amountUnit = /^(?:[.．][\d０-９]{1,2})?\s?(?:余|多)?(?:元|[万亿][元余多\s]|万亿|美元|港元|欧元|人民币)/
/** Papers and meters whose own number stands right behind their name; a user's number is somebody's. */
const papersLabel =
  /(?:发票|票据|收据|订单|合同|流水|案件|工单|受理|运单|快递|车次|文件|文书|项目|设备|资产|统计)(?:号码|编号|代码|单号|号)[:：为是\s]{0,3}$/
const chainage = /(?:桩号|里程)[:：为是\s]{0,3}[KkＫ]?$/
const ratio = /(?:比例|配比|比值|比分|之比|比率|比)[:：为是约按\s]{0,3}$/
const labelMost = 14

/**
 * Whether digits that would be a phone are something else, as what is said with them tells. What a stranger calls an amount must be a round
 * one: a phone is no less theirs for the word behind it.
 */
function isNoPhone(text: string, row: readonly Group[], strangers: boolean): boolean {
  const start = row[0]?.start ?? 0
  const before = text.slice(Math.max(0, start - labelMost), start)
  const seps = row.slice(1).map(({ sep }) => sep)
  if (seps.length > 0)
    return (
      (seps.every((sep) => /^[+＋]$/.test(sep)) && chainage.test(before)) ||
      (seps.every((sep) => /^[:：]$/.test(sep)) && ratio.test(before))
    )
  if (papersLabel.test(before)) return true
  const end = row[0]?.end ?? 0
  const isAmount = amountLabel.test(before) || amountUnit.test(text.slice(end, end + labelMost))
  return isAmount && (!strangers || /0000$/.test(row[0]?.digits ?? ''))
}

const phoneShapes = ['3,4,4', '3,8']
const countryShapes = ['1,3,3,4']
const smallShapes = ['3,2,2,2,2', '1,1,1,1,1,1,1,1,1,1,1']
const landlineShapes = ['3,8', '3,7', '4,7', '4,8', '3,4,4', '4,4,4', '4,3,4']
const cardShapes = ['4,4,4,4', '4,4,4,4,3']

/** Part of an address of the web is somebody's name for something. */
export function isInAddress(text: string, at: number): boolean {
  let from = at
  for (
    let code = text.charCodeAt(from - 1);
    at - from < 200 && code > 0x20 && code < 0x7f;
    code = text.charCodeAt(from - 1)
  )
    from -= 1
  const token = text.slice(from, at)
  return /:\/\/|www\./i.test(token)
}

/** Whether groups of digits that would be a number are written as people write one: dates, amounts and numbers of documents are not. */
function isWritten(kind: NumberKind, text: string, row: readonly Group[], strangers: boolean): boolean {
  const latin = row.some(({ start, end }) => isLatin(text[start - 1]) || isLatin(text[end]))
  if (latin && isInAddress(text, row[0]?.start ?? 0)) return false
  if (kind === 'phone' && isNoPhone(text, row, strangers)) return false
  const seps = row.slice(1)
  const plain = seps.every((one) => one.plain)
  const long = (some: readonly Group[]) => some.every(({ digits }) => digits.length >= 3)
  if (kind === 'idNumber') {
    const digits = row.map((one) => one.digits).join('')
    if (digits.length <= 15) return plain && long(row) && !latin
    // seventeen have their X behind a sign; what is wrong by its sum may be two numbers
    if (digits.length === 17 || isIdNumber(digits)) return true
    return seps.every(({ sep }) => blanks.test(sep)) && !numbered.test(text.slice(0, row[0]?.start).slice(-10))
  }
  const country = kind === 'phone' && row.length > 1 && /^(?:00)?86$/.test(row[0]?.digits ?? '')
  const rest = country ? row.slice(1) : row
  const shape = rest.map(({ digits }) => digits.length).join()
  if (kind === 'landline') return rest.length === 1 || landlineShapes.includes(shape)
  const broken = strangers && !latin && rest.length === 2 && /^\r?\n$/.test(rest[1]?.sep ?? '')
  // its sum tells it, whatever blanks a stranger puts into it
  const spaced = strangers && !latin && rest.length > 1 && seps.every(({ sep }) => blanks.test(sep)) && long(rest)
  if (kind === 'bankCard') return broken || spaced || (!latin && ((plain && long(rest)) || cardShapes.includes(shape)))
  if (rest.length === 1) return true
  // 「113.12345678」 is a number with a fraction
  if (phoneShapes.includes(shape)) return shape !== '3,8' || !/^[.．]$/.test(rest[1]?.sep ?? '')
  if (plain && long(rest)) return !latin
  if (strangers && plain && countryShapes.includes(shape)) return !latin
  // 「1390000，2222」: no amount is parted so
  if (strangers && !latin && rest.length === 2 && long(rest) && /^[^.．]$/.test(rest[1]?.sep ?? '')) return true
  // broken where a line ended
  if (broken) return true
  // 「138 1234 567 8」, 「138一二三四5678」: what a stranger writes is nobody's table
  if (strangers && !latin && rest.slice(1).every(({ sep }) => blanks.test(sep))) return true
  return (
    smallShapes.includes(shape) &&
    rest.slice(1).every(({ sep }) => sep === rest[1]?.sep && (strangers || !/[\n\r\t]/.test(sep)))
  )
}

/** Whether an X follows that a sign parts from its number. */
const isCrossed = (text: string, end: number, strangers: boolean): boolean =>
  isX(text[end + 1]) && !isLatin(text[end + 2]) && between(text, end, end + 1, strangers) !== null

/** Numbers of one row: each group by itself, or with those that follow it. */
function* inRow(text: string, row: readonly Group[], strangers: boolean): Generator<NumberFound> {
  for (let from = 0; from < row.length; ) {
    let digits = ''
    let found: NumberFound | undefined
    let next = from + 1
    for (let to = from; to < row.length; to += 1) {
      const { digits: own, end } = row[to] as Group
      digits += own
      if (digits.length > longest) break
      const crossed = digits.length === 17 && isCrossed(text, end, strangers)
      const kind = digits.length < shortest ? undefined : kindOf(crossed ? `${digits}X` : digits, strangers)
      if (!kind || !isWritten(kind, text, row.slice(from, to + 1), strangers)) continue
      found = { kind, start: row[from]?.start ?? 0, end: crossed ? end + 2 : end }
      next = to + 1
    }
    if (found) yield found
    from = next
  }
}

/** Digits that stand together with what follows the X among them: 「61052619900101123X43」. */
function runsOf(row: readonly Group[]): Group[] {
  const runs: Group[] = []
  for (const group of row) {
    const last = runs.at(-1)
    if (last && group.sep === '' && group.script === last.script)
      runs[runs.length - 1] = { ...last, end: group.end, digits: last.digits + group.digits }
    else runs.push(group)
  }
  return runs
}

/** Runs of digits that hold an identity card's number, by its sum and its day: the number of a disabled person's card has two more. */
function* holdingIds(row: readonly Group[]): Generator<NumberFound> {
  const digits = row.map((one) => one.digits).join('')
  let first = 0
  let before = 0
  for (let at = 0; at + idLength <= digits.length; at += 1) {
    while (before + (row[first] as Group).digits.length <= at) {
      before += (row[first] as Group).digits.length
      first += 1
    }
    const id = digits.slice(at, at + idLength)
    if (!idBegins.test(id) || !isIdNumber(id) || !isDay(id.slice(6, 14))) continue
    let last = first
    let length = before + (row[first] as Group).digits.length
    while (length < at + idLength) {
      last += 1
      length += (row[last] as Group).digits.length
    }
    yield { kind: 'idNumber', start: (row[first] as Group).start, end: (row[last] as Group).end }
  }
}

/** Whether digits that are too many for a phone begin or end with one: somebody ran it together with another number. */
const isRunTogether = (text: string, run: Group): boolean =>
  run.digits.length > shortest &&
  phoneAtEnd.test(run.digits) &&
  !kindOf(run.digits, true) &&
  !numbered.test(text.slice(Math.max(0, run.start - 10), run.start)) &&
  !isNoPhone(text, [run], true)

/** What a stranger writes in one with other digits. */
function* runTogether(text: string, row: readonly Group[]): Generator<NumberFound> {
  const runs = runsOf(row)
  for (const found of holdingIds(runs)) if (!isInAddress(text, found.start)) yield found
  for (const run of runs)
    if (isRunTogether(text, run) && !isInAddress(text, run.start))
      yield { kind: 'phone', start: run.start, end: run.end }
}

/** Somebody's numbers in a plain text, in time that grows with the text alone. @param strangers whether the text is what somebody from outside wrote */
export function* numbersIn(text: string, strangers: boolean): Generator<NumberFound> {
  for (const row of rowsIn(text, strangers)) {
    yield* inRow(text, row, strangers)
    if (strangers) yield* runTogether(text, row)
  }
}
