/** What a style sheet may not have: it brings nothing from elsewhere and runs nothing. */

interface Wrong {
  readonly index: number
  readonly says: string
}

const escapes = /\\(?:([\da-f]{1,6})\s?|(\n)|([^\n]))/gi
/** What an escape may stand for; of others it matters only that they end no string and open nothing. */
const plain = /^[\w:/.\\@-]$/

/** Escapes are what they stand for, lines where they were: `@\69mport` is an import, and `\22` ends no string. */
const unescaped = (text: string): string =>
  text
    .replace(/\r\n?|\f/g, '\n')
    .replace(
      escapes,
      (found: string, hex: string | undefined, _line, one: string | undefined, at: number, all: string) => {
        const code = hex === undefined ? 0 : Number.parseInt(hex, 16)
        const meant =
          hex === undefined ? (one ?? '') : code > 0 && code < 0x10000 ? String.fromCharCode(code) : '\ufffd'
        const opensRemark = meant === '/' && all[at + found.length] === '*'
        const lines = found.includes('\n') ? '\n' : ''
        return (
          (plain.test(meant) && !opensRemark ? meant : meant === '' ? '' : '\ufffd') + (hex === undefined ? '' : lines)
        )
      },
    )

const tokens = /"[^"\n]*"?|'[^'\n]*'?|(?<![-\w\u0080-\uffff])url\([^"')]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/gi

/** The same without remarks. What looks like one in a text or an address is none. */
const withoutRemarks = (text: string): string =>
  text.replace(tokens, (found) => (found.startsWith('/*') ? found.replace(/[^\n]/g, '') : found))

/** An address of elsewhere, as browsers read it; a picture that is written out in place is none. */
export function isElsewhere(address: string): boolean {
  const read = address
    .replace(/[\t\n\r]/g, '')
    .replace(/^[\u0000-\u0020\ufffd]+/, '')
    .replaceAll('\\', '/')
  return /^(?:[a-z][a-z\d+.-]{0,20}:|\/\/)/i.test(read) && !/^data:image\//i.test(read)
}

const drawnMost = 2000
const texts = /"([^"\n]*)"?|'([^'\n]*)'?/g
/** Functions whose texts are addresses; what they are handed from a property nobody can tell. */
const bringsMore = (found: string): boolean =>
  found.length > drawnMost ||
  /\b(?:var|attr|env)\(/i.test(found) ||
  [...found.matchAll(texts)].some(([, double, single]) => isElsewhere(double ?? single ?? ''))

const rules: readonly { finds: RegExp; says: string; only?: (found: string) => boolean }[] = [
  { finds: /@import\b/gi, says: '样式中不能用 @import，请把内容写在同一个文件夹里' },
  {
    finds: /\burl\([^()]*/gi,
    says: '样式不能引用别的网站的文件',
    only: (found) =>
      isElsewhere(
        found
          .slice('url('.length)
          .replace(/^\s{0,200}\/\*[^*]{0,200}\*\//, '')
          .replace(/["']/g, ''),
      ),
  },
  {
    finds: /\b(?:image-set|src|image|cross-fade)\((?:"[^"\n]*"?|'[^'\n]*'?|[^;{}"']){0,2000}/gi,
    says: '样式不能引用别的网站的文件',
    only: bringsMore,
  },
  { finds: /\bexpression\(|\bbehavior:|-moz-binding/gi, says: '样式中不能写脚本' },
]

/** What is wrong with a style sheet, or a piece of one, and where; where escapes stand, the place is right to the line. */
export function wrongInSheet(text: string): { readonly wrong: readonly Wrong[]; readonly read: string } {
  const read = withoutRemarks(unescaped(text))
  const wrong = rules.flatMap(({ finds, says, only = () => true }) =>
    [...read.matchAll(finds)].flatMap(({ index, 0: found }) => (only(found) ? [{ index, says }] : [])),
  )
  return { wrong, read }
}
