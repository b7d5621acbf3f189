import { TooMuch } from '../../core/sheet/unzip.ts'
import { charactersMost } from './office.ts'
import { PdfFile } from './pdf-file.ts'
import { type Decode, decodeOf } from './pdf-fonts.ts'
import { type Dict, isBytes, isOp, isRef, type Value, Values } from './pdf-values.ts'

/** What of a PDF could be read. */
export interface PdfText {
  readonly text: string
  /** Why not all of it was, in words; null: it was. */
  readonly fault: string | null
}

/** What drawing a form takes beside its content, in characters. */
const formTakes = 200
const depthMost = 8
/** So much of a letter's height between two of them is a blank. */
const apart = 0.3
/** Radicals that stand for the character in fonts of many PDFs. */
const radicals = '⺠民⻄西⻅见⻆角⻉贝⻋车⻓长⻔门⻘青⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻨麦⻩黄⻬齐⻮齿⻰龙⻁虎⻑長'
const characterOf = new Map((radicals.match(/../gu) ?? []).map((two) => [two[0] as string, two[1] as string]))

/** Walks through what a page draws and gathers its texts, where they stand beside one another with no blank that is none. */
class Page {
  images = 0
  unknown = 0
  length = 0
  readonly said: string[] = []
  private readonly file: PdfFile
  private readonly fonts: Map<Dict, Decode>
  private decode: Decode | null = null
  /** How large letters are, where the next one begins, and where the last one ended. */
  private size = 1
  private scale = 1
  private x = 0
  private y = 0
  /** Where the line began: moves go from there. */
  private from = 0
  private end = 0
  private line: number | null = null
  /** Where all of it is moved to, and how much larger it is; what stood before comes back. */
  private shift = { by: 1, x: 0, y: 0 }
  private readonly shifts: (typeof this.shift)[] = []

  constructor(file: PdfFile, fonts: Map<Dict, Decode>) {
    this.file = file
    this.fonts = fonts
  }

  draw(content: string, resources: Dict | null, depth = 0): void {
    this.file.work(content.length)
    const values = new Values(content)
    let given: Value[] = []
    for (let value = values.next(); value !== undefined; value = values.next()) {
      if (!isOp(value)) {
        given.push(value)
        if (given.length > 1000) given = []
        continue
      }
      if (value.op === 'ID') values.at = Math.max(values.at, this.afterImage(content, values.at))
      this.act(value.op, given, resources, depth)
      given = []
    }
  }

  private afterImage(content: string, from: number): number {
    const end = /\sEI(?=\s|$)/g
    end.lastIndex = from
    this.images += 1
    return end.exec(content) ? end.lastIndex : content.length
  }

  private act(op: string, given: readonly Value[], resources: Dict | null, depth: number): void {
    const [a = 0, b = 0, , d = 0, e = 0, f = 0] = given.map((one) => (typeof one === 'number' ? one : 0))
    const last = given.at(-1)
    if (op === 'q' && this.shifts.length < 1000) this.shifts.push(this.shift)
    else if (op === 'Q') this.shift = this.shifts.pop() ?? this.shift
    else if (op === 'cm') {
      const { by, x, y } = this.shift
      this.shift = { by: by * (Math.abs(a) || Math.abs(d) || 1), x: x + e * by, y: y + f * by }
    } else if (op === 'BT') [this.from, this.x, this.y, this.scale] = [0, 0, 0, 1]
    else if (op === 'Tf') this.font(given, resources)
    else if (op === 'Tm') [this.scale, this.from, this.x, this.y] = [Math.abs(a) || Math.abs(d) || 1, e, e, f]
    else if (op === 'Td' || op === 'TD') this.move(a, b)
    else if (op === 'T*' || op === "'" || op === '"') this.move(0, -this.size)
    else if (op === 'Do') this.object(given[0], resources, depth)
    if (op === 'Tj' || op === "'" || op === '"') this.show(last)
    else if (op === 'TJ' && Array.isArray(last))
      for (const one of last)
        if (typeof one === 'number') this.x -= (one / 1000) * this.size * this.scale
        else this.show(one)
  }

  private move(x: number, y: number): void {
    this.from += x * this.scale
    this.x = this.from
    this.y += y * this.scale
  }

  private font(given: readonly Value[], resources: Dict | null): void {
    const [name, size] = given
    if (typeof size === 'number') this.size = Math.abs(size) || 1
    const key = typeof name === 'string' ? name.slice(1) : ''
    const font = this.file.dictAt(this.file.dictAt(resources?.get('Font'))?.get(key))
    this.decode = font ? (this.fonts.get(font) ?? decodeOf(this.file, font)) : null
    if (font && this.decode) this.fonts.set(font, this.decode)
  }

  private show(value: Value | undefined): void {
    if (!isBytes(value)) return
    const { text, unknown } = this.decode?.(value.bytes) ?? { text: '', unknown: value.bytes.length }
    this.unknown += unknown
    const height = this.size * this.scale
    const { by, x: left, y: up } = this.shift
    const line = up + this.y * by
    if (this.line !== null && Math.abs(line - this.line) > height * by * 0.4) this.add('\n')
    else if (this.line !== null && Math.abs(left + this.x * by - this.end) > height * by * apart) this.add(' ')
    this.add(text)
    // Latin letters and digits take half the room
    let wide = 0
    for (const c of text) wide += c > '\u2e7f' ? 1 : 0.5
    this.x += wide * height
    ;[this.end, this.line] = [left + this.x * by, line]
  }

