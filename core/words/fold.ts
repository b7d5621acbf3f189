import pairs from './simplified.json' with { type: 'json' }

/** What a sign is in a text in which words are sought. */
export const breaks = 0
export const skipped = 1

/** Signs, blanks and marks that somebody may put between two characters of a word. Lines and paragraphs end a word. */
const between = /[\p{P}\p{S}\p{Z}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\t\v\f]/u
/** Signs that end a sentence or part it: what is found across them may be two words that happen to meet. */
const parting = /[，。；：！？、,;:!?…]|\.(?=\s|$)/u

function folded(): Uint16Array {
  const table = Uint16Array.from({ length: 65_536 }, (_, unit) => unit)
  for (let unit = 0; unit < table.length; unit += 1) {
    if (unit >= 0xd800 && unit <= 0xdfff) continue
    const plain = String.fromCharCode(unit).normalize('NFKC').toLowerCase()
    if (plain.length === 1) table[unit] = plain.charCodeAt(0)
  }
  const simple = new Map([...pairs.traditional].map((c, at) => [c.charCodeAt(0), pairs.simplified.charCodeAt(at)]))
  for (let unit = 0; unit < table.length; unit += 1) {
    const plain = table[unit] as number
    const once = simple.get(plain) ?? plain
    table[unit] = simple.get(once) ?? once
  }
  return table
}

let table: Uint16Array | undefined
/** For each code unit the one by which it is sought: half as wide, small, simplified. Made once, 128 KB. */
export const foldTable = (): Uint16Array => {
  table ??= folded()
  return table
}

/** A text as it is sought: each code unit at its place. */
export function fold(text: string): string {
  const units = foldTable()
  let out = ''
  for (let at = 0; at < text.length; at += 1) out += String.fromCharCode(units[text.charCodeAt(at)] as number)
  return out
}

let signs: Uint8Array | undefined
/** True for a sign that may stand between two characters of a word. */
export function isBetween(unit: number): boolean {
  signs ??= Uint8Array.from({ length: 65_536 }, (_, one) => Number(between.test(String.fromCharCode(one))))
  return signs[unit] === 1
}

/** Pictures and other signs beyond the first plane, but for those by which flags and figures are made. */
const pictures = /(?=[\u{10000}-\u{10ffff}])[\p{S}\p{M}\p{Cf}]/gu
const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff

/** True for the first of the two code units of such a sign beyond the first plane: 「👉」. */
export const isPairBetween = (text: string, at: number): boolean =>
  isHigh(text.charCodeAt(at)) && between.test(String.fromCodePoint(text.codePointAt(at) as number))

/** A text with blanks for the signs beyond the first plane: each code unit at its place. */
export const withoutPairs = (text: string): string =>
  /[\ud800-\udbff]/.test(text) ? text.replace(pictures, '  ') : text

/** True where a sentence ends or is parted within a piece of text. */
export const parts = (piece: string): boolean => parting.test(piece)

/** Chinese characters, their radicals and those that stand in circles. */
const isChinese = (unit: number) => unit >= 0x2e80 && unit <= 0xfaff && !(unit >= 0xd800 && unit <= 0xdfff)

/** A text with its Chinese characters simplified and plain, all else as it is: each code unit at its place. */
export function inSimplified(text: string): string {
  const units = foldTable()
  let out = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const plain = isChinese(unit) ? (units[unit] as number) : unit
    if (plain === unit) continue
    out += text.slice(from, at) + String.fromCharCode(plain)
    from = at + 1
  }
  return from === 0 ? text : out + text.slice(from)
}
