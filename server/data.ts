import { closeSync, openSync } from 'node:fs'

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
