import { readFile } from 'node:fs/promises'
import type { FileKind } from '../../core/domain/files.ts'
import { TooMuch } from '../../core/sheet/unzip.ts'
import { baseDoes, liesOutside, linkDoes } from './links.ts'
import { inArchive, inPackage } from './package.ts'
import { type Claimed, PdfFile } from './pdf-file.ts'
import { type Dict, isBytes, isDict, type Value } from './pdf-values.ts'

/** What a document does beside being read, found in what it is made of and not by its first bytes; null: nothing. */

const tooMuch = '展开后过大'
const broken = '已损坏或不能识别'

/** Keys of a PDF's dictionaries by which something else than its pages is begun, and values that say so. */
const pdfKeys: Readonly<Record<string, string>> = {
  JS: '含有脚本',
  JavaScript: '含有脚本',
  EmbeddedFiles: '含有嵌入的文件',
  EF: '含有嵌入的文件',
  OnInstantiate: '含有脚本',
  '3DD': '含有多媒体对象',
  RichMedia: '含有多媒体对象',
  XFA: '含有动态表单',
}
const pdfValues = {
  '/JavaScript': '含有脚本',
  '/Launch': '含有启动程序的动作',
  '/EmbeddedFile': '含有嵌入的文件',
  '/GoToE': '含有嵌入的文件',
  '/ImportData': '含有导入数据的动作',
  '/SubmitForm': '含有向外提交的动作',
  '/RichMedia': '含有多媒体对象',
  '/Rendition': '含有多媒体对象',
  '/Movie': '含有多媒体对象',
  '/GoToR': '含有打开其他文件的动作',
} as const
/** Dictionaries within one another beyond this are no document's. */
const depthMost = 40

function inValue(file: PdfFile, value: Value | undefined, depth: number): string | null {
  if (typeof value === 'string') return (pdfValues as Readonly<Record<string, string>>)[value] ?? null
  if (depth > depthMost) return tooMuch
  if (isDict(value)) return inDict(file, value, depth)
  if (!Array.isArray(value)) return null
  for (const one of value) {
    const found = inValue(file, one, depth + 1)
    if (found) return found
  }
  return null
}

/** What a file does that is named: a stream's data, a page of another document, a sound. */
const fileDoes = (name: string) => (liesOutside(name) ? '引用外部的文件' : null)
/** Keys whose text says to where something leads. */
const leading: ReadonlyMap<string, (text: string) => string | null> = new Map([
  ['URI', linkDoes],
  ['Base', baseDoes],
  ...['F', 'UF', 'DOS', 'Mac', 'Unix'].map((key) => [key, fileDoes] as const),
])
/** The sign that a text is in signs of two bytes, or of one to four. */
const signsSaid = /^(?:\u00fe\u00ff|\u00ff\u00fe|\u00ef\u00bb\u00bf)/

/** To where a text leads, as it is or in signs of two bytes. */
function inText(file: PdfFile, key: string, value: Value): string | null {
  const does = leading.get(key)
  const said = does && file.at(value)
  return isBytes(said) ? (does?.(said.bytes.replace(signsSaid, '')) ?? null) : null
}

/** What a dictionary is by one of its values: a file that is not in it but at an address of the web; a program for the printer. */
const pdfPairs: readonly (readonly [key: string, value: string, what: string])[] = [
  ['FS', '/URL', '引用外部网址上的文件'],
  ['Subtype', '/PS', '含有打印机程序'],
  ['Subtype2', '/PS', '含有打印机程序'],
]

function inDict(file: PdfFile, dict: Dict, depth: number): string | null {
  const is = pdfPairs.find(([key, value]) => dict.has(key) && file.at(dict.get(key)) === value)
  if (is) return is[2]
  for (const [key, value] of dict) {
    const found = pdfKeys[key] ?? inText(file, key, value) ?? inValue(file, value, depth + 1)
    if (found) return found
  }
  return null
}

const script = '含有脚本'
const packed = '里面藏有压缩包'
const program = '里面藏有程序'

