import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DataFault } from '../data.ts'

const full = 13
/** The failure in words where a disk is full; any other as it is. */
export function asFault(error: unknown, place: string): unknown {
  const { code, errcode } = error as { code?: string; errcode?: number }
  const noRoom = code === 'ENOSPC' || code === 'EDQUOT' || (code === 'ERR_SQLITE_ERROR' && errcode === full)
  return noRoom ? new DataFault(`磁盘空间不足，没有完成：${place}`, '腾出空间或换一个目录后再试') : error
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
})

/** What a backup folder holds. It is written last: a folder that has one is whole. */
export type Manifest = z.infer<typeof manifest>
export type FileEntry = Manifest['files'][number]

export const manifestFile = 'manifest.json'
export const keyName = 'key'
export const uploadsName = 'uploads'

/** Reads a folder's manifest. @throws DataFault where there is none, or none that can be read */
export function readManifest(folder: string): Manifest {
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