  private object(name: Value | undefined, resources: Dict | null, depth: number): void {
    const key = typeof name === 'string' ? name.slice(1) : ''
    const ref = this.file.dictAt(resources?.get('XObject'))?.get(key)
    const dict = this.file.dictAt(ref)
    if (dict?.get('Subtype') === '/Image') this.images += 1
    else if (dict?.get('Subtype') === '/Form') this.form(ref, resources, depth)
  }

  /** What is drawn in its place: of a form, of a field that was filled in. */
  form(ref: Value | undefined, resources: Dict | null, depth = 0): void {
    if (depth > depthMost) return
    this.file.work(formTakes)
    const content = this.file.streamAt(ref)
    if (content === null) return
    this.line = null
    this.add('\n')
    this.draw(content, this.file.dictAt(this.file.dictAt(ref)?.get('Resources')) ?? resources, depth + 1)
  }

  add(text: string): void {
    this.length += text.length
    if (this.length > charactersMost) throw new TooMuch()
    this.said.push(text)
  }
}

function resourcesOf(file: PdfFile, page: Dict): Dict | null {
  let at: Dict | null = page
  for (let hop = 0; at && hop < 20; hop += 1) {
    const own = file.dictAt(at.get('Resources'))
    if (own) return own
    at = file.dictAt(at.get('Parent'))
  }
  return null
}

/** What stands on one page. */
function readPage(file: PdfFile, dict: Dict, fonts: Map<Dict, Decode>): Page {
  const page = new Page(file, fonts)
  const contents = dict.get('Contents')
  const inner = file.at(contents)
  const streams = Array.isArray(inner) ? inner : isRef(contents) ? [contents] : []
  const resources = resourcesOf(file, dict)
  page.draw(streams.map((one) => file.streamAt(one) ?? '').join('\n'), resources)
  for (const one of file.listAt(dict.get('Annots'))) {
    const note = file.dictAt(one)
    const said = file.at(note?.get('Contents'))
    if (isBytes(said)) page.add(`\n${said.bytes.startsWith('\xfe\xff') ? wide(said.bytes.slice(2)) : said.bytes}`)
    const shown = file.dictAt(note?.get('AP'))?.get('N')
    page.form(shown, resources)
  }
  return page
}
const wide = (bytes: string) => new TextDecoder('utf-16be').decode(Buffer.from(bytes, 'latin1'))

/** As it is read: letters in their usual form, and what went on to the next line in one piece with what stood before. */
const unwrapped = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u2e80-\u2eff]/g, (c) => characterOf.get(c) ?? c)
    .replace(/(?<=[\u4e00-\u9fff：、，（）]) (?=[\u4e00-\u9fff：、，（）])/g, '')
    .replace(/(?<=[\u4e00-\u9fff]) ?\n ?(?=[\u4e00-\u9fff\d])/g, '')
    .replace(/(?<=\d) ?\n ?(?=\d)/g, ' ')
    .replace(/(?<=[\u4e00-\u9fff]) +(?=\d)|(?<=\d) +(?=[\u4e00-\u9fff])/g, '')
    .replace(/ {2,}/g, ' ')

/**
 * The text of a PDF, as far as it says what its letters are; of the rest, why it was not read: encrypted, scanned, in fonts of nobody's codes.
 * @throws TooMuch for what unpacks to more than a document may be
 */
export function pdfText(bytes: Buffer): PdfText {
  const file = new PdfFile(bytes)
  if (file.encrypted) return { text: '', fault: '已加密，其中的文字没有检测' }
  const fonts = new Map<Dict, Decode>()
  const said: string[] = []
  let [pages, scanned, unknown, length] = [0, 0, 0, 0]
  for (const [, dict] of file.dicts()) {
    if (dict.get('Type') !== '/Page') continue
    const page = readPage(file, dict, fonts)
    const text = unwrapped(page.said.join(''))
    pages += 1
    // what is told apart by blanks alone was read too
    length += page.length
    if (length > charactersMost) throw new TooMuch()
    unknown += page.unknown
    if (page.images > 0 && text.replace(/[\s\ufffd]/g, '') === '' && page.unknown === 0) scanned += 1
    said.push(text, '\n')
  }
  return { text: said.join(''), fault: faultOf({ pages, scanned, unknown, unread: file.unread }) }
}

function faultOf(of: {
  readonly pages: number
  readonly scanned: number
  readonly unknown: number
  readonly unread: boolean
}): string | null {
  if (of.pages === 0) return '没有能读取的页面，没有检测'
  if (of.scanned === of.pages) return '是扫描的图片，其中的文字没有检测'
  const said = [
    of.scanned > 0 ? `${of.scanned} 页是扫描的图片，其中的文字没有检测` : '',
    of.unknown > 0 ? '部分文字的字体没有说明是什么字，没有检测' : '',
    of.unread ? '部分内容的压缩方式不能读取，没有检测' : '',
  ].filter(Boolean)
  return said.length > 0 ? said.join('；') : null
}
