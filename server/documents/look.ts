import { open, readFile } from 'node:fs/promises'
import { TooMuch } from '../../core/sheet/unzip.ts'
import { type PersonalHits, personalHits } from '../../core/words/hits.ts'
import { isPackage, packageText } from './office.ts'
import { pdfText } from './pdf.ts'

/** Somebody's own data in a file; of what could not be read, why not. */
export interface LookedInto extends PersonalHits {
  readonly fault: string | null
  /** It was given up for what it would have taken. */
  readonly tooMuch?: true
}

const toldMost = 50
const nothing: PersonalHits = { hits: [], total: 0, kinds: [] }
const notRead = (fault: string): LookedInto => ({ ...nothing, fault })

const says: Readonly<Record<string, string>> = {
  ...{
    doc: '旧版 Word 文档',
    xls: '旧版 Excel 表格',
    ppt: '旧版演示文稿',
    wps: 'WPS 文件',
    et: 'WPS 文件',
    dps: 'WPS 文件',
  },
  ...{ ofd: 'OFD 文件', zip: '压缩包', rar: '压缩包', '7z': '压缩包' },
  ...{ jpg: '图片', jpeg: '图片', png: '图片' },
}

/** What is put around a package that a password keeps shut. */
const shut = Buffer.from('d0cf11e0', 'hex')

async function isShut(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.equals(shut)
  } finally {
    await handle.close()
  }
}

async function textIn(path: string, ending: string): Promise<{ text: string; fault: string | null }> {
  if (ending === 'pdf') return pdfText(await readFile(path))
  if (await isShut(path)) return { text: '', fault: '已加密，其中的文字没有检测' }
  const text = await packageText(path, ending)
  return text === null ? { text: '', fault: '内容无法识别，没有检测' } : { text, fault: null }
}

/** Looks for somebody's own data in an attachment, in a thread: what it unpacks to is anybody's guess. */
export async function lookInFile({
  path,
  ending,
}: {
  readonly path: string
  readonly ending: string
}): Promise<LookedInto> {
  if (ending !== 'pdf' && !isPackage(ending)) return notRead(`${says[ending] ?? '这种文件'}中的文字没有检测`)
  try {
    const { text, fault } = await textIn(path, ending)
    const { hits, total, kinds } = personalHits([{ field: 'file', text }])
    return { hits: hits.slice(0, toldMost), total, kinds, fault }
  } catch (error) {
    if (error instanceof TooMuch) return { ...notRead('展开后过大，没有检测'), tooMuch: true }
    return notRead((error as { code?: string }).code === 'ENOENT' ? '内容不在服务器上，没有检测' : '文件损坏，没有检测')
  }
}
