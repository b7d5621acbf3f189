import { join } from 'node:path'
import { DataFault, isThere } from '../data.ts'
import { openSecret } from '../secret.ts'
import { type CheckedArchive, checkArchive } from './file.ts'

/**
 * Checks an archive with the key of this machine's data folder, or one that is kept apart.
 * @throws DataFault where there is no such file, or no key
 */
export async function checkArchiveHere(
  file: string,
  { data, keyFile = join(data, 'key') }: { readonly data: string; readonly keyFile?: string | undefined },
): Promise<CheckedArchive> {
  if (!isThere(keyFile))
    throw new DataFault(`没有密钥文件：${keyFile}`, '用 --data 指定服务的数据目录，或用 XZX_KEY_FILE 指定另存的密钥')
  return checkArchive(openSecret(keyFile).log, file)
}
