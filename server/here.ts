import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadAreas } from './areas.ts'
import { missingSteps } from './db/migrations.ts'
import { type Db, openPostgres, openSqlite } from './db/open.ts'
import { openSecret, type Secret } from './secret.ts'

/** Why a command that works on the data of this machine cannot, in one line, and what to do about it. */
export class HereFault extends Error {
  override readonly name = 'HereFault'
  readonly hint: string
  constructor(says: string, hint = '用 --data 指定服务的数据目录') {
    super(says)
    this.hint = hint
  }
}

/** Where a server of this machine has its data. */
export interface Here {
  readonly data: string
  readonly databaseUrl?: string | undefined
  readonly keyFile?: string | undefined
}

/**
 * Works on a server's data on its own machine, also while it runs. Makes nothing that is not there.
 * @throws HereFault where there is no such data
 */
export async function withHere<T>(here: Here, work: (db: Db, secret: Secret) => Promise<T>): Promise<T> {
  const { data, databaseUrl, keyFile = join(data, 'key') } = here
  const file = join(data, 'xzx.db')
  if (!existsSync(keyFile)) throw new HereFault(`没有密钥文件：${keyFile}`)
  if (!databaseUrl && !existsSync(file)) throw new HereFault(`没有找到数据库：${file}`)
  const secret = openSecret(keyFile)
  const db = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(file)
  try {
    if ((await missingSteps(db.read, (await loadAreas()).migrations)).length > 0)
      throw new HereFault('数据库还是旧版本的', '请先启动一次服务，让它升级')
    return await work(db, secret)
  } finally {
    await db.close()
  }
}
