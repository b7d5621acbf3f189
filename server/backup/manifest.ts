import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { diskFull } from '../../core/text.ts'
import { DataFault } from '../data.ts'
import { isFull } from '../full-disk.ts'
import type { Key } from '../secret.ts'

/** The failure in words where a disk is full; any other as it is. */
export function asFault(error: unknown, place: string): unknown {
  return isFull(error) ? new DataFault(`${diskFull}，没有完成：${place}`, '腾出空间或换一个目录后再试', true) : error
}

/** What a backup is a copy of; where its key is kept apart, the key is no part of it. */
export interface Source {
  /** The data folder of the server. */
  readonly data: string
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl?: string | undefined
  /** The key where it is not in the data folder. */
  readonly keyFile?: string | undefined
}

/** How a long run tells how far it is, in bytes, and hears that it should stop. */
export interface Watch {
  readonly signal: AbortSignal
  readonly progress?: (finished: number, total: number) => void
}

/** How a file lies in a backup, before it is encrypted. */
const how = z.enum(['plain', 'zstd'])
export type How = z.infer<typeof how>

/** No path leads out of the folder. */
const path = z
  .string()
  .regex(/^[\w][\w./-]*$/)
  .refine((text) => !text.split('/').includes('..'))
const size = z.int().min(0)
const content = z.object({ path, size, sha256: z.string() })
const stored = content.extend({ how })

const about = {
  madeAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  counts: z.object({ article: z.number(), column: z.number(), user: z.number(), log: z.number() }),
  /** Under the installation's key, over all of the rest; the oldest backups have none. */
  mac: z.string().optional(),
}
/** Of before files were compressed: all of them lie there as they are. */
const plainManifest = z.object({ format: z.literal(1), ...about, files: z.array(content) }).transform((read) => ({
  ...read,
  encryptedTo: [] as string[],
  files: read.files.map((file) => ({ ...file, stored: { ...file, how: 'plain' as How } })),
}))
const storedManifest = z.object({
  format: z.literal(2),
  ...about,
  /** The public keys that the files are encrypted to; none: they are not. */
  encryptedTo: z.array(z.string()),
  /** What each file holds, and how it lies there. */
  files: z.array(content.extend({ stored })),
})
const manifest = z.union([storedManifest, plainManifest])

/** What a backup holds. It is written last: a folder that has one is whole. */
export type Manifest = z.infer<typeof manifest>
export type FileEntry = Manifest['files'][number]

/** All that an encrypted backup says in the clear: what `--keep` goes by, and which key it wants. */
const label = z.strictObject({
  ...{ format: z.literal(2), madeAt: z.string(), encryptedTo: z.array(z.string()).min(1) },
  /** Under the installation's key, over the rest; those of before have none. */
  mac: z.string().optional(),
})
export type Label = z.infer<typeof label>
const either = z.union([label, manifest])

/** Reads what the manifest of an encrypted backup says. @throws where it is none that this version knows */
export const parseManifest = (text: string): Manifest => manifest.parse(JSON.parse(text))

/** Reads what stands in the clear: the manifest, or of an encrypted backup its label. @throws as `parseManifest` */
export const parseClear = (text: string): Manifest | Label => either.parse(JSON.parse(text))

export const manifestFile = 'manifest.json'
/** The manifest of an encrypted backup; the file of the usual name is then its label. */
export const encryptedManifest = 'manifest.age'
export const keyName = 'key'
export const uploadsName = 'uploads'
export const attachmentsName = 'attachments'

/** What the manifest says, in one spelling. */
const saidBy = ({ format, madeAt, database, counts, files, encryptedTo }: Manifest) => {
  const { article, column, user, log } = counts
  const said = [format, madeAt, database, article, column, user, log]
  if (format === 1) return JSON.stringify([...said, files.map((f) => [f.path, f.size, f.sha256])])
  const all = files.map(({ stored: s, ...f }) => [f.path, f.size, f.sha256, s.path, s.how, s.size, s.sha256])
  return JSON.stringify([...said, encryptedTo, all])
}

/** Signs what a backup holds. What that proves, and to whom: docs/decisions/0009-backups.md. */
export const signManifest = (key: Key, unsigned: Manifest): Manifest => ({
  ...unsigned,
  mac: createHmac('sha256', key).update(saidBy(unsigned)).digest('hex'),
})

/** Signs what an encrypted backup says in the clear: whose it is can be told without the private key, and from the mark nothing of the key. */
export const signLabel = (key: Key, unsigned: Label): Label => ({
  ...unsigned,
  mac: createHmac('sha256', key)
    .update(JSON.stringify(['label', unsigned.format, unsigned.madeAt, unsigned.encryptedTo]))
    .digest('hex'),
})

const sameMac = (one = '', other = ''): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Whether a backup was made with this key, by what it says in the clear; null: it has no signature that tells. */
export function isOf(key: Key, read: Manifest | Label): boolean | null {
  if (read.mac === undefined) return null
  return sameMac(read.mac, ('files' in read ? signManifest(key, read) : signLabel(key, read)).mac)
}

/** Each file once, and none where another one's folder is: such a backup could not be put back. */
const apart = (files: readonly { readonly path: string; readonly stored: { readonly path: string } }[]): boolean =>
  [files.map(({ path: one }) => one), files.map(({ stored: { path: one } }) => one)].every((paths) => {
    const all = new Set(paths)
    const above = (one: string) => one.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))
    return all.size === paths.length && paths.every((one) => !above(one).some((folder) => all.has(folder)))
  })

/** Compares a manifest with its signature. @throws DataFault where it has none, or another */
export function checkManifest(key: Key, manifest: Manifest, unsignedToo: boolean): void {
  checkSignature(key, manifest, unsignedToo)
  if (!apart(manifest.files)) throw new DataFault(`备份已损坏：${manifestFile} 中的文件互相重复`, '请换一份备份')
}

function checkSignature(key: Key, manifest: Manifest, unsignedToo: boolean): void {
  if (manifest.mac === undefined) {
    if (unsignedToo) return
    throw new DataFault(
      '备份没有签名：由旧版本制作，或者签名被人去掉了',
      '确认备份来源可靠、没有被人动过，再加 --unsigned；旧备份恢复后请重新备份一次',
    )
  }
  if (isOf(key, manifest)) return
  throw new DataFault(
    `备份的签名不符：${manifestFile} 被改动过，或密钥不是备份时的`,
    '请换一份备份；密钥另存的，用 XZX_KEY_FILE 指定备份时所用的那个',
  )
}
