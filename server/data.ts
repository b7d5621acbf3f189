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

/** What to do where there is no data. */
export const otherFolder = '用 --data 指定服务的数据目录'
