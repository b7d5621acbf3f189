import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** The embedded database in a data folder. */
export const databaseFile = 'xzx.db'

/** Why a command that works on a server's data on its own machine cannot, in one line, and what to do about it. */
export class DataFault extends Error {
  override readonly name = 'DataFault'
  readonly hint: string
  /** Another time it may be well, as with a full disk. */
  readonly passing: boolean
  constructor(says: string, hint = '', passing = false) {
    super(says)
    this.hint = hint
    this.passing = passing
  }
}

/** What was named is not there at all: a slip in what was typed. */
export class NotThere extends DataFault {
  readonly absent = true
}

/** What to do where there is no data. */
export const otherFolder = '用 --data 指定服务的数据目录'

/** Whether something is there to be read. @throws DataFault where that is kept from this user: it may well be there */
export function isThere(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'))
    return true
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw new DataFault(`没有权限读取：${path}`, '用运行服务的账号再试，例如 sudo -u 账号 xzx …')
  }
}

/** By this file a data folder is known again by the PostgreSQL server that it belongs to (server/db/hold-database.ts). */
export const idFile = 'serve.id'

/** The embedded database of a data folder. @throws DataFault where there is none, with what the folder is instead */
export function embeddedIn(data: string): string {
  const file = join(data, databaseFile)
  const there = isThere(file)
  // an embedded one beside it is not that of the service
  if (existsSync(join(data, idFile)))
    throw new DataFault(
      `${data} 是使用 PostgreSQL 的服务的数据目录${there ? `（其中的 ${databaseFile} 是另一个数据库）` : ''}，没有写明 DATABASE_URL`,
      '前面写上服务所用的地址再运行：DATABASE_URL=postgres://… xzx …',
    )
  if (there) return file
  throw new DataFault(`没有找到数据库：${file}`, otherFolder)
}
