import { isBlank, isHan, type Place } from './disguised.ts'
import { surnames } from './names.ts'

/** Where somebody lives, as people write it. */

/** Where somebody lives or is written to, as strangers name it, and a room in a house whatever it is called by. */
const strangersAt =
  /(?:(?:租|借|暂|现|居)?住在|[租借暂居]住于?|住于|住(?![建房宅院户宿校址所进保处])|家里?(?:就|也)?(?:在|位于)|(?:联系|通讯|通信|邮寄|收件|收货|收信|家庭|详细|我的|我家的?|本人的?)地址|(?:我|我家|家里?)的?门牌号?码?|(?<![\u4e00-\u9fff])地址)[:：为是\s]{0,3}((?:[\u4e00-\u9fff\d０-９A-Za-z（）()·#＃-]|[，, \u3000](?=[\d０-９])){4,60})/g
/** What is counted behind a house's number is no room: 「12栋1200户」, 「3座，2024年」. */
const rooms =
  /(?:[\d０-９一二三四五六七八九十壹贰叁肆伍陆柒捌玖]{1,4}|(?<![A-Za-z])[A-Za-zＡ-Ｚ]\d?)[ 　]?(?:号楼|[栋幢座]|[#＃]楼)[，, 　]?(?:[\d０-９一二三四五六七八九十壹贰叁肆伍陆柒捌玖]{1,3}[ 　]?单元[，, 　]?|[东西南北中][ 　]?单元[，, 　]?)?(?:(?:[\d０-９一二三四五六七八九十]{1,2}|[顶底])[楼层][，, 　]?)?[\d０-９一二三四五六七八九〇零壹贰叁肆伍陆柒捌玖]{3,4}(?![\d０-９]|[ 　]?[年月日户套余盏多千万个元人米平㎡亩株棵mM])[室号]?/g

/** A door by its unit: 「3单元501」, 「2单元5楼东户」, with its house where that is named. */
const doors =
  /(?:[\d０-９一二三四五六七八九十]{1,4}[ 　]?(?:号楼|[栋幢座]|[#＃]楼)[，, 　]?)?(?:[\d０-９一二三四五六七八九十]{1,3}|[东西南北中])[ 　]?单元[，, 　]?(?:(?:(?:[\d０-９一二三四五六七八九十]{1,2}|[顶底])[楼层][，, 　]?)?[东西南北中左右]{1,2}[户室门](?:[\d０-９]{3,4}(?![\d０-９年月日户套余个人])[室号]?)?|[\d０-９]{3,4}(?![\d０-９年月日户套余个人])[室号]?)/g

/** The same by the floor of its stairs and the hand on which it lies: 「二单元三楼左手」. */
const hands =
  /(?:[\d０-９一二三四五六七八九十]{1,3}|[东西南北中])[ 　]?单元[，, 　]?(?:[\d０-９一二三四五六七八九十]{1,2}|[顶底])[楼层][，, 　]?[东西南北中左右]{1,2}(?:[手首侧]|边(?![的有])|(?=[，,。；;、]|$))/g

/** The same by its side alone: 「3号楼五层东户」; a gate of a house is none. */
const sides =
  /(?:[\d０-９一二三四五六七八九十]{1,4}|[A-Za-z]\d?)[ 　]?(?:号楼|[栋幢座]|[#＃]楼)[，, 　]?(?:(?:[\d０-９一二三四五六七八九十]{1,2}|[顶底])[楼层][，, 　]?)?[东西南北中左右]{1,2}[户室](?!外)/g

/** The stairs by their door: 「3号楼2门501」. */
const stairs =
  /[\d０-９一二三四五六七八九十]{1,4}[ 　]?(?:号楼|[栋幢座]|[#＃]楼)[，, 　]?[\d０-９一二三四五六七八九十]{1,2}门[，, 　]?[\d０-９]{3,4}(?![\d０-９年月日户套余个人])[室号]?/g

/** A household of a village by its group and number, whoever is named with it: 「东街社区二组12号的李明」. */
const households =
  /(?<=[村社区屯寨乡镇湾坊队])第?[\d０-９一二三四五六七八九十]{1,3}(?:村民)?小?组[，, ]?[\d０-９一二三四五六七八九十百]{1,5}号院?(?![楼线井桩\d０-９])/g
/** A house of a village by its number alone: 「麻家村28号」. A day of the month is none, nor what else is numbered there. */
const villageHouses =
  /(?<=[\u4e00-\u9fff](?:村|屯|寨))(?:[\d０-９]{1,4}|[一二三四五六七八九十百]{1,5})号院?(?![楼线井桩路口塔杆泵机站台变电沟渠坝桥地块文令宗图房源]|[停开上下中早晚夜凌当那这前后左右之以起至到就才还又也没来去发要会从]|[\d０-９])/g
/** A house of a village by its lane: 「史家村东巷5号」. */
const lanes =
  /(?<=[村屯寨社区庄坊])[\u4e00-\u9fff\d]{1,3}(?:[巷弄]|胡同)[\d０-９一二三四五六七八九十百]{1,5}号院?(?![楼线井桩\d０-９])/g
const group = '(?<=[村社区屯寨庄坊队])第?[\\d０-９一二三四五六七八九十]{1,3}(?:村民)?小?组'
const kin = '父母爸妈爹娘儿女妻丈爱老媳孙爷奶哥姐弟妹叔伯婶姑舅姨侄'
/** A household of a village by its group and its name (behind the number of a group a surname is somebody's, and not what is counted there): 「器休村6组王建国家」; whose kin somebody is, 「二组王小明的父亲」; and who is named there last, but no place that begins as a name does. */
const namedHouseholds = new RegExp(
  `${group}(?:的?[${surnames}](?:(?!家)[\\u4e00-\\u9fff]){1,2}(?:家(?![庭具电长属禽畜家])|(?=的?[${kin}]))|[ \\u3000]?[${surnames}][\\u4e00-\\u9fff](?![路边桥地沟河坡头庄湾里上下口处段线渠坝田林])[\\u4e00-\\u9fff](?=[，,。；;：:、）)\\s]|$)|[ \\u3000][${surnames}][\\u4e00-\\u9fff]{2}(?![\\u4e00-\\u9fff]))`,
  'g',
)
/** Who introduces themselves as somebody of a group: 「我叫李四，男，可仙村五组人」. */
const introduced = new RegExp(
  `(?:我(?:名?叫|是|系)|本人|俺[叫是])([^。；;！!？?\\n]{0,40}?)(${group})(?=的?(?:人(?![口均员数大])|村民|居民|群众|社员))`,
  'g',
)
/** Where somebody lives, as it is written behind its label: up to the end of the part. */
const livesAt =
  /(?:家庭|家住|家在|我住|本人住|居住(?!人|面积)|现住|户籍(?!人口)|户口|常住|经常居住|住址)(?:地址|住址|所在地|地)?[:：为是于在\s]{0,3}((?:[\u4e00-\u9fff\d０-９A-Za-z（）()·-]|[，,](?=[\d０-９])){4,60})/g
/** A house or a part of one; a day is none. */
const houses =
  /(?<![月\d０-９有共数几])(?:[\d０-９]{1,5}|[一二三四五六七八九十百]{1,5}|[A-Za-z]\d?)(?:号楼|号|室|幢|栋|座|单元|组|户|楼|层)(?:[\d０-９]{3,4}(?![\d０-９年月号室幢栋座单组户楼层])|[东西南北中左右]{1,2}[户室](?!外))?/g
const houseBegins = new RegExp(houses.source)
/** A floor of an office is nobody's home. */
const offices = /(?:街道办|办事处|政府|大厅|中心|派出所|局)[\d０-９一二三四五六七八九十]{1,3}[楼层]$/
/** Who says where they are of: 「我是红旗小区8栋二单元的」. */
const iAm = /(?:我们?|本人)(?:就?是|系)([\u4e00-\u9fff\d０-９A-Za-z·#＃-]{4,60})/g
/** What is done about a house, or in it, is said by others than who lives there. */
const noHomeOf = /[看听去给把被向问想说因来做开修]|医院|学校|[中小大]学|公司|酒店|市场|商场|[楼层]$/
const whoLives = /^(?:的|村民|居民|业主|住户|租户|户主|群众|一[名个位]|[\u4e00-\u9fff]{2,3}(?![\u4e00-\u9fff]))/
/** What of the words behind a label is where somebody lives: up to its house; '': nothing. What follows in the same sentence is none of it. */
function placeIn(text: string): string {
  let end = 0
  for (const { 0: house, index } of text.matchAll(houses)) {
    // another house than that which was named first: 「小区14栋对外有商业裙楼2层」
    if (end > 0 && /[有是被把的和与向对]/.test(text.slice(end, index))) break
    end = index + house.length
  }
  const place = text.slice(0, end)
  if (offices.test(place)) return ''
  return /[省市县区镇乡村路街巷弄园苑庄里院厂坊寨屯湾沟坪]|安置点|(?:家属|职工|住宅)楼/.test(place) ? place : ''
}

/** Houses of whoever says that they are of there: the house alone, for its village is named by everybody. */
function* ownHouses(text: string): Generator<Place> {
  for (const { 0: whole, 1: between = '', 2: own = '', index } of text.includes('组') ? text.matchAll(introduced) : [])
    if (!noHomeOf.test(between)) yield { start: index + whole.length - own.length, end: index + whole.length }
  for (const { 0: whole, 1: words = '', index } of text.matchAll(iAm)) {
    const home = placeIn(words)
    const house = home.search(houseBegins)
    if (house < 0 || noHomeOf.test(home) || !whoLives.test(words.slice(home.length))) continue
    const start = index + whole.length - words.length
    yield { start: start + house, end: start + home.length }
  }
}

const d = '[\\d０-９一二三四五六七八九十〇零]'
const dash = '[-－—–‐‑~～/]'
const room = `${d}{3,4}(?!${d}|${dash}|[年月日])[室户号]?`
/** Houses, stairs and rooms by numbers alone, behind what such numbers belong to: 「东街小区3-2-501」. */
const behindHouse = new RegExp(
  `(?:小区|花园|家园|[苑庭府湾郡城]|公寓|公馆|新村|安置[点区房]|号楼|[栋幢座]|[#＃]楼?|单元|门牌|房间?|室|户|住在?|家在?)(?:号码?)?[:：是为在，, \\u3000]{0,3}(${d}{1,3}${dash}${d}{1,3}${dash}${room})`,
  'g',
)
/** The same that ends as a room does, and 「3幢2-501」. */
const endsAsRoom = new RegExp(
  `(?<!${d}|${dash}|[A-Za-z])${d}{1,3}${dash}${d}{1,3}${dash}${d}{3,4}(?:[室户]|的?(?:业主|住户|租户|居民|房主))`,
  'g',
)
const ofHouse = new RegExp(
  `(?<!${d})${d}{1,3}(?:号楼|[栋幢座]|[#＃]楼?)(?:${dash}|[，, ])?${d}{1,2}${dash}${room}`,
  'g',
)
/** Right behind a place where people live, a house and its room are enough: 「红旗小区8-1502」, 「幸福里B1-1-302」; in offices rooms are numbered so too. */
const places =
  '(?:小区|社区|花园|家园|[苑庭府湾郡寓]|新村|新城|安置[点区房]|(?<![公校幼儿物业技创流果菜茶乐陵艺])园|(?<![医法察学影剧戏务])院|(?<![公这那哪英海])里|(?<![公学诊合验])楼|(?:家|我|我们)住)'
const aHouse = `(?:[A-Za-zＡ-Ｚ]${d}{0,2}|${d}{1,3})`
const roomOf = '[-－—–‐‑#＃]'
const counted = '年月日元块米户人个名位天件台次万亿平㎡亩株棵吨度斤公里盏辆家%％多余几来左至到路'
const behindPlace = new RegExp(
  `${places}(?:[东西南北中][区院]|${d}{1,2}期)?[ \\u3000]{0,2}(${aHouse}${roomOf}(?:${d}{1,2}${dash})?${d}{3,4}(?!${d}|${roomOf}|[~～/.．]|[ \\u3000]?[${counted}])[室号]?)`,
  'g',
)
/** 「红旗小区3楼501」, and a room of a house of flats that somebody lives in: 「万达公寓1208住」. */
const flats = new RegExp(
  `(?:小区|社区|花园|家园|[苑庭府湾郡寓]|新村|新城|家属[楼院]|职工楼)(?:[A-Za-z东西南北中]区)?[ \\u3000]{0,2}(${d}{1,3}[楼号][ \\u3000]?${d}{3,4}(?!${d}|[${counted}])[室号户]?|${d}{3,4}(?:[室户]|号房|(?=[我他她]?住)))`,
  'g',
)
/** A room of a house in which those of one office live: 「粮食局家属楼302」. */
const officeFlats = new RegExp(
  `(?<=(?:家属|职工|单位|教师)楼[ \\u3000]?)${d}{3}(?!${d}|${dash}|[${counted}])[室号]?`,
  'g',
)
/** A house in a row of them: 「老城大院东3排4号」; a seat of a theatre is none. */
const rowHouses = new RegExp(
  `(?<=(?:小区|社区|花园|家园|[苑里村庄寨坊]|(?<![影剧戏])院)[ \\u3000]{0,2})[东西南北中前后]?(?:第[ \\u3000]?)?${d}{1,3}[ \\u3000]?排[ \\u3000]?第?${d}{1,3}[ \\u3000]?[号户家](?![座位楼线井桩])`,
  'g',
)
/** The room of whoever writes: 「我家502」. */
const ownRooms = new RegExp(
  `(?:我们?家|我们?住|家住)(?:是|在|就在)?[ \\u3000]{0,2}(${d}{3,4}(?!${d}|${dash}|[.．]|[ \\u3000]?[${counted}只头口])(?:室|号房?)?)`,
  'g',
)
const isDate = /[-－—–‐‑~～/].{1,3}[-－—–‐‑~～/](?:19|20)\d\d$/

/** Rooms that are told by numbers and dashes. */
function* dashedRooms(text: string): Generator<Place> {
  for (const label of [behindHouse, behindPlace, flats, ownRooms])
    for (const { 0: whole, 1: own = '', index } of text.matchAll(label)) {
      const start = index + whole.length - own.length
      // 「小区 3-2-2025」 is a day, 「小区8-2001」 none
      if (!isDate.test(own)) yield { start, end: start + own.length }
    }
  for (const label of [endsAsRoom, ofHouse, officeFlats, rowHouses])
    for (const { 0: own, index } of text.matchAll(label)) yield { start: index, end: index + own.length }
}

/** Homes by their numbers, each with a sign without which there is none: most texts have none of these, and are not searched for it. */
const byNumbers: readonly (readonly [string, RegExp])[] = [
  ['', rooms],
  ['单元', doors],
  ['单元', hands],
  ['', sides],
  ['门', stairs],
  ['号', lanes],
  ['组', households],
  ['组', namedHouseholds],
  ['号', villageHouses],
]

const partsPlaces = (c: string | undefined) => isBlank(c) || c === '\t'
const isOfPlace = (c: string | undefined) => isHan(c) || (c !== undefined && /[\d０-９A-Za-z]/.test(c))

/** A text without the blanks by which somebody sets off the parts of a place, and where each of its signs stands; null: it has none. */
function tightened(text: string): { readonly tight: string; readonly at: readonly number[] } | null {
  let tight = ''
  const at: number[] = []
  for (let i = 0; i < text.length; i += 1) {
    let behind = i
    while (partsPlaces(text[behind])) behind += 1
    const [before, after] = [text[i - 1], text[behind]]
    // between two numbers it parts them
    if (behind > i && isOfPlace(before) && isOfPlace(after) && (isHan(before) || isHan(after))) i = behind
    tight += text[i] ?? ''
    at.push(i)
  }
  return tight.length < text.length ? { tight, at } : null
}

/**
 * Homes behind their label; in what strangers write also those that are told by their numbers, and all of them also where blanks part them:
 * 「林皋镇 可仙村 五组」.
 */
export function* homesIn(text: string, strangers: boolean): Generator<Place> {
  yield* homesAsWritten(text, strangers)
  const parted = strangers ? tightened(text) : null
  if (!parted) return
  for (const { start, end } of homesAsWritten(parted.tight, true))
    yield { start: parted.at[start] as number, end: (parted.at[end - 1] as number) + 1 }
}

function* homesAsWritten(text: string, strangers: boolean): Generator<Place> {
  for (const label of strangers ? [livesAt, strangersAt] : [livesAt])
    for (const { 0: whole, 1: place = '', index } of text.matchAll(label)) {
      const home = placeIn(place)
      if (home === '') continue
      const start = index + whole.length - place.length
      yield { start, end: start + home.length }
    }
  if (!strangers) return
  yield* ownHouses(text)
  yield* dashedRooms(text)
  for (const [sign, form] of byNumbers)
    if (text.includes(sign))
      for (const { 0: own, index } of text.matchAll(form)) yield { start: index, end: index + own.length }
}
