import { closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isLockFile, isRestoring } from './folder/locks.ts'

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

/** A database that was made is larger, or has its tables in the log beside it. */
const madeBytes = 256 * 1024
const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Whether the embedded database holds nothing, as a copy onto a full disk leaves it: no bytes, or no table. */
export function isBlankFile(file: string): boolean {
  const bytes = bytesOf(file)
  if (bytes > madeBytes || bytesOf(`${file}-wal`) > 0) return false
  if (bytes === 0) return true
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      return db.prepare('select 1 from sqlite_schema limit 1').get() === undefined
    } finally {
      db.close()
    }
  } catch {
    // damaged, or kept from this user: whoever opens it says so
    return false
  }
}

/** In a data folder: what a restore has not put in place yet. Whether that runs its lock tells (server/folder/locks.ts), not the number. */
export const unfinishedRestore = /^\.restore\.(\d+)\.part$/

/** How a folder is made empty for the next restore: what was put in place is not told from what others have there. */
function clearing(data: string, names: readonly string[]): string {
  const parts = names.filter((name) => unfinishedRestore.test(name))
  const placed = names.some((name) => !parts.includes(name) && !isLockFile(name))
  return placed ? `移走 ${data} 中的全部内容` : `删除 ${parts.map((name) => join(data, name)).join('、')}`
}

/**
 * Refuses a data folder into which a backup is being put back, or was not put back to its end: whoever takes it for a new one would stand in
 * its way. What a restore puts in place last is the embedded database: with that nothing is missing.
 * @throws DataFault
 */
export function refuseHalfRestored(data: string): void {
  const names = existsSync(data) ? readdirSync(data) : []
  const part = names.find((name) => unfinishedRestore.test(name))
  if (part === undefined) return
  if (isRestoring(data))
    throw new DataFault(
      `正在把备份恢复到 ${data}（${part}）`,
      `等恢复结束后再试；确实没有恢复在运行的，删除 ${join(data, part)}，重新恢复（xzx restore）`,
      true,
    )
  if (names.includes(databaseFile) && !isBlankFile(join(data, databaseFile))) return
  throw new DataFault(
    `${data} 中的恢复没有完成（${part} 是它留下的）`,
    `确认没有恢复在运行后，${clearing(data, names)}，重新恢复（xzx restore；使用 PostgreSQL 的，数据库不空时另建一个空的）`,
  )
}

/** By this file a data folder is known again by the PostgreSQL server that it belongs to (server/db/hold-database.ts). */
export const idFile = 'serve.id'

/** Whether a database is a PostgreSQL, by its address; else it is a file. */
export const isAddress = (database: string): boolean => /^postgres(?:ql)?:/.test(database)

/**
 * Why a data folder is not one of this database, by what lies in it.
 * @param databaseUrl none: the embedded one
 * @returns null: nothing stands against it
 */
export function notOf(data: string, databaseUrl: string | undefined): DataFault | null {
  if (databaseUrl !== undefined && !isAddress(databaseUrl))
    return new DataFault('DATABASE_URL 不是 PostgreSQL 的地址', '写成 postgres://用户:密码@主机/数据库，或去掉它')
  const embedded = existsSync(join(data, databaseFile))
  const postgres = existsSync(join(data, idFile))
  if (databaseUrl === undefined && postgres)
    return new DataFault(
      // an embedded one beside it is not that of the service
      `${data} 是使用 PostgreSQL 的服务的数据目录${embedded ? `（其中的 ${databaseFile} 是另一个数据库）` : ''}，没有写明 DATABASE_URL`,
      '前面写上服务所用的地址再运行：DATABASE_URL=postgres://… xzx …',
    )
  if (databaseUrl !== undefined && embedded && !postgres)
    return new DataFault(
      `${data} 中有内置数据库 ${databaseFile}，DATABASE_URL 所指的是另一个数据库`,
      '去掉 DATABASE_URL，或用 --data 指定 PostgreSQL 服务的数据目录',
    )
  return null
}

/** The database of a data folder: its address, or the embedded one's file. @throws DataFault where there is none, or the folder is another one's */
export function databaseOf(data: string, databaseUrl: string | undefined): string {
  refuseHalfRestored(data)
  const other = notOf(data, databaseUrl)
  if (other) throw other
  if (databaseUrl !== undefined) return databaseUrl
  const file = join(data, databaseFile)
  if (!isThere(file)) throw new DataFault(`没有找到数据库：${file}`, otherFolder)
  if (isBlankFile(file))
    throw new DataFault(
      `数据库是空的：${file}`,
      '原来的文件可能没有拷完，或被覆盖：请停止服务，把它放回，或用备份恢复到空目录（xzx restore）',
    )
  return file
}

/** Why a database cannot be used, as an operator reads it: what it is, what to do, and whether it passes by itself. */
interface WhyNot {
  readonly says: string
  readonly hint: string
  readonly passing?: true
}

const reasons: readonly (readonly [RegExp, WhyNot])[] = [
  [
    /not a database|malformed|disk image|损坏/,
    { says: '数据库已损坏', hint: '保留现场，用备份恢复（xzx restore）；来自备份的，换一份备份' },
  ],
  [
    /readonly|unable to open|SQLITE_CANTOPEN|disk I\/O error/,
    {
      says: '数据库文件打不开：没有权限，或所在的磁盘是只读的（读取时也要新建 xzx.db-wal、xzx.db-shm）',
      hint: '把磁盘挂载为可写，或把整个数据目录复制到可写的目录，用 --data 指定',
    },
  ],
  [/database is locked/, { says: '数据库正被其他程序占用', hint: '稍后再试', passing: true }],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EHOSTUNREACH|57P0[123]|53300|starting up|shutting down|terminated unexpectedly/,
    {
      says: '数据库暂不可用：无法连接 PostgreSQL',
      hint: '检查 PostgreSQL 是否运行、DATABASE_URL 是否正确，然后再试',
      passing: true,
    },
  ],
  [
    /relation "\w+" does not exist|42P01/,
    { says: '数据库是空的，或不是 xzx 的', hint: '检查 DATABASE_URL 中的数据库名' },
  ],
  [
    /password authentication|28P01|28000|3D000|does not exist/,
    { says: 'PostgreSQL 不接受连接', hint: '检查 DATABASE_URL 中的用户、密码和数据库名' },
  ],
]

/** All that a failed connection says of itself: that to a name of two addresses has its reasons within. */
function wordsOf(error: unknown): string {
  const {
    message = '',
    code = '',
    errors = [],
  } = (error ?? {}) as { message?: string; code?: string; errors?: unknown[] }
  return [message, code, ...errors.map(wordsOf)].join(' ')
}

/** What a database throws that is not there, or damaged, as a fault in words; anything else as it is. */
export function databaseFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DataFault) return error
  const words = wordsOf(error)
  const found = reasons.find(([pattern]) => pattern.test(words))?.[1]
  if (!found) return error
  const first = error.message.split('\n')[0]
  return new DataFault(`${found.says}${first ? `（${first}）` : ''}`, found.hint, found.passing)
}
