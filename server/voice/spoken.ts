import { asPhone, byDigit, counted, numeral } from './numerals.ts'

/** A line of a text as it is read aloud: all that an engine would read in a way of its own is written in words. */

type Rule = readonly [pattern: RegExp, says: string | ((...found: string[]) => string)]

const units: Readonly<Record<string, string>> = {
  ...{ km: '公里', m: '米', cm: '厘米', mm: '毫米', kg: '公斤', mg: '毫克', g: '克', t: '吨' },
  ...{ ml: '毫升', mL: '毫升', L: '升', kW: '千瓦', MW: '兆瓦', GB: '吉字节', MB: '兆字节' },
  ...{ 'km²': '平方公里', km2: '平方公里', 'm²': '平方米', m2: '平方米', 'm³': '立方米', m3: '立方米' },
  ...{ '㎡': '平方米', '㎞': '公里', '㎏': '公斤', '㎜': '毫米', '㎝': '厘米' },
}

const dated = (whole: string, year: string, month: string, day: string): string =>
  Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
    ? `${byDigit(year)}年${counted(String(Number(month)))}月${counted(String(Number(day)))}日`
    : whole
const minutes = (text: string, unit: string) =>
  `${text.startsWith('0') ? '零' : ''}${counted(String(Number(text)))}${unit}`
const timed = (_: string, hours: string, minute: string, second?: string): string => {
  const rest = second === undefined ? '' : minutes(second, '秒')
  return `${counted(String(Number(hours)))}点${minute === '00' && rest === '' ? '' : minutes(minute, '分')}${rest}`
}

/** In this order: what is made of several parts before its parts. */
const rules: readonly Rule[] = [
  // addresses help nobody who listens
  [/(?:https?:\/\/|www\.)[\w./?=&%#:~+@!$;-]+/gi, '，网址见原文，'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '，邮箱见原文，'],
  [/[A-Za-z\d]{40,}/g, ' '],
  [/[①-⑳]/g, (sign) => `，${counted(String(sign.charCodeAt(0) - 0x245f))}，`],
  [
    /[〔［[【(（]((?:19|20)\d{2})[〕］\]】)）]\s?第?(\d{1,5})号/g,
    (_, year, no) => `，${byDigit(year)}年，第${counted(no)}号`,
  ],
  [/(?<!\d)((?:19|20)\d{2})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g, dated],
  [/(?<!\d)(\d{4})\s?[-—–~～]{1,2}\s?(\d{4})(?=\s?年)/g, (_, from, to) => `${byDigit(from)}到${byDigit(to)}`],
  [/(?<!\d)(\d{4})(?=\s?年)/g, byDigit],
  [/(?<![\d:])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/g, timed],
  [/(?<!\d)0\d{2,3}[-—–\s]?\d{7,8}(?!\d)/g, asPhone],
  [/(?<!\d)[48]00-\d{3,4}-\d{3,4}(?!\d)/g, asPhone],
  [/(?<!\d)1[3-9]\d{9}(?!\d)/g, asPhone],
  [/(?<=(?:热线|电话|拨打|邮编|编码)[:：]?\s?)\d{3,10}(?!\d)/g, asPhone],
  [/(?<!\d)\d{3,6}(?=热线)/g, asPhone],
  [/(?<!\d)\d{11,}/g, byDigit],
  [/(?<![\d,.])\d{1,3}(?:,\d{3}){1,6}(?![\d,])/g, (number) => number.replaceAll(',', '')],
  // a range, where no number is subtracted
  [/(?<=[\d%‰℃元])\s?(?:[-—–]{1,2}|[~～])\s?(?=\d)/g, '到'],
  [/(?<![\dA-Za-z])[-−](?=\d{1,10}(?:\.\d{1,10})?\s?(?:℃|°C))/g, '零下'],
  [/(?<![\dA-Za-z])[-−](?=\d{1,10}(?:\.\d{1,10})?\s?[%‰])|(?<![\dA-Za-z\p{Script=Han})）])[-−](?=\d)/gu, '负'],
  [/(?<![\d.])(\d+(?:\.\d+)?)\s?%/g, (_, number) => `百分之${numeral(number)}`],
  [/(?<![\d.])(\d+(?:\.\d+)?)\s?‰/g, (_, number) => `千分之${numeral(number)}`],
  [/\s?(?:℃|°C)/g, '摄氏度'],
  [/[¥￥]\s?(\d+(?:\.\d+)?)([万亿]?)/g, (_, number, of) => `${numeral(number)}${of}元`],
  [
    /(?<=\d)\s?(km²|km2|km|m²|m2|m³|m3|cm|mm|kg|mg|ml|mL|kW|MW|GB|MB|[mgLt㎡㎞㎏㎜㎝])(?![A-Za-z\d])/g,
    (_, unit) => units[unit] ?? '',
  ],
  [/(?<=\d):(?=\d)/g, '比'],
  [/(?<=[元人吨户亩次])\/(?=\p{Script=Han})/gu, '每'],
  [/(?<![\d.第十百])2(?=[个位名次项条件场家所座户])/g, '两'],
  [/(?<![\d.])\d+\.\d+(?![\d.])/g, numeral],
  [/(?<=\d)\.(?=\d)/g, '点'],
  [/\d+/g, counted],
  [/…+/g, '。'],
  [/[—–]+/g, '，'],
  [/&/g, '和'],
  [/\+/g, '加'],
  [/=/g, '等于'],
  [/×/g, '乘'],
  [/±/g, '正负'],
  [/≥/g, '不低于'],
  [/≤/g, '不超过'],
  [/[()（）[\]【】〔〕［］{}｛｝|｜]/g, '，'],
  [/[·•・《》〈〉“”‘’「」『』"']/g, ''],
  [/[,﹐]/g, '，'],
  [/[;；]/g, '；'],
  [/:/g, '：'],
  [/!/g, '！'],
  [/\?/g, '？'],
  [/\.(?=\s|$)/g, '。'],
]

const narrowed = (text: string): string =>
  text.replace(/[０-９Ａ-Ｚａ-ｚ％．：／＋－＆＝＠]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Stops by how long they are. */
const stops = '。！？；：，、 '
const longest = (run: string): string => [...stops].find((stop) => run.includes(stop)) ?? ''

/**
 * A line as it is read. Of its signs only letters, Chinese characters and stops are left, so that nothing of it is a command to an engine: neither
 * markup (`<break>`) nor phonemes (`[[…]]`).
 */
export function spoken(line: string): string {
  let text = narrowed(line)
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
  for (const [pattern, says] of rules) text = text.replace(pattern, says as never)
  return text
    .replace(/[^\p{Script=Han}A-Za-z。！？；：，、 ]+/gu, ' ')
    .replace(/[。！？；：，、 ]{2,}/g, longest)
    .replace(/^[。！？；：，、 ]+/, '')
    .trim()
}
