import { z } from 'zod'
import { endingOf, type FileKind, fileKinds } from '../domain/files.ts'
import { count, idText, row } from './shared.ts'

/** What may be attached to the rows of a table, and by whom. */
export interface Attachable {
  /** The table whose rows have the files. */
  readonly to: string
  readonly kinds: readonly FileKind[]
  /** Of one file. */
  readonly maxMb: number
  /** So many at one row. */
  readonly most: number
  /** Whoever holds it, and sees the row, reads its files. */
  readonly seen: string
  /** Whoever holds one of these uploads files for a row. */
  readonly written: readonly string[]
  /** Citizens send or get them: whoever uploads one, it is looked through for what does more than be read. */
  readonly citizens?: true
}

const declared = new Map<string, Attachable>()
/** All that was declared so far, by table; in a server, everything. */
export const attachables: ReadonlyMap<string, Attachable> = declared

/** How the names of files end that are taken. */
export const endingsOf = ({ kinds }: Attachable): string[] => kinds.flatMap((kind) => [...fileKinds[kind].endings])

/** Why a row cannot have so many files, or null. */
export const refusedCount = (count: number, { most }: Attachable) => (count > most ? `最多 ${most} 个附件` : null)

/** Why a file need not be sent at all, or null, as far as its name and size tell; `judgedFile` looks into it. */
export function refusedFile({ name, size }: { readonly name: string; readonly size: number }, of: Attachable) {
  if (!endingsOf(of).includes(endingOf(name))) return `只能上传 ${endingsOf(of).join('、')} 文件`
  return size > of.maxMb * 1024 * 1024 ? `附件不能超过 ${of.maxMb} MB` : null
}

const one = z.union([z.string(), z.number(), z.looseObject({ id: z.union([z.string(), z.number()]) })])
const idOfOne = (given: z.infer<typeof one>): string | number => (typeof given === 'object' ? given.id : given)

/** The files of a row: their ids, or the files as replies show them. Forms upload and take away; what is left out is no longer attached. */
export function files(title: string, of: Attachable) {
  declared.set(of.to, of)
  const schema = z
    .union([z.string(), z.number(), z.array(one)], { error: '应为附件编号，多个用逗号隔开' })
    .transform((value, ctx) => {
      const given = Array.isArray(value) ? value.map(idOfOne) : [value]
      const parts = given.flatMap((part) => String(part).split(',')).map((part) => part.trim())
      const ids = [...new Set(parts.filter((part) => part !== ''))]
      if (!ids.every((id) => /^\d{1,15}$/.test(id)))
        ctx.addIssue({ code: 'custom', message: '应为附件编号，多个用逗号隔开' })
      const tooMany = refusedCount(ids.length, of)
      if (tooMany) ctx.addIssue({ code: 'custom', message: tooMany })
      return ids.map(Number)
    })
  z.globalRegistry.add(schema, { title, filesOf: of.to })
  return schema
}

/** A file as replies show it. */
export const attachmentRow = row({
  id: idText('附件编号'),
  name: z.string().meta({ title: '文件名' }),
  kind: z.string().meta({
    title: '种类',
    words: Object.fromEntries(Object.entries(fileKinds).map(([kind, { says }]) => [kind, says])),
  }),
  size: count('字节数'),
})

/** The files of a row in a reply. */
export function filesOf(title: string, to: string) {
  const schema = z.array(attachmentRow)
  z.globalRegistry.add(schema, { title, filesOf: to })
  return schema
}
