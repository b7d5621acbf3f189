import { endingOf, type FileKind, fileKinds } from './files.ts'

/** So much is looked at of either end: what a package holds is told at its beginning and in the list at its end. */
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

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A file, of which pieces can be read: a `Blob`, or what lies on a disk. */
export interface Content {
  readonly size: number
  /** The bytes from `from` to before `to`. */
  piece(from: number, to: number): Promise<Uint8Array>
}

/** What a file is, by its content; null: nothing that is taken. */
async function kindOf({ size, piece }: Content): Promise<FileKind | null> {
  const begins = hex(await piece(0, Math.min(8, size)))
  const known = marks.find(([, mark]) => begins.startsWith(mark))
  if (known) return known[0]
  if (!begins.startsWith('504b0304')) return null
  const list = new TextDecoder('latin1').decode(await piece(Math.max(0, size - read), size))
  return packages.find(([, name]) => list.includes(name))?.[0] ?? 'zip'
}

const listed = (kinds: readonly FileKind[]) => kinds.flatMap((kind) => fileKinds[kind].endings).join('、')

/** What a file is, held against its name and what is taken; else why it is refused. The server and those who send files ask alike. */
export async function judgedFile(
  content: Content,
  name: string,
  kinds: readonly FileKind[],
): Promise<{ readonly kind: FileKind } | { readonly refused: string }> {
  const kind = await kindOf(content)
  if (!kind || !kinds.includes(kind))
    return { refused: `不能上传「${name}」：按内容看不是可用的格式（${listed(kinds)}）` }
  const { says, endings } = fileKinds[kind]
  if (!(endings as readonly string[]).includes(endingOf(name)))
    return { refused: `不能上传「${name}」：内容是${says}，文件名应以 .${endings.join('、.')} 结尾` }
  return { kind }
}
