import { surnameLength } from '../domain/surnames.ts'

/** The names that stand in a field for one, as people fill it in. */

/** The surnames of nine people in ten. */
export const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'

/** Those of nearly all others: where one stands that is a word as well, nobody is sure. */
const rarer =
  '褚卫尤施华戚柏水窦章葛奚昌苗凤花俞柳酆鲍费廉岑滕殷毕安乐时皮卞齐伍元卜平穆湛祁禹狄米贝明臧计伏成茅庞纪舒屈项祝阮蓝闵席季麻强路娄危童颜梅盛刁骆樊凌霍虞支柯昝管莫经房裘缪解应宗宣贲郁单杭洪包诸左吉钮嵇邢滑裴荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井富巫乌焦巴弓牧隗山谷车宓蓬全郗班仰仲伊宫宁仇栾暴甘钭厉戎祖符景詹束幸司韶郜蓟薄印宿怀蒲邰鄂索咸籍卓蔺屠蒙池阴鬱胥能苍双闻莘党翟贡劳逄姬申扶堵冉宰郦雍郤璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿充慕连茹习宦艾鱼容向古慎戈终暨居衡步都耿满弘匡国寇广禄阙东殴殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公肖付闫代覃邸冼佟牟苟阳植邝丘'

/** How people are addressed, and what they are. */
const titles =
  /(?:女士|先生|同志|同学|小姐|太太|老师|师傅|大爷|大妈|大叔|大姐|大哥|阿姨|经理|主任|医生|大夫|律师|书记|主席|委员|会计|[村组站所处科局校院会社县乡镇市班家]长|代表|业主|村民|居民|家属|本人)+$/
const before = /^.*(?:本人|我叫|我是|姓名|业主|村民|居民|住户|户主|联系人|代表)[:：是为]?(?=[\u4e00-\u9fff]{2,4}$)/
const remarks = /[（(【[「『《<〈].*?(?:[）)】\]」』》>〉]|$)/g
const andOthers = /等(?:[\d０-９]+|[一二两三四五六七八九十百几多数]+)?(?:余?[人户名位].*)?$/
const parted = /[、，,;；/／&＆+＋|\s]+/
const joined = /[和与及跟]/
/** Characters of a field that are looked at: no name is longer. */
const lookedAt = 200
const isOne = (name: string) => /^[\u4e00-\u9fff·]{2,12}$/.test(name)
const isPerson = (name: string) => /^[\u4e00-\u9fff]{2,3}$/.test(name) && surnames.includes(name[0] as string)

/** Signs of places and offices: what holds one, or stands before one, is no name. */
const ofPlaces = /[镇乡县区村街路局厅院所站部委办处科厂店社校组楼号室]/
/** What stands behind a name of two signs as if it were its third. */
const behind = new Set('男女等的代和及与跟之')
let words: Intl.Segmenter | undefined
function wordsOf(text: string): string[] {
  words ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return [...words.segment(text)].map(({ segment }) => segment)
}

/** The name that begins with one of the words of a field; null: none does. */
function nameFrom(parts: readonly string[], at: number, known: string): string | null {
  const surname = parts[at] as string
  const least = surname.length
  if (least === 1 ? !known.includes(surname) : surnameLength(`${surname}某`) !== least) return null
  let name = surname
  for (const part of parts.slice(at + 1)) {
    const long = name.length + part.length - least
    if (long > 2 || (long === 2 && behind.has(part))) break
    name += part
  }
  const next = parts.join('').slice(parts.slice(0, at).join('').length + name.length)
  return name.length > least && !ofPlaces.test(name + next.slice(0, 1)) ? name : null
}

/** The stretches of Chinese signs in a field, each with its words. */
const stretchesOf = (given: string) => (given.slice(0, lookedAt).match(/[\u4e00-\u9fff]{2,}/g) ?? []).map(wordsOf)
const namesAmong = (stretches: readonly string[][], known: string) =>
  stretches.flatMap((parts) => parts.flatMap((_, at) => nameFrom(parts, at, known) ?? []))

/** What begins or ends a stretch as a name does, whatever words that is made of. */
function atEnds(parts: readonly string[]): string[] {
  const all = parts.join('')
  const cuts = [2, 3, 4].flatMap((n) => [all.slice(0, n), all.slice(-n)])
  return cuts.filter((cut) => {
    const least = surnameLength(cut)
    const known = least > 1 || surnames.includes(cut[0] as string) || rarer.includes(cut[0] as string)
    const next = all.startsWith(cut) ? all.slice(cut.length, cut.length + 1) : ''
    return known && cut.length > least && cut.length <= least + 2 && !ofPlaces.test(cut + next)
  })
}

/** What fields say before whoever they name. */
const labels = /(?:反映|来信|申请|投诉|举报|联系|经办|委托|代理|当事|负责)人|姓名|本人|我叫|我是/g
/** A field for an office or a company. */
const ofOffice = /(?:公司|局|院|厅|委|会|厂|店|社|所|站|部|中心|学校)$/

/**
 * What in a field for one may be a name, and may be a word as well: 「东街社区高明」, 「单晓红的母亲」. Where it stands in a text, somebody is to look.
 * Of a field that is one plain name there is none; words of the language only where nothing else is.
 */
export function perhapsIn(given: string): readonly string[] {
  if (/^[\u4e00-\u9fff]{2,3}$/.test(given) || ofOffice.test(given)) return []
  const sure = namesIn(given)
  const people = sure.filter((name) => name.length > 2 && isPerson(name))
  const left = people.reduce((text, name) => text.replaceAll(name, ' '), given.slice(0, lookedAt))
  const stretches = stretchesOf(left.replace(labels, ' '))
  const found = [...new Set([...namesAmong(stretches, surnames + rarer), ...stretches.flatMap(atEnds)])]
  const others = found.filter((name) => !sure.includes(name))
  const unknown = others.filter((name) => wordsOf(name).length > 1)
  const told = unknown.length > 0 || sure.some(isPerson) ? unknown : others
  return told.sort((a, b) => b.length - a.length)
}

/** A name without what people put before and behind it. */
function bare(part: string): string {
  const own = part.replace(before, '')
  const short = own.replace(titles, '')
  return [...short].length > 1 ? short : own
}

/**
 * All names that a field for one surely tells, each to be sought by itself, the longest first: 「王晓东女士」, 「王晓东（业主）」, 「王晓东、李红梅等五人」, 「王晓东13912345777」.
 * What stands there as a whole is one of them.
 */
export function namesIn(given: string): readonly string[] {
  const names = new Set([given])
  const plain = given
    .slice(0, lookedAt)
    .replace(remarks, ' ')
    .replace(/[\d０-９]+/g, ' ')
    .trim()
    .replace(andOthers, '')
  for (const part of plain.split(parted)) {
    const name = bare(part)
    if (isOne(name)) names.add(name)
    for (const each of part.split(joined).map(bare)) if (isPerson(each)) names.add(each)
  }
  if (!isPerson(given)) for (const name of namesAmong(stretchesOf(given), surnames)) names.add(name)
  return [...names].sort((a, b) => b.length - a.length)
}
