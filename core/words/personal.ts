import { isIdNumber, type Mask, masked } from '../domain/personal.ts'

/** What of somebody's own data may stand in a text by mistake, and how it is hidden. */
export const personalKinds = {
  idNumber: '身份证号',
  phone: '手机号码',
  bankCard: '银行卡号',
  address: '家庭住址',
} as const
export type PersonalKind = keyof typeof personalKinds

/** What a step of an article's history says where its writer let data stand. */
export const publicReason = '公开个人信息的理由：'

/** What the writer said, from the steps of a history, the latest first; undefined: nothing. */
export const reasonGiven = <S extends { readonly reason: string | null }>(steps: readonly S[]): S | undefined =>
  steps.find(({ reason }) => reason?.startsWith(publicReason))

/** 「身份证号 1 处、手机号码 2 处」 */
export const kindsSay = (kinds: readonly PersonalKind[]): string =>
  [...Map.groupBy(kinds, (kind) => kind)].map(([kind, some]) => `${personalKinds[kind]} ${some.length} 处`).join('、')

/** A place in a text where somebody's data stand. */
export interface PersonalFound {
  readonly kind: PersonalKind
  /** From here, in code units, to before there. */
  readonly start: number
  readonly end: number
}

const maskOf: Readonly<Record<PersonalKind, Mask>> = {
  idNumber: 'idNumber',
  phone: 'phone',
  bankCard: 'phone',
  address: 'address',
}
/** The text with its data hidden: 「11*************23X」. */
export const maskedAs = (kind: PersonalKind, text: string): string => masked(maskOf[kind], text)

/** The digit that a character is, half or full width; -1: none. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  return code >= 0xff10 && code <= 0xff19 ? code - 0xff10 : -1
}
const isX = (c: string | undefined) => c === 'X' || c === 'x' || c === 'Ｘ' || c === 'ｘ'
const isLatin = (c: string | undefined) => c !== undefined && /[A-Za-z]/.test(c)
/** What people put between the groups of a long number. */
const between = ' -\u00a0\u3000－—·'

/** Digits that stand together. */
interface Group {
  readonly start: number
  readonly end: number
  readonly digits: string
}

/** Rows of digits, each with those that follow it behind a single sign. */
function* rowsIn(text: string): Generator<Group[]> {
  let row: Group[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (digitAt(text, at) < 0) continue
    const start = at
    let digits = ''
    for (; digitAt(text, at) >= 0; at += 1) digits += digitAt(text, at)
    if (digits.length >= 3 && isX(text[at]) && !isLatin(text[at + 1])) {
      digits += 'X'
      at += 1
    }
    const last = row.at(-1)
    const follows = last && start - last.end === 1 && between.includes(text[last.end] as string)
    if (last && !follows) {
      yield row
      row = []
    }
    // within a word, a code or an address of the web they are somebody's name for something
    if (isLatin(text[start - 1]) || isLatin(text[at]) || text[start - 1] === '_' || text[at] === '_') continue
    row.push({ start, end: at, digits })
  }
  if (row.length > 0) yield row
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

/** Whose number it is; undefined: nobody's. */
function kindOf(digits: string): PersonalKind | undefined {
  if (/^(?:00)?(?:86)?1[3-9]\d{9}$/.test(digits)) return 'phone'
  if (isIdNumber(digits) && isDay(digits.slice(6, 14))) return 'idNumber'
  // the old ones of fifteen digits have no sum: a day tells them
  if (/^[1-9]\d{14}$/.test(digits) && isDay(`19${digits.slice(6, 12)}`) && /^[1-8][1-7]/.test(digits)) return 'idNumber'
  return /^(?:62\d{14,17}|4\d{15}|5[1-5]\d{14})$/.test(digits) && isLuhn(digits) ? 'bankCard' : undefined
}

const longest = 19
/** Numbers are written in groups of three digits and more; what stands for the country may have two. */
const joins = (digits: string) => digits.length >= 3 || digits === '86'

/** Numbers of one row: each group by itself, or with those that follow it. */
function* inRow(row: readonly Group[]): Generator<PersonalFound> {
  for (let from = 0; from < row.length; ) {
    let digits = ''
    let found: PersonalFound | undefined
    let next = from + 1
    for (let to = from; to < row.length; to += 1) {
      const group = row[to]?.digits ?? ''
      digits += group
      if (digits.length > longest) break
      const kind = digits.length < 11 ? undefined : kindOf(digits)
      if (!kind) {
        if (!joins(group)) break
        continue
      }
      found = { kind, start: row[from]?.start ?? 0, end: row[to]?.end ?? 0 }
      next = to + 1
    }
    if (found) yield found
    from = next
  }
}

/** Where somebody lives, as it is written behind its label: up to the end of the part. */
const livesAt =
  /(?:家庭|居住|现住|户籍|户口|常住|经常居住)(?:地址|住址|所在地|地)?[:：为是于在\s]{0,3}([\u4e00-\u9fff\d０-９A-Za-z（）()·-]{6,60})/g
const isPlace = (text: string): boolean =>
  /[省市县区镇乡村路街巷弄园苑庄里]/.test(text) &&
  /[\d０-９一二三四五六七八九十](?:号|室|幢|栋|单元|组|户|楼)/.test(text)

/** Somebody's data in a plain text, in the order in which they stand; in time that grows with the text alone. */
export function personalIn(text: string): PersonalFound[] {
  const found: PersonalFound[] = []
  for (const row of rowsIn(text)) found.push(...inRow(row))
  for (const { 0: whole, 1: place = '', index } of text.matchAll(livesAt)) {
    if (!isPlace(place)) continue
    const start = index + whole.length - place.length
    found.push({ kind: 'address', start, end: start + place.length })
  }
  return found.sort((a, b) => a.start - b.start)
}
