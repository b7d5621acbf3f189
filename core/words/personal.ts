import { asSeen } from '../domain/laid.ts'
import { type Mask, masked } from '../domain/personal.ts'
import { isAddressSign, isBlank, isHan, lookAlikes, nameMost, spelledEmails } from './disguised.ts'
import { inSimplified, withoutPairs } from './fold.ts'
import { homesIn } from './homes.ts'
import { numbersIn } from './numbers.ts'

/** What of somebody's own data may stand in a text by mistake, and how it is hidden. */
export const personalKinds = {
  idNumber: '身份证号',
  phone: '手机号码',
  bankCard: '银行卡号',
  address: '家庭住址',
  landline: '固定电话',
  email: '电子邮箱',
  account: '微信、QQ 等账号',
  plate: '车牌号',
  passport: '护照或通行证号',
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
  plate: 'plate',
  passport: 'idNumber',
}
/** The text with its data hidden: 「11*************23X」. */
export const maskedAs = (kind: PersonalKind, text: string): string => masked(maskOf[kind], text)

const blanksMost = 4
const hanMost = 3
const hostMost = 100

/** Addresses of e-mail: what stands on both sides of its sign. */
function* emailsIn(text: string): Generator<PersonalFound> {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '@' && text[at] !== '＠') continue
    let behind = at
    while (at - behind < blanksMost && isBlank(text[behind - 1])) behind -= 1
    let start = behind
    while (at - start < nameMost && isAddressSign(text[start - 1])) start -= 1
    // a name of Chinese characters: 「张三丰＠163.com」
    if (start === at) while (at - start < hanMost && isHan(text[start - 1])) start -= 1
    let host = at + 1
    while (host - at <= blanksMost && isBlank(text[host])) host += 1
    let end = host
    while (end - at <= hostMost && isAddressSign(text[end])) end += 1
    while (end > host && !/[A-Za-z0-9Ａ-Ｚａ-ｚ０-９]/.test(text[end - 1] as string)) end -= 1
    if (start < behind && /[\wＡ-Ｚａ-ｚ０-９][.．][\wＡ-Ｚａ-ｚ]/.test(text.slice(host, end)))
      yield { kind: 'email', start, end }
  }
}

