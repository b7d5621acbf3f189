import { createHmac } from 'node:crypto'
import { DataFault } from './data.ts'
import type { Db } from './db/open.ts'
import type { Secret } from './secret.ts'

/** The counter in which a database keeps it. */
export const keyMarkOf = 'key.mark'

/** 47 bits by which a database knows the key that signs its log again. */
const markOf = ({ log }: Secret): number =>
  Number(createHmac('sha256', log).update(keyMarkOf).digest().readBigUInt64BE() >> 17n)

const keptMark = (db: Db['read']) =>
  db.selectFrom('counter').select('value').where('name', '=', keyMarkOf).executeTakeFirst()

/** Whether a database is known to belong to another key; one of before there was a mark is not. */
export async function isOfOther(db: Db['read'], secret: Secret): Promise<boolean> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'counter')) return false
  const kept = await keptMark(db)
  return kept !== undefined && Number(kept.value) !== markOf(secret)
}

/**
 * Whether a database belongs to a key; one that is new, or of an earlier version, notes it. With another key the log could never be
 * checked again, and what is encrypted could not be read.
 * @param fresh the key was made just now: it fits nothing that was signed before
 */
export async function fitsKey(db: Db, secret: Secret, fresh: boolean): Promise<boolean> {
  const kept = await keptMark(db.read)
  if (kept) return Number(kept.value) === markOf(secret)
  const signed = await db.read.selectFrom('log').select('id').limit(1).executeTakeFirst()
  if (signed && fresh) return false
  await db.write
    .insertInto('counter')
    .values({ name: keyMarkOf, value: markOf(secret) })
    .execute()
  return true
}

/** Refuses a key that is not the database's. @param fresh there was none */
export const wrongKey = (keyFile: string, fresh: boolean): DataFault =>
  new DataFault(
    `${fresh ? `没有密钥文件：${keyFile}` : `密钥文件与数据库不符：${keyFile}`}。数据库中已有用另一个密钥签名的内容`,
    '把原来的密钥文件放回（备份中也有）',
  )
