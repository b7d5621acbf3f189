import { open } from 'node:fs/promises'
import { endingOf, type FileKind, fileKinds } from '../../core/domain/files.ts'
import { Refused } from '../../core/errors.ts'

/** So much is read of either end: what a package holds is told at its beginning and in the list at its end. */
const read = 64 * 1024

/** What only a package of this kind holds, as its list of files has it. */
const packages: readonly (readonly [FileKind, string])[] = [
  ['word', 'word/document'],
  ['sheet', 'xl/workbook'],
  ['slides', 'ppt/presentation'],
  ['ofd', 'OFD.xml'],
]

const marks: readonly (readonly [FileKind, string])[] = [
  ['pdf', '25504446'],
  ['older', 'd0cf11e0a1b11ae1'],
  ['zip', '526172211a07'],
  ['zip', '377abcaf271c'],
  ['picture', 'ffd8ff'],
  ['picture', '89504e470d0a1a0a'],
]

/** What a file is, by its content; null: nothing that is taken. */
export async function kindOf(path: string): Promise<FileKind | null> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const piece = async (at: number) =>
      (await handle.read(Buffer.alloc(Math.min(read, size)), 0, Math.min(read, size), at)).buffer
    const head = await piece(0)
    const begins = head.subarray(0, 8).toString('hex')
    const known = marks.find(([, mark]) => begins.startsWith(mark))
    if (known) return known[0]
    if (!begins.startsWith('504b0304')) return null
    const list = (await piece(Math.max(0, size - read))).toString('latin1')
    return packages.find(([, name]) => list.includes(name))?.[0] ?? 'zip'
  } finally {
    await handle.close()
  }
}

const listed = (kinds: readonly FileKind[]) => kinds.flatMap((kind) => fileKinds[kind].endings).join('、')

/**
 * What a file is, held against its name and what is taken here.
 * @throws Refused BAD_INPUT
 */
export async function checkedKind(path: string, name: string, kinds: readonly FileKind[]): Promise<FileKind> {
  const kind = await kindOf(path)
  if (!kind || !kinds.includes(kind))
    throw new Refused('BAD_INPUT', `不能上传「${name}」：按内容看不是可用的格式（${listed(kinds)}）`)
  const { says, endings } = fileKinds[kind]
  if (!(endings as readonly string[]).includes(endingOf(name)))
    throw new Refused('BAD_INPUT', `不能上传「${name}」：内容是${says}，文件名应以 .${endings.join('、.')} 结尾`)
  return kind
}
