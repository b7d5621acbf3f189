import { readFile } from 'node:fs/promises'
import { TooMuch } from '../../core/sheet/unzip.ts'
import { inPackage } from './package.ts'
import { PdfFile } from './pdf-file.ts'
import { type Dict, isDict, type Value } from './pdf-values.ts'

/** What a stranger's document does beside being read, found in what it is made of and not by its first bytes; null: nothing. */

const tooMuch = '展开后过大'
const broken = '已损坏或不能识别'

/** Keys of a PDF's dictionaries by which something else than its pages is begun, and values that say so. */
const pdfKeys: Readonly<Record<string, string>> = {
  JS: '含有脚本',
  JavaScript: '含有脚本',
  EmbeddedFiles: '含有嵌入的文件',
  EF: '含有嵌入的文件',
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
  '/GoToR': '含有打开其他文件的动作',
} as const
/** Dictionaries within one another beyond this are no document's. */
const depthMost = 40

function inValue(value: Value | undefined, depth: number): string | null {
  if (typeof value === 'string') return (pdfValues as Readonly<Record<string, string>>)[value] ?? null
  if (depth > depthMost) return tooMuch
  if (isDict(value)) return inDict(value, depth)
  if (!Array.isArray(value)) return null
  for (const one of value) {
    const found = inValue(one, depth + 1)
    if (found) return found
  }
  return null
}

function inDict(dict: Dict, depth: number): string | null {
  for (const [key, value] of dict) {
    const found = pdfKeys[key] ?? inValue(value, depth + 1)
    if (found) return found
  }
  return null
}

/** The end of a zip's list: a PDF that has one in its last bytes is both. */
const zipEnds = 'PK\u0005\u0006'

/** The same in the bytes as they are, whatever they belong to: readers find objects where the file's own order has none. */
const inBytes: readonly (readonly [mark: string, what: string])[] = [
  ...(['/JavaScript', '/Launch', '/EmbeddedFile'] as const).map((mark) => [mark, pdfValues[mark]] as const),
  ['<script', '含有脚本'],
  ['<?php', '含有脚本'],
]
const plainNames = (text: string) =>
  text.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function markIn(text: string): string | null {
  const plain = plainNames(text)
  return inBytes.find(([mark]) => plain.includes(mark))?.[1] ?? null
}

const inClaimed = (file: PdfFile, value: Value): string | null =>
  inValue(value, 0) ?? (isDict(value) && opensOthers(file, value) ? '打开时会访问外部网址' : null)

async function inPdf(path: string): Promise<string | null> {
  const bytes = await readFile(path)
  const found = markIn(bytes.toString('latin1'))
  if (found) return found
  if (bytes.toString('latin1', Math.max(0, bytes.length - 66_000)).includes(zipEnds)) return '里面藏有压缩包'
  const file = new PdfFile(bytes)
  if (file.encrypted) return '已加密，不能检查'
  for (const one of file.claimed()) {
    const found = 'text' in one ? markIn(one.text) : inClaimed(file, one.value)
    if (found) return found
  }
  // what holds objects and cannot be read may hold any of these
  return file.unread ? '用了不能检查的压缩方式' : null
}

/** Whether something is fetched as soon as it is opened; a link that is pressed is none. */
const opensOthers = (file: PdfFile, dict: Dict): boolean =>
  ['OpenAction', 'AA'].some((key) => {
    const action = file.at(dict.get(key))
    if (!isDict(action)) return false
    const each = key === 'AA' ? [...action.values()].map((one) => file.at(one)) : [action]
    return each.some((one) => isDict(one) && file.at(one.get('S')) === '/URI')
  })

/**
 * Looks through a stranger's PDF or Office document, in a thread: what it unpacks to is anybody's guess.
 * @returns why it is not taken, as 「含有宏」; null: it is only to be read
 */
export async function unsafeIn({
  path,
  kind,
}: {
  readonly path: string
  readonly kind: 'pdf' | 'package'
}): Promise<string | null> {
  try {
    return await (kind === 'pdf' ? inPdf(path) : inPackage(path))
  } catch (error) {
    return error instanceof TooMuch ? tooMuch : broken
  }
}
