import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DataFault, isThere, NotThere } from '../data.ts'
import { isFull } from '../full-disk.ts'
import type { Key } from '../secret.ts'

/** The failure in words where a disk is full; any other as it is. */
export function asFault(error: unknown, place: string): unknown {
  return isFull(error) ? new DataFault(`磁盘空间不足，没有完成：${place}`, '腾出空间或换一个目录后再试', true) : error
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

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  counts: z.object({ article: z.number(), column: z.number(), user: z.number(), log: z.number() }),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
  /** Under the installation's key, over all of the above; backups of older versions have none. */
  mac: z.string().optional(),
})

/** What a backup folder holds. It is written last: a folder that has one is whole. */
export type Manifest = z.infer<typeof manifest>
export type FileEntry = Manifest['files'][number]

export const manifestFile = 'manifest.json'
export const keyName = 'key'
export const uploadsName = 'uploads'
export const attachmentsName = 'attachments'

/** What the manifest says, in one spelling. */
const saidBy = ({ format, madeAt, database, counts, files }: Manifest) => {
  const { article, column, user, log } = counts
  return JSON.stringify([
    format,
    madeAt,
    database,
    article,
    column,
    user,
    log,
    files.map((f) => [f.path, f.size, f.sha256]),
  ])
}

/** Signs what a backup holds. What that proves, and to whom: docs/decisions/0009-backups.md. */
export const signManifest = (key: Key, unsigned: Manifest): Manifest => ({
  ...unsigned,
  mac: createHmac('sha256', key).update(saidBy(unsigned)).digest('hex'),
})

/** Compares a manifest with its signature. @throws DataFault where it has none, or another */
export function checkManifest(key: Key, manifest: Manifest, unsignedToo: boolean): void {
  if (manifest.mac === undefined) {
    if (unsignedToo) return
    throw new DataFault(
      '备份没有签名：由旧版本制作，或者签名被人去掉了',
      '确认备份来源可靠、没有被人动过，再加 --unsigned；旧备份恢复后请重新备份一次',
    )
  }
  const [found, wanted] = [manifest.mac, signManifest(key, manifest).mac ?? ''].map((text) => Buffer.from(text))
  if (found && wanted && found.length === wanted.length && timingSafeEqual(found, wanted)) return
  throw new DataFault(
    `备份的签名不符：${manifestFile} 被改动过，或密钥不是备份时的`,
    '请换一份备份；密钥另存的，用 XZX_KEY_FILE 指定备份时所用的那个',
  )
}

/** Reads a folder's manifest. @throws DataFault where there is none, or none that can be read */
export function readManifest(folder: string): Manifest {
  if (!isThere(folder)) throw new NotThere(`没有备份目录：${folder}`, '应为 xzx backup 生成的目录')
  let text: string
  try {
    text = readFileSync(join(folder, manifestFile), 'utf8')
  } catch {
    throw new DataFault(`${folder} 不是完整的备份：缺少 ${manifestFile}`, '应为 xzx backup 生成的目录')
  }
  try {
    const read = manifest.parse(JSON.parse(text))
    for (const { path } of read.files)
      if (!/^[\w][\w./-]*$/.test(path) || path.split('/').includes('..')) throw new Error(path)
    return read
  } catch {
    throw new DataFault(`备份已损坏：${manifestFile} 无法识别`, '请换一份备份，或用更新版本的 xzx')
  }
}
