import { diskFull } from '../core/text.ts'

/** What a full disk is called by the system, by SQLite and by PostgreSQL. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])
const words = /database or disk is full|No space left|ENOSPC|could not extend file/i
/** SQLite's own number for it. */
const sqliteFull = 13

/** There is no room left where the data are. */
export function isFull(error: unknown): boolean {
  const { code, errcode, message = '' } = (error ?? {}) as { code?: unknown; errcode?: unknown; message?: string }
  return codes.has(code) || (code === 'ERR_SQLITE_ERROR' && errcode === sqliteFull) || words.test(message)
}

/** Why a file could not be written, as an operator reads it: a full disk by its name, anything else by its first line. */
export const plainReason = (error: unknown): string =>
  isFull(error) ? `${diskFull}，请腾出空间` : (String((error as Error)?.message ?? error).split('\n')[0] ?? '')
