import { isInAddress, type NumberFound, numbersIn } from './numbers.ts'

/** Somebody's data as people spell them so that no program sees them; looked for in what strangers wrote alone. */

export const isBlank = (c: string | undefined) => c === ' ' || c === '\u3000' || c === '\u00a0'
export const isHan = (c: string | undefined) => c !== undefined && c >= '\u4e00' && c <= '\u9fff'
/** What the name in an address of e-mail is made of. */
export const isAddressSign = (c: string | undefined) => c !== undefined && /[\w.．+%０-９Ａ-Ｚａ-ｚ＿-]/.test(c)
export const nameMost = 64

/** From here, in code units, to before there. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** Services of e-mail that everybody has: before their names any sign may stand for the one of addresses. */
const services =
  /(?:qq|163|126|139|189|yeah|sina|sohu|foxmail|gmail|hotmail|outlook|live|icloud|aliyun|tom|21cn)[ \u3000]{0,2}(?:[.．。·•,，]|点|[[(（【]?(?:dot|点)[\])）】]?)[ \u3000]{0,2}(?:com|net|cn)(?![a-z\d])/gi
/** The sign of addresses in words, within brackets: what stands there is an address whoever keeps it. */
const bracketed = /[[(（【{｛<《〔［][ \u3000]{0,2}(?:at|艾特|圈a)[ \u3000]{0,2}[\])）】}｝>》〕］]/gi
/** The sign of an address, and what is behind it, with a blank between all of them. */
const spacedHosts = /[@＠](?:[ \u3000][A-Za-z\d._-]){4,30}(?![A-Za-z\d])/g
const plainHost = /^[ \u3000]{0,2}[a-z\d-]{1,60}(?:[.．][a-z\d-]{1,60}){0,3}[.．][a-z]{2,10}/i
/** What may stand for the sign, at the end of what is before a service's name. */
const standsFor =
  /(?:[#＃*＊&＆$￥~～^+＋@＠_＿|｜!！]|艾特|圈[aA]|(?<![A-Za-z])[aA][tT]|[[(（【{｛<《〔［][ \u3000]{0,2}(?:[aA][tT]?|艾特|圈[aA]|@)[ \u3000]{0,2}[\])）】}｝>》〕］])[ \u3000]{0,2}$/
const before = 80

/** Where the name begins that stands right before a place; null: there is none. */
function nameBefore(text: string, at: number): number | null {
  let end = at
  while (at - end < 2 && isBlank(text[end - 1])) end -= 1
  let start = end
  while (end - start < nameMost && isAddressSign(text[start - 1])) start -= 1
  return /[A-Za-z0-9０-９Ａ-Ｚａ-ｚ]/.test(text.slice(start, end)) ? start : null
}

/** Addresses of e-mail without their sign: 「zs[at]qq.com」, 「zs#qq.com」, 「zs@qq点com」. */
export function* spelledEmails(text: string): Generator<Place> {
  for (const { 0: sign, index } of text.matchAll(bracketed)) {
    const behind = index + sign.length
    const host = plainHost.exec(text.slice(behind, behind + before))
    const start = host && nameBefore(text, index)
    if (host && start !== null) yield { start, end: behind + host[0].length }
  }
  for (const { 0: host, index } of text.matchAll(spacedHosts)) {
    let start = index
    while (index - start < nameMost && isBlank(text[start - 1]) && isAddressSign(text[start - 2])) start -= 2
    if (index - start > 2) yield { start, end: index + host.length }
  }
  for (const { 0: host, index } of text.matchAll(services)) {
    const from = Math.max(0, index - before)
    const sign = standsFor.exec(text.slice(from, index))
    const start = sign && nameBefore(text, from + sign.index)
    if (start !== null && !isInAddress(text, start)) yield { start, end: index + host.length }
  }
}

/** Letters and signs that look like digits. */
const looks: Readonly<Record<string, string>> = {
  ...{ l: '1', I: '1', i: '1', '|': '1', 丨: '1', ｌ: '1', Ｉ: '1', '｜': '1' },
  ...{ O: '0', o: '0', Ｏ: '0', ｏ: '0', О: '0', о: '0', ο: '0', Ο: '0', '○': '0', '◯': '0' },
  ...{ З: '3', з: '3' },
}
/** A piece of digits in which some of them are letters; what stands in a word of letters is a word. */
const pieces = /(?<![A-Za-z])[\dlIi|丨ｌＩ｜OoＯｏОоοΟ○◯Зз０-９]{2,24}(?![A-Za-z])/g

/** The same where a sign alone, or no digit with it, may stand for one. */
const loosePieces = /(?<![A-Za-z])[lIi|丨ｌＩ｜OoＯｏОоοΟ○◯Зз\d０-９]{1,24}(?![A-Za-z])/g
const inFigures = (piece: string): string => [...piece].map((sign) => looks[sign] ?? sign).join('')

/** A text with the digits that look-alikes in it stand for, and where they stood; sign by sign as long as it was. */
function unlooked(text: string): { readonly plain: string; readonly changed: ReadonlySet<number> } {
  const changed = new Set<number>()
  const plain = text.replace(pieces, (piece: string, at: number) => {
    if (!/[\d０-９]/.test(piece)) return piece
    return [...piece]
      .map((sign, i) => {
        const digit = looks[sign]
        if (digit !== undefined) changed.add(at + i)
        return digit ?? sign
      })
      .join('')
  })
  return { plain, changed }
}

/** A text as it may be read: as it is, and with digits for what looks like them, 「l39O1234567」, 「I39-OOOO-2222」. For who knows which number they seek. */
export const readings = (text: string): string[] => [text, unlooked(text).plain, text.replace(loosePieces, inFigures)]

/** Phones, cards and numbers of identity cards with letters for digits: 「l39O1234567」. */
export function* lookAlikes(text: string): Generator<NumberFound> {
  const { plain, changed } = unlooked(text)
  if (changed.size === 0) return
  for (const found of numbersIn(plain, true)) {
    if (found.kind === 'landline') continue
    let own = false
    for (let at = found.start; at < found.end && !own; at += 1) own = changed.has(at)
    if (own) yield found
  }
}
