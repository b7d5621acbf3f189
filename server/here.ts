import { join } from 'node:path'
import { loadAreas } from './areas.ts'
import { DataFault, databaseOf, isAddress, isThere, NotThere, otherFolder, refuseHalfRestored } from './data.ts'
import { refuseHalfFilled } from './db/half-restored.ts'
import { goneSteps, missingSteps, unknownAmong } from './db/migrations.ts'
import { type Db, openPostgres, openReader, openSqlite } from './db/open.ts'
import { forOwnerOnly } from './folder/closed.ts'
import { isOfOther } from './key-mark.ts'
import { openSecret, type Secret } from './secret.ts'

/** Where a server of this machine has its data. */
export interface Here {
  readonly data: string
  readonly databaseUrl?: string | undefined
  readonly keyFile?: string | undefined
}

/**
 * Refuses a database that was not restored to its end, or that a newer xzx has used: what this one would read or write may mean something else there.
 * Opens it only to read.
 */
export async function refuseNewer(database: string): Promise<void> {
  const reader = await openReader(database)
  const gone = await refuseHalfFilled(reader)
    .then(() => goneSteps(reader.read))
    .finally(reader.close)
  const unknown = unknownAmong(gone, (await loadAreas()).migrations)
  if (unknown.length > 0)
    throw new DataFault(
      `数据库由更新版本的 xzx 使用过（${unknown[0]}），没有作任何修改`,
      '请用那个版本的 xzx 运行这条命令，或先升级',
    )
}

/** Refuses a database that belongs to another key: it is that of another service. @throws DataFault */
export async function refuseForeign(database: string, secret: Secret): Promise<void> {
  const { read, close } = await openReader(database)
  if (!(await isOfOther(read, secret).finally(close))) return
  const whose = isAddress(database) ? 'DATABASE_URL 所指的是另一个服务的数据库，' : ''
  throw new DataFault(
    `${whose}密钥与数据库不符，没有作任何修改`,
    '核对 DATABASE_URL 和 --data；密钥另存的，用 XZX_KEY_FILE 指定服务所用的密钥文件',
  )
}

/**
 * Works on a server's data on its own machine, also while it runs. Makes nothing that is not there.
 * @throws DataFault where there is no such data
 */
export async function withHere<T>(here: Here, work: (db: Db, secret: Secret) => Promise<T>): Promise<T> {
  const { data, databaseUrl, keyFile = join(data, 'key') } = here
  if (!isThere(data)) throw new NotThere(`没有数据目录：${data}`, otherFolder)
  // before the key, which may be what is not there yet
  refuseHalfRestored(data)
  if (!isThere(keyFile)) throw new NotThere(`没有密钥文件：${keyFile}`, otherFolder)
  const database = databaseOf(data, databaseUrl)
  await refuseNewer(database)
  forOwnerOnly()
  const secret = openSecret(keyFile)
  await refuseForeign(database, secret)
  const db = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(database)
  try {
    if ((await missingSteps(db.read, (await loadAreas()).migrations)).length > 0)
      throw new DataFault('数据库还是旧版本的', '请先启动一次服务，让它升级')
    return await work(db, secret)
  } finally {
    await db.close()
  }
}
