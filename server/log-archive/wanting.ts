import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Key } from '../secret.ts'
import type { LogBase } from './base.ts'
import { archiveFolder, checkArchive, eachLine, isSignedEnd } from './file.ts'

/** An archive that is not as it was noted when its rows left the database. */
export interface Wanting {
  /** Its name; null where the note of it is what is wrong. */
  readonly file: string | null
  readonly says: string
}

/** Whether an archive has just these rows, and an end that is signed. */
async function isAsNoted(key: Key, file: string, noted: LogBase): Promise<boolean> {
  const hash = createHash('sha256')
  let count = 0
  let first = true
  // the last line is no row
  let pending: string | null = null
  const cut = await eachLine(file, (line) => {
    if (pending !== null) {
      hash.update(`${pending}\n`)
      count += 1
    }
    pending = first ? null : line
    first = false
    return count <= noted.count
  })
  return !cut && count === noted.count && hash.digest('hex') === noted.sha256 && isSignedEnd(key, pending ?? '')
}

async function fileFault(key: Key, path: string, noted: LogBase): Promise<string | null> {
  const there = statSync(path, { throwIfNoEntry: false })
  if (!there) return '不见了'
  if (!there.isFile()) return '的位置上是一个目录，文件不见了'
  if (await isAsNoted(key, path, noted)) return null
  const { whole, says } = await checkArchive(key, path)
  return whole ? '不是当时归档的那一份' : `被改动或损坏（${says.split('。')[0]}）`
}

/**
 * Looks at each archive that the database names: that it is there, and that its rows are those that were taken out. Flat in memory.
 * @param archives all of them, the oldest first
 * @param dataDir the folder in which they lie
 * @param told names of files of which a row of the log says why they are gone
 */
export async function wantingAmong(
  archives: readonly LogBase[],
  key: Key,
  dataDir: string,
  told: ReadonlySet<string> = new Set(),
): Promise<Wanting[]> {
  const found: Wanting[] = []
  let before: Pick<LogBase, 'rows' | 'hash'> = { rows: 0, hash: '' }
  for (const one of archives) {
    const { file, month, firstId, lastId, count, rows, previous, signed } = one
    if (!signed || rows - count !== before.rows || previous !== before.hash)
      found.push({ file: null, says: `第 ${firstId} 号日志之前的归档记录被改写或删除` })
    before = one
    if (told.has(file)) continue
    const fault = await fileFault(key, join(dataDir, archiveFolder, file), one)
    if (fault)
      found.push({ file, says: `归档文件 ${file}（${month}，第 ${firstId}–${lastId} 号，${count} 条）${fault}` })
  }
  return found
}

/** So many are named. */
const namedMost = 5

/** What is wrong with archives, in words. */
export const wantingSays = (found: readonly Wanting[]): string =>
  `${found
    .slice(0, namedMost)
    .map(({ says }) => says)
    .join('；')}${found.length > namedMost ? `；等 ${found.length} 处` : ''}`

/** What to do about it. */
export const putBack = `请从备份中取回同名文件，放回数据目录的 ${archiveFolder}；取不回的，查明原因后运行 xzx log accept --data 目录 --reason 原因 记录下来`