/** By what somebody is reached elsewhere: 「微信zhangsan888」, 「QQ：12345678」. */
const accounts =
  /(?:[微薇威徽卫v][\s.·-]{0,2}[信❤]|飞信|加[微威薇徽]|(?:加|我的?|本人)[qＱ](?=[号:：是为\s\d])|Ｑ\s?Ｑ|扣扣|企鹅|加我?[vV]|扣(?=[:：是为号\s]{0,2}[1-9]\d{5,10}(?![\d.．]|[元块万分余]))|(?<![A-Za-z])(?:q\s?q|w\s?x|v[\s.-]?x|we\s?chat|weixin|telegram|tg(?=\s?[:：])|q(?=\s?[:：]|号)))群?(?:邮箱)?(?:号码?|账号|帐号|ID|名)?[:：是为\s（(【[「“"/／=]{0,3}([A-Za-z0-9０-９_-]{5,20}|\d(?:[ \u3000]\d){4,11})/gi
/** What it is behind it: 「12345678的QQ邮箱」. */
const accountsBefore = /(?<![\d.A-Za-z])([1-9]\d{5,10})(?=的?(?:[qQＱ]{2}|微信|扣扣)(?:邮箱|号|是我))/g
/** The same where who keeps it has other things of that name: 「抖音号zhangsan123」. */
const namedAccounts =
  /(?:抖音|快手|钉钉|小红书|微博|支付宝|淘宝|陌陌|飞书|百度|哔哩哔哩|B站|企微)(?:(?:号码?|账[号户]|帐[号户]|ID)[:：是为\s（(【[「“"]{0,3}|[:：是为]{0,2}(?=[A-Za-z]\w{0,18}[\d_]))([A-Za-z0-9０-９_-]{5,20})/gi
/** A landline without its district, which its label alone tells: 「座机7201234」. */
const shortLandlines =
  /(?:电话|座机|固话|宅电|小灵通|联系方式|联系(?=[:：])|(?<![A-Za-z])Tel\.?)(?:号码?)?[:：是为\s]{0,3}([2-8２-８](?:[-－— \u3000]?[\d０-９]){6,7}(?![\d０-９年-])|[二三四五六七八][〇零一幺二两三四五六七八九]{6,7}(?![〇零一二三四五六七八九十百千万年]))/gi
/** A phone behind its label with a digit too few or too many. */
const shortPhones = /(?:手机|电话|微信)(?:号码?)?[:：是为\s]{0,3}(1[3-9]\d{8,10})(?!\d)/g
/** A card's number behind its label, whatever bank it is of, also one that is mistyped. */
const cards =
  /(?:银行卡?|储蓄卡|信用卡|惠农卡|工资卡|[行社]卡|卡号|[工农中建交招]行|邮储|农商行?|信合|信用社)(?:号码?|账号|帐号)?[:：是为\s（(【[「“"]{0,4}([\d０-９](?:[ －—\p{P}\p{S}\p{Z}]?[\d０-９]){15,27})(?![\d０-９])/gu
/** A number of an account, at whatever bank, also one that is mistyped; not the day on which it was opened. */
const bankAccounts =
  /(?:账号|账户|帐号|帐户|开户|一卡通|存折)(?:账号|账户|帐号|帐户)?(?:号码?|[上里内])?[:：是为\s（(【[「“"]{0,4}((?!(?:19|20)\d\d[-－—]\d{1,2}[-－—]\d{1,2}(?!\d))[\d０-９](?:[ －—\p{P}\p{S}\p{Z}]?[\d０-９]){11,27})(?![\d０-９])/gu
/** What says that an account is the office's own, before its name. */
const publicAccount = /对公(?:结算)?(?:银行)?$/
const officeAccount = /对公|[本我](?:单位|局|委|办|院|所|站|校|会|中心|镇|街道办?|社区|村)/
const paysSomebody = /[您你他她其某打发转汇付存入到给拨补退]|本人|个人|申请人/
const officeMost = 40

/** Whether the account at a place is plainly an office's: what a stranger calls their own unit's is in doubt. */
function isOfficeAccount(text: string, at: number, strangers: boolean): boolean {
  const clause =
    text
      .slice(Math.max(0, at - officeMost), at)
      .split(/[，,。；;！!？?\n]/)
      .at(-1) ?? ''
  if (strangers) return publicAccount.test(clause)
  const office = clause.search(officeAccount)
  return office >= 0 && !paysSomebody.test(clause.slice(office))
}

/** Somebody's accounts behind their name, in answers as in what strangers write. */
function* accountsAtBanks(text: string, strangers: boolean): Generator<PersonalFound> {
  for (const { 0: whole, 1: own = '', index } of text.matchAll(bankAccounts)) {
    if (isOfficeAccount(text, index, strangers)) continue
    const end = index + whole.length
    yield { kind: 'bankCard', start: end - own.length, end }
  }
}

/** A number behind the name of its paper, also one that is mistyped, with the signs that people put before and into it. */
const papers =
  /(?:身份证|身份号|证件|驾驶证|驾照|残疾人?证|户口[本簿]|居住证|社保卡|社会保障[卡号]?|医保卡)(?:件?号码?)?[:：是为\s（(【[「“"]{0,4}([\d０-９](?:[ －—\p{P}\p{S}\p{Z}]?[\d０-９]){13,18}(?:[\d０-９]|[A-Za-zＸｘ](?![A-Za-z]))?)(?![\d０-９])/gu
/** A paper that somebody has from an office, by whatever number that counts it. */
const ownPapers =
  /(?:低保|特困|优待|优抚|退役|退伍|残疾|独生子女|老年|不动产权?|房产|宅基地|经营权)证(?:书|件)?(?:号码?|编号)[:：是为\s（(【[「“"]{0,4}([A-Za-z\d０-９]{6,24})(?![A-Za-z\d０-９])/g
/** A number by which an office knows somebody. */
const ownNumbers =
  /(?:医保|社保|参保|新农合|养老|低保|学籍|准考证)(?:个人)?(?:编号|账号|证号|卡号|号码?)[:：是为\s（(【[「“"]{0,4}([A-Za-z\d０-９]{8,19})(?![A-Za-z\d０-９])/g
/** The same by what such numbers are called alone: the number of a household at whoever brings it water or power, of a patient, of a car. */
const countedBy =
  /(?:户号|[水电气]表(?:编号|号)|[水电气]卡(?:编号|号)|学号|准考证|住院号|病历号|(?:就诊|燃气|缴费)卡?(?:编号|号)|公积金(?:账号|号)|档案编号|车架号|发动机号)(?:码)?[:：是为\s（(【[「“"]{0,4}([A-Za-z\d０-９]{7,19})(?![A-Za-z\d０-９])/g
/** Of a house or its land: 「陕（2021）白水县不动产权第0003456号」, 「白房权证字第12345号」, 「白国用（2010）第0123号」. */
const deeds =
  /(?:[\u4e00-\u9fff]?[（(](?:19|20)\d\d[)）][\u4e00-\u9fff]{2,8}不动产权第|房权证[\u4e00-\u9fff]{0,4}字第|[\u4e00-\u9fff][国集]用[（(](?:19|20)\d\d[)）]字?第)[ 　]?(\d{4,9})(?=号)/g
/** Of a pass those of some have digits alone. */
const passports =
  /(?:护照|通行证|台胞证|回乡证)(?:证?号码?)?[:：是为\s（(]{0,3}([A-Za-zＡ-Ｚａ-ｚ]{1,2}(?:[ 　-]?[\d０-９]){7,10})(?![\d０-９A-Za-z])/g
const digitPasses = /(?:通行证|台胞证|回乡证)(?:证?号码?)?[:：是为\s（(]{0,3}(\d{8}(?:\d\d)?)(?!\d)/g
/** Of a car: the sign of its province, a letter, and five more, or six with a letter; taxis and coaches of those who learn have a last sign of their own. */
const plates =
  /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]西?牌?[ \u3000\u00a0]{0,2}[A-HJ-NP-ZＡ-ＨＪ-ＮＰ-Ｚ][·•. —-]{0,2}(?:[A-HJ-K][A-HJ-NP-Z\d]\d{4}|\d{5}[A-HJ-K]|(?=[A-HJ-NP-ZＡ-Ｚ]{0,3}[\d０-９])[A-HJ-NP-Z\dＡ-Ｚ０-９]{4}[A-HJ-NP-Z\dＡ-Ｚ０-９挂学警港澳])(?![A-Za-z\dＡ-Ｚ０-９]|号文)/gi
/** Behind its label also without its province: 「车牌号E12345」. */
const labelledPlates =
  /(?:车牌|车号|号牌)(?:号码?)?[:：是为\s（(【[「“"]{0,3}((?=[A-Z]{1,5}\d)[A-HJ-NP-Z][·•. —-]{0,2}[A-HJ-NP-Z\d]{5,6})(?![A-Za-z\d])/gi
/** The same with blanks and points between its signs: 「陕E 123 45」. */
const sparsePlates =
  /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][ \u3000\u00a0·•.-]{0,2}[A-HJ-NP-ZＡ-ＨＪ-ＮＰ-Ｚ](?:[ \u3000\u00a0·•.-]{0,2}[\d０-９]){3}(?:[ \u3000\u00a0·•.-]{0,2}[A-HJ-NP-Z\dＡ-Ｚ０-９]){2,3}(?![A-Za-z\dＡ-Ｚ０-９.．]|[ \u3000\u00a0]?[年月元万个件])/gi
/** A phone that is parted as nobody writes one: 「138和1234和5678」; not sizes, amounts and counts. */
const oddPhones =
  /(?<![\d.]|(?:桩号|里程)[:：为是\s]{0,3}[KkＫ]?)1[3-9]\d([^\d\s])\d{4}\1\d{4}(?![\d元万千百个人户吨亩米块天次年号mMcC㎜㎝毫厘%])/g

/** The same with a word or a foreign one: 「138and1234and5678」, and read out from its ten: 「十三八一二三四五六七八」. */
const wordyPhones =
  /(?<!\d)1[3-9]\d([A-Za-z]{2,6}|[\u4e00-\u9fff]{2,3})\d{4}\1\d{4}(?!\d)|十[三五六七八九][〇零一幺二两三四五六七八九]{9}(?![〇零一二三四五六七八九十百千万])/g

type Form = readonly [PersonalKind, RegExp]
/** What is somebody's is the whole, or what stands behind its label. */
const forms: readonly Form[] = [['idNumber', papers]]
const strangersForms: readonly Form[] = [
  ...forms,
  ['account', accounts],
  ['account', accountsBefore],
  ['account', namedAccounts],
  ['landline', shortLandlines],
  ['phone', shortPhones],
  ['bankCard', cards],
  ['idNumber', ownPapers],
  ['idNumber', ownNumbers],
  ['idNumber', countedBy],
  ['idNumber', deeds],
  ['passport', passports],
  ['passport', digitPasses],
  ['plate', plates],
  ['plate', labelledPlates],
  ['plate', sparsePlates],
]

/** What a number behind its name is, though its digits end as a phone would. */
const digitPapers: ReadonlySet<PersonalKind> = new Set(['idNumber', 'bankCard'])
const rank = ({ kind }: PersonalFound) => Number(digitPapers.has(kind))

/**
 * Somebody's data in a plain text, in the order in which they stand; in time that grows with the text alone.
 * @param strangers whether it is what somebody from outside wrote: their e-mail and landline are nobody's business either, and they may part a number by any sign
 */
export function personalIn(given: string, strangers = false): PersonalFound[] {
  const text = inSimplified(strangers ? withoutPairs(given) : given)
  const found: PersonalFound[] = [...numbersIn(text, strangers), ...accountsAtBanks(text, strangers)]
  if (strangers) {
    found.push(...emailsIn(text), ...lookAlikes(text))
    for (const place of spelledEmails(text)) found.push({ kind: 'email', ...place })
    for (const form of [oddPhones, wordyPhones])
      for (const { 0: whole, index } of text.matchAll(form))
        found.push({ kind: 'phone', start: index, end: index + whole.length })
  }
  for (const [kind, form] of strangers ? strangersForms : forms)
    for (const { 0: whole, 1: own = whole, index } of text.matchAll(form))
      found.push({ kind, start: index + whole.length - own.length, end: index + whole.length })
  for (const place of homesIn(text, strangers)) found.push({ kind: 'address', ...place })
  found.sort((a, b) => a.start - b.start || b.end - a.end || rank(b) - rank(a))
  // what was found in two ways is told once, and of an address with its room in it the whole
  const told = new Map<PersonalKind, number>()
  return found.filter(({ kind, start, end }, at) => {
    const last = found[at - 1]
    if (kind === 'phone' && last?.start === start && last.end === end && digitPapers.has(last.kind)) return false
    const before = told.get(kind) ?? 0
    const more = kind === 'address' ? end > before : start >= before
    told.set(kind, Math.max(before, end))
    return more
  })
}

/** A text with the data at some places hidden; the places stand in their order. */
export function hiddenAt(text: string, places: readonly PersonalFound[]): string {
  let shown = ''
  let at = 0
  for (const { kind, start, end } of places) {
    // within what is hidden already; what reaches beyond it is hidden to its end
    if (end <= at) continue
    shown += start < at ? '*'.repeat(end - at) : text.slice(at, start) + maskedAs(kind, text.slice(start, end))
    at = end
  }
  return shown + text.slice(at)
}

/** A plain text with somebody's data hidden, as its reader saw it. */
export function hiddenIn(given: string, strangers = false): string {
  const text = asSeen(given)
  return hiddenAt(text, personalIn(text, strangers))
}
