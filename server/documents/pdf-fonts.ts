import type { PdfFile } from './pdf-file.ts'
import { type Dict, isBytes } from './pdf-values.ts'

/** What the codes of a text say. */
export interface Said {
  readonly text: string
  /** So many codes that stand for nobody knows what. */
  readonly unknown: number
}
export type Decode = (bytes: string) => Said

const codesMost = 70_000
const utf16 = (hex: string) =>
  (hex.replace(/\s/g, '').match(/.{1,4}/g) ?? []).map((four) => String.fromCharCode(Number.parseInt(four, 16))).join('')

/** A map of codes to what they say, as a font brings it. */
function mapOf(cmap: string) {
  const codes = new Map<number, string>()
  const space = /begincodespacerange\s*<([\da-f\s]+)>/i.exec(cmap)?.[1]?.replace(/\s/g, '').length
  const set = (code: number, text: string) => {
    if (codes.size < codesMost) codes.set(code, text)
  }
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', to = ''] of block.matchAll(/<([\da-f\s]+)>\s*<([\da-f\s]*)>/gi))
      set(Number.parseInt(code.replace(/\s/g, ''), 16), utf16(to))
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, a = '', b = '', one, many] of block.matchAll(
      /<([\da-f\s]+)>\s*<([\da-f\s]+)>\s*(?:<([\da-f\s]*)>|\[([^\]]*)\])/gi,
    )) {
      const [from, to] = [a, b].map((hex) => Number.parseInt(hex.replace(/\s/g, ''), 16)) as [number, number]
      const list =
        many === undefined ? null : Array.from(many.matchAll(/<([\da-f\s]*)>/gi), ([, hex = '']) => utf16(hex))
      const first = utf16(one ?? '')
      const head = first.slice(0, -1)
      for (let i = 0; i <= Math.min(to - from, 0xffff); i += 1)
        set(from + i, list ? (list[i] ?? '') : head + String.fromCharCode(first.charCodeAt(first.length - 1) + i))
    }
  return { codes, size: space ? Math.max(1, Math.ceil(space / 2)) : null }
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
  return hex ? utf16(hex) : (glyphs[name] ?? (name.length === 1 ? name : undefined))
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
    if (/Uni.*(?:UCS2|UTF16)/.test(encoding)) return decoded('utf-16be')
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
