import { type Mask, masked } from '../domain/personal.ts'
import { numbersIn } from './numbers.ts'

/** What of somebody's own data may stand in a text by mistake, and how it is hidden. */
export const personalKinds = {
  idNumber: '身份证号',
  phone: '手机号码',
  bankCard: '银行卡号',
  address: '家庭住址',
  landline: '固定电话',
  email: '电子邮箱',
  account: '微信或 QQ 号',
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
  landline: 'phone',
  email: 'email',
  account: 'email',
}
/** The text with its data hidden: 「11*************23X」. */
export const maskedAs = (kind: PersonalKind, text: string): string => masked(maskOf[kind], text)

const isAddressSign = (c: string | undefined) => c !== undefined && /[\w.．+%-]/.test(c)
const isHan = (c: string | undefined) => c !== undefined && c >= '\u4e00' && c <= '\u9fff'
const hanMost = 3
const nameMost = 64
const hostMost = 100

/** Addresses of e-mail: what stands on both sides of its sign. */
function* emailsIn(text: string): Generator<PersonalFound> {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '@' && text[at] !== '＠') continue
    let start = at
    while (at - start < nameMost && isAddressSign(text[start - 1])) start -= 1
    // a name of Chinese characters: 「张三丰＠163.com」
    if (start === at) while (at - start < hanMost && isHan(text[start - 1])) start -= 1
    let end = at + 1
    while (end - at <= hostMost && isAddressSign(text[end])) end += 1
    while (end > at + 1 && !/[A-Za-z0-9]/.test(text[end - 1] as string)) end -= 1
    if (start < at && /\w[.．]\w/.test(text.slice(at + 1, end))) yield { kind: 'email', start, end }
  }
}

/** By what somebody is reached elsewhere: 「微信zhangsan888」, 「QQ：12345678」. */
const accounts = /(?:微信|QQ|ＱＱ|扣扣)(?:号码?|账号|帐号)?[:：是为\s]{0,3}([A-Za-z0-9０-９_-]{5,20})/gi

/** Where somebody lives, as it is written behind its label: up to the end of the part. */
const livesAt =
  /(?:家庭|家住|家在|我住|本人住|居住|现住|户籍|户口|常住|经常居住|住址)(?:地址|住址|所在地|地)?[:：为是于在\s]{0,3}((?:[\u4e00-\u9fff\d０-９A-Za-z（）()·-]|[，,](?=[\d０-９])){4,60})/g
const isPlace = (text: string): boolean =>
  /[省市县区镇乡村路街巷弄园苑庄里]/.test(text) &&
  /[\d０-９一二三四五六七八九十](?:号|室|幢|栋|单元|组|户|楼)/.test(text)

/**
 * Somebody's data in a plain text, in the order in which they stand; in time that grows with the text alone.
 * @param strangers whether it is what somebody from outside wrote: their e-mail and landline are nobody's business either, and they may part a number by any sign
 */
export function personalIn(text: string, strangers = false): PersonalFound[] {
  const found: PersonalFound[] = [...numbersIn(text, strangers)]
  if (strangers) {
    found.push(...emailsIn(text))
    for (const { 0: whole, 1: own = '', index } of text.matchAll(accounts))
      found.push({ kind: 'account', start: index + whole.length - own.length, end: index + whole.length })
  }
  for (const { 0: whole, 1: place = '', index } of text.matchAll(livesAt)) {
    if (!isPlace(place)) continue
    const start = index + whole.length - place.length
    found.push({ kind: 'address', start, end: start + place.length })
  }
  return found.sort((a, b) => a.start - b.start)
}

/** A plain text with somebody's data hidden. */
export function hiddenIn(text: string, strangers = false): string {
  let shown = ''
  let at = 0
  for (const { kind, start, end } of personalIn(text, strangers)) {
    // within what is hidden already
    if (start < at) continue
    shown += text.slice(at, start) + maskedAs(kind, text.slice(start, end))
    at = end
  }
  return shown + text.slice(at)
}
