/** The names that stand in a field for one, as people fill it in. */

/** The surnames of nine people in ten. */
export const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'

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

/** A name without what people put before and behind it. */
function bare(part: string): string {
  const own = part.replace(before, '')
  const short = own.replace(titles, '')
  return [...short].length > 1 ? short : own
}

/**
 * All names that a field for one tells, each to be sought by itself, the longest first: 「王晓东女士」, 「王晓东（业主）」, 「王晓东、李红梅等五人」, 「王晓东13912345777」.
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
  return [...names].sort((a, b) => b.length - a.length)
}
