import type { PdfFile } from './pdf-file.ts'
import { type Dict, isBytes, Values } from './pdf-values.ts'

/** What the codes of a text say. */
export interface Said {
  readonly text: string
  /** So many codes that stand for nobody knows what. */
  readonly unknown: number
}
export type Decode = (bytes: string) => Said

const codesMost = 70_000
const utf16 = (bytes: string) => new TextDecoder('utf-16be').decode(Buffer.from(bytes, 'latin1'))
const codeOf = (bytes: string) => Array.from(bytes).reduce((code, c) => code * 256 + c.charCodeAt(0), 0)

/** What stands between two marks of a map, wherever they are. */
function* between(cmap: string, from: string, to: string): Generator<Values> {
  for (let at = cmap.indexOf(from); at >= 0; at = cmap.indexOf(from, at)) {
    const end = cmap.indexOf(to, at)
    yield new Values(cmap.slice(at + from.length, end < 0 ? undefined : end))
    if (end < 0) return
    at = end
  }
}

/** A map of codes to what they say, as a font brings it. */
function mapOf(cmap: string) {
  const codes = new Map<number, string>()
  const set = (code: number, text: string) => {
    if (codes.size < codesMost) codes.set(code, text)
  }
  let size: number | null = null
  for (const values of between(cmap, 'begincodespacerange', 'endcodespacerange')) {
    const first = values.next()
    if (isBytes(first)) size ??= Math.max(1, first.bytes.length)
  }
  for (const values of between(cmap, 'beginbfchar', 'endbfchar'))
    for (let code = values.next(); isBytes(code); code = values.next()) {
      const to = values.next()
      if (isBytes(to)) set(codeOf(code.bytes), utf16(to.bytes))
    }
  for (const values of between(cmap, 'beginbfrange', 'endbfrange'))
    for (let low = values.next(); isBytes(low); low = values.next()) {
      const [high, to] = [values.next(), values.next()]
      if (!isBytes(high)) break
      const from = codeOf(low.bytes)
      const more = Math.min(codeOf(high.bytes) - from, 0xffff)
      const first = isBytes(to) ? utf16(to.bytes) : ''
      for (let i = 0; i <= more && codes.size < codesMost; i += 1) {
        const one = Array.isArray(to) ? to[i] : undefined
        if (isBytes(one)) set(from + i, utf16(one.bytes))
        else if (first !== '')
          set(from + i, first.slice(0, -1) + String.fromCharCode(first.charCodeAt(first.length - 1) + i))
      }
    }
  return { codes, size }
}

const byCodes =
  (codes: ReadonlyMap<number, string>, size: number, usual: (code: number) => string | undefined): Decode =>
  (bytes) => {
    const said: string[] = []
    let unknown = 0
    for (let at = 0; at + size <= bytes.length; at += size) {
      let code = 0
      for (let i = 0; i < size; i += 1) code = code * 256 + bytes.charCodeAt(at + i)
      const text = codes.get(code) ?? usual(code)
      if (text === undefined) unknown += 1
      said.push(text ?? '\ufffd')
    }
    return { text: said.join(''), unknown }
  }

const decoded =
  (encoding: string): Decode =>
  (bytes) => {
    const text = new TextDecoder(encoding).decode(Buffer.from(bytes, 'latin1'))
    return { text, unknown: text.split('\ufffd').length - 1 }
  }
const nobodyKnows: Decode = (bytes) => ({ text: '\ufffd', unknown: Math.ceil(bytes.length / 2) })

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const glyphs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(digits.map((name, i) => [name, String(i)])),
  ...{ space: ' ', hyphen: '-', period: '.', comma: ',', colon: ':', parenleft: '(', parenright: ')' },
}
function glyphSays(name: string): string | undefined {
  const [, hex] = /^uni([\dA-F]{4})/.exec(name) ?? []
  return hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (glyphs[name] ?? (name.length === 1 ? name : undefined))
}

/** How the texts in a font are read; of one whose codes nobody can tell, that they were not read. */
export function decodeOf(file: PdfFile, font: Dict | null): Decode {
  if (!font) return nobodyKnows
  const composite = font.get('Subtype') === '/Type0'
  const cmap = file.streamAt(font.get('ToUnicode'))
  const encoding = file.at(font.get('Encoding'))
  if (cmap !== null) {
    const { codes, size } = mapOf(cmap)
    if (codes.size > 0)
      return byCodes(codes, composite ? (size ?? 2) : 1, composite ? () => undefined : String.fromCharCode)
  }
  if (composite) {
    if (typeof encoding !== 'string') return nobodyKnows
    if (encoding.startsWith('/Uni') && /UCS2|UTF16/.test(encoding)) return decoded('utf-16be')
    return /^\/GB/.test(encoding) ? decoded('gb18030') : nobodyKnows
  }
  if (font.get('Subtype') === '/Type3') return nobodyKnows
  const own = new Map<number, string>()
  let code = 0
  for (const one of file.listAt(file.dictAt(encoding)?.get('Differences'))) {
    if (typeof one === 'number') code = one
    else if (typeof one === 'string') {
      own.set(code, glyphSays(one.slice(1)) ?? '\ufffd')
      code += 1
    } else if (isBytes(one)) break
  }
  return byCodes(own, 1, String.fromCharCode)
}