/** The same in the bytes as they are, whatever they belong to: readers find objects where the file's own order has none. */
const inBytes: readonly (readonly [mark: RegExp, what: string])[] = [
  [/\/JavaScript/, script],
  [/\/Launch/, pdfValues['/Launch']],
  [/\/EmbeddedFile/, pdfValues['/EmbeddedFile']],
  [/<(?:script|\?php)/i, script],
]
/** What makes a file something else too, and no PDF has: the list of a zip, packages, programs, pages behind its end. */
const besides: readonly (readonly [mark: RegExp, what: string])[] = [
  [/PK\u0005\u0006\0\0\0\0/, packed],
  [/Rar!\u001a\u0007|7z\u00bc\u00af\u0027\u001c/, packed],
  [/This program (?:cannot|must) be run/, program],
  [/%%EOF[\s\0]*(?:MZ|\u007fELF|#!)/, program],
  [/%%EOF[\s\0]*<[?%!a-z]/i, script],
]
/** How the data of a stream begin that is no picture and no page, whatever it is said to be. */
const streams: readonly (readonly [mark: RegExp, what: string])[] = [
  [/^PK\u0003\u0004|^Rar!\u001a\u0007|^7z\u00bc\u00af/, packed],
  [/^\u007fELF/, program],
  // dots of a picture may begin so too: where a program's second head stands is a small number
  [/^MZ(?:[\s\S]{0,61}$|[\s\S]{61}\0)/, program],
]
const plainNames = (text: string) =>
  text.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** So much is spelled out at once. */
const stretch = 1_000_000
/** Longer than any mark, with each of its signs as `#4a`. */
const across = 100

function markIn(text: string): string | null {
  for (let at = 0; at < text.length; at += stretch) {
    const plain = plainNames(text.slice(at, at + stretch + across))
    const found = inBytes.find(([mark]) => mark.test(plain))
    if (found) return found[1]
  }
  return null
}

const inClaimed = (file: PdfFile, value: Value): string | null =>
  inValue(file, value, 0) ?? (isDict(value) && opensOthers(file, value) ? '打开时会访问外部网址' : null)

function inOne(file: PdfFile, one: Claimed): string | null {
  if ('text' in one) return markIn(one.text)
  if ('begins' in one) return streams.find(([mark]) => mark.test(one.begins))?.[1] ?? null
  return inClaimed(file, one.value)
}

async function inPdf(path: string): Promise<string | null> {
  const bytes = await readFile(path)
  const text = bytes.toString('latin1')
  const found = markIn(text) ?? besides.find(([mark]) => mark.test(text))?.[1]
  if (found) return found
  const file = new PdfFile(bytes)
  if (file.encrypted) return '已加密，不能检查'
  for (const one of file.claimed()) {
    const found = inOne(file, one)
    if (found) return found
    // what holds objects and cannot be read may hold any of these
    if (file.unread) break
  }
  return file.unread ? '用了不能检查的压缩方式' : null
}

/** No action has so many that follow it. */
const actionsMost = 200

/** Whether an action, or one of those that follow it, fetches something. @throws TooMuch */
function goesOut(file: PdfFile, first: Value | undefined): boolean {
  const actions = [first]
  for (let n = 0; n < actions.length; n += 1) {
    if (n > actionsMost) throw new TooMuch()
    const action = file.at(actions[n])
    if (Array.isArray(action)) actions.push(...action)
    if (!isDict(action)) continue
    const does = file.at(action.get('S'))
    if (does === '/URI' || (does === '/Thread' && action.has('F'))) return true
    actions.push(action.get('Next'))
  }
  return false
}

/** Whether something is fetched as soon as it is opened; a link that is pressed is none. */
const opensOthers = (file: PdfFile, dict: Dict): boolean =>
  ['OpenAction', 'AA'].some((key) => {
    const action = file.at(dict.get(key))
    if (key === 'OpenAction') return goesOut(file, action)
    return isDict(action) && [...action.values()].some((one) => goesOut(file, one))
  })

/** How the names of streams of an older document are written, which say what lies in them. */
const olderNames: readonly (readonly [name: string, what: string])[] = [
  ['_VBA_PROJECT', '含有宏'],
  ['Ole10Native', '含有嵌入的文件'],
]

async function inOlder(path: string): Promise<string | null> {
  const bytes = await readFile(path)
  return olderNames.find(([name]) => bytes.includes(Buffer.from(name, 'utf16le')))?.[1] ?? null
}

/** What a kind of file is looked through by; of the others nothing runs, or nothing is known. */
const looks: Partial<Record<FileKind, (path: string) => Promise<string | null>>> = {
  pdf: inPdf,
  word: inPackage,
  sheet: inPackage,
  slides: inPackage,
  older: inOlder,
  zip: inArchive,
}

/**
 * Looks through a file for what does more than be read, in a thread: what it unpacks to is anybody's guess. Of an archive the names alone, of one that is no zip nothing.
 * @returns why it is not taken, as 「含有宏」; null: it is only to be read
 */
export async function unsafeIn({
  path,
  kind,
}: {
  readonly path: string
  readonly kind: FileKind
}): Promise<string | null> {
  try {
    return (await looks[kind]?.(path)) ?? null
  } catch (error) {
    return error instanceof TooMuch ? tooMuch : broken
  }
}
