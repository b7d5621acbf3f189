import { foldTable } from '../../core/words/fold.ts'

/**
 * Texts as a full-text index takes them: every two neighbouring characters are a word, because Chinese is written without blanks. Words
 * that follow each other then stand for a piece of the text, so that a hit really holds what is sought.
 */

/** Blanks, control characters and the quotes of the query language get stand-ins from the area for private use. */
const standsIn = (c: string) =>
  c <= ' ' || c === '"' || c === '\x7f' ? String.fromCharCode(0xe000 + c.charCodeAt(0)) : c
/** After the last character. */
const end = '\ue100'
/** So many words are made in one go: strings put together character by character take a hundred times their length until they are read. */
const wordsAtOnce = 4096

/** A text as words of two characters each; the last one stands with the end. */
export function gramsOf(text: string): string {
  const done: string[] = []
  let out = ''
  let words = 0
  let before = ''
  for (const c of text) {
    const now = standsIn(c)
    if (before !== '') out += `${before}${now} `
    before = now
    words += 1
    if (words % wordsAtOnce > 0) continue
    done.push(Buffer.from(out, 'utf16le').toString('utf16le'))
    out = ''
  }
  return before === '' ? '' : `${done.join('')}${out}${before}${end}`
}

/** The question for what holds a text: its words, one behind the other; of a single character, every word that begins with it. */
export function queryFor(columns: readonly string[], text: string): string {
  const characters = [...text].map(standsIn)
  const words = characters.slice(1).map((c, i) => `${characters[i]}${c}`)
  const sought = words.length === 0 ? `"${characters[0]}"*` : `"${words.join(' ')}"`
  return `{${columns.join(' ')}} : ${sought}`
}

/** The question for what holds all pairs of a text somewhere; of a single character, every pair that begins with it. */
export function pairsFor(text: string): string {
  const characters = [...text].map(standsIn)
  const pairs = new Set(characters.slice(1).map((c, i) => `"${characters[i]}${c}"`))
  return pairs.size === 0 ? `"${characters[0]}"*` : [...pairs].join(' AND ')
}

/** The single characters of a text, each once. */
export const signsOf = (text: string): string => [...new Set([...text].map(standsIn))].join(' ')

/** Brackets that are typed for one another: 「政协发〔2026〕3号」 is found by any of them. */
const alike = new Map([
  ...[...'〔【〖[（'].map((c) => [c.charCodeAt(0), '('.charCodeAt(0)] as const),
  ...[...'〕】〗]）'].map((c) => [c.charCodeAt(0), ')'.charCodeAt(0)] as const),
  ...[...'‐‑‒–—―－'].map((c) => [c.charCodeAt(0), '-'.charCodeAt(0)] as const),
  ...[...'“”„＂'].map((c) => [c.charCodeAt(0), '"'.charCodeAt(0)] as const),
  ...[...'‘’＇'].map((c) => [c.charCodeAt(0), "'".charCodeAt(0)] as const),
])
let plainUnits: Uint16Array | undefined
const unitsOf = (): Uint16Array => {
  plainUnits ??= foldTable().map((unit) => alike.get(unit) ?? unit)
  return plainUnits
}

/** A text as visitors seek it: half as wide, small, simplified, brackets and dashes of one form; each code unit at its place. */
export function sought(text: string): string {
  const units = unitsOf()
  const out = Buffer.alloc(text.length * 2)
  for (let at = 0; at < text.length; at += 1) out.writeUInt16LE(units[text.charCodeAt(at)] as number, at * 2)
  return out.toString('utf16le')
}

/** How a script folds a character by itself: half as wide, small. */
const byScript = (c: string) => {
  const plain = c.normalize('NFKC').toLowerCase()
  return plain.length === 1 ? plain : c
}

/** Characters that are sought by another one than that, and which, each at the same place of two texts. */
export function foldsOf(): readonly [from: string, to: string] {
  const units = unitsOf()
  let [from, to] = ['', '']
  for (let unit = 0; unit < units.length; unit += 1) {
    if (unit >= 0xd800 && unit <= 0xdfff) continue
    const [c, other] = [String.fromCharCode(unit), String.fromCharCode(units[unit] as number)]
    if (byScript(c) === other) continue
    from += c
    to += other
  }
  return [from, to]
}
