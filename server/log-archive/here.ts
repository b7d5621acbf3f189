import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isThere, NotThere } from '../data.ts'
import { type Here, withHere } from '../here.ts'
import { wantingArchives } from '../log-anchor.ts'
import { beginFault, keepAsItIs } from '../log-check.ts'
import { openSecret } from '../secret.ts'
import {
  another,
  archiveFolder,
  type CheckedArchive,
  checkArchive,
  eachLine,
  isArchiveName,
  isNameOf,
  nameOfMonth,
  noSuchFile,
} from './file.ts'
import { putBack, wantingSays } from './wanting.ts'

/**
 * Checks an archive with the key of this machine's data folder, or one that is kept apart.
 * @throws NotThere where there is no such file, or no key
 */
export async function checkArchiveHere(
  file: string,
  { data, keyFile = join(data, 'key') }: { readonly data: string; readonly keyFile?: string | undefined },
): Promise<CheckedArchive> {
  if (!isThere(file)) throw noSuchFile(file)
  if (!isThere(keyFile))
    throw new NotThere(`没有密钥文件：${keyFile}`, '用 --data 指定服务的数据目录，或用 XZX_KEY_FILE 指定另存的密钥')
  const found = await checkArchive(openSecret(keyFile).log, file)
  // the first line, by which an archive is known, is not there
  if (found.month !== null) return found
  if (isArchiveName(basename(file)) || (await isBrokenGzip(file))) return { ...found, brokenAt: null, says: unreadable }
  throw new NotThere(`这不是归档文件：${file}`, `应为数据目录下 ${archiveFolder} 中的文件`)
}

const unreadable = `文件被改动或损坏，读不出开头。${another}`

/** Whether it begins as what is compressed, and cannot be read. */
async function isBrokenGzip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    if (bytesRead < 2 || buffer[0] !== 0x1f || buffer[1] !== 0x8b) return false
  } finally {
    await handle.close()
  }
  return eachLine(file, () => true)
}

/** That the rows between two archives are in none of those that were checked, in words; null: the one goes on from the other. */
export function gapBetween(before: CheckedArchive, after: CheckedArchive): string | null {
  const [one, two] = [before.part, after.part]
  if (!one || !two || two.previous === one.hash || two.firstId <= one.lastId) return null
  return `${one.month} 与 ${two.month} 之间缺第 ${one.lastId + 1}–${two.firstId - 1} 号日志的归档，没有核对`
}

/** That a file is called as no archive of its month is, in words; null: it is called so. */
export function otherName(file: string, { month }: Pick<CheckedArchive, 'month'>): string | null {
  if (month === null || isNameOf(basename(file), month)) return null
  return `${file} 是 ${month} 的归档，文件名却不是：改回 ${nameOfMonth(month)}（同月有几个的，后面带 -2、-3）`
}

/**
 * What is wrong with the archived months of the log of this machine's server and with where the log goes on from them, and what to do about it;
 * null: nothing.
 * @throws DataFault where there is no such data
 */
export const wantingHere = (here: Here): Promise<readonly [says: string, hint: string] | null> =>
  withHere(here, async ({ read }, { log }) => {
    const wanting = await wantingArchives(read, log, here.data)
    if (wanting.length > 0) return [wantingSays(wanting), putBack]
    const begins = await beginFault(read, log)
    return begins === null ? null : [begins, `${keepAsItIs}（xzx log verify）`]
  })
