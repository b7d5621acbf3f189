import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { databaseOf } from '../data.ts'
import { openReader } from '../db/open.ts'
import type { Schema } from '../db/tables.ts'
import { type Here, withHere } from '../here.ts'
import { hiddenName } from '../site/pictures.ts'
import { attachmentsName, uploadsName } from './manifest.ts'

/** Files of which the database knows, and where each may lie below the data folder: a picture also off the site. */
const kept = [
  { table: 'file', column: 'name', folders: [uploadsName, hiddenName], says: '图片和视频' },
  { table: 'attachment', column: 'stored', folders: [attachmentsName], says: '附件' },
] as const

/** The names that a table of files has. */
type NamesOf = (table: string, column: string) => Promise<readonly string[]>

const namesIn =
  (db: Kysely<Schema>): NamesOf =>
  async (table, column) => {
    const known = await db.introspection.getTables()
    if (!known.some(({ name }) => name === table)) return []
    const rows = await (db as unknown as Kysely<Record<string, Record<string, string>>>)
      .selectFrom(table)
      .select(column)
      .execute()
    return rows.flatMap((row) => row[column] ?? [])
  }

/** The names of the pictures and videos of which a database knows. */
export const uploadsIn = (db: Kysely<Schema>): Promise<readonly string[]> => namesIn(db)('file', 'name')

/** What is lost, in words; null: nothing. @param has whether a path is there */
export async function lostOf(namesOf: NamesOf, has: (path: string) => boolean): Promise<string | null> {
  const lost: string[] = []
  let first: string | undefined
  for (const { table, column, folders, says } of kept) {
    const gone = (await namesOf(table, column)).filter((name) => !folders.some((folder) => has(`${folder}/${name}`)))
    if (gone.length === 0) continue
    lost.push(`${says} ${gone.length} 个`)
    first ??= `${folders[0]}/${gone[0]}`
  }
  return first === undefined ? null : `${lost.join('、')}不见了（如 ${first}）`
}

export const lostIn = (db: Kysely<Schema>, has: (path: string) => boolean) => lostOf(namesIn(db), has)

const inFolder = (data: string) => (path: string) => existsSync(join(data, path))

/** What of a server's files is lost; a file is removed behind its row, so what is lost is lost at the second look too. */
async function lostTwice(read: Kysely<Schema>, data: string): Promise<string | null> {
  return (await lostIn(read, inFolder(data))) && lostIn(read, inFolder(data))
}

/** The same of the data that are backed up. */
export async function lostFrom({ data, databaseUrl }: Here): Promise<string | null> {
  const { read, close } = await openReader(databaseOf(data, databaseUrl))
  return lostTwice(read, data).finally(close)
}

/** The same of this machine's server. @throws DataFault where there is no such data */
export const lostHere = (here: Here): Promise<string | null> => withHere(here, ({ read }) => lostTwice(read, here.data))

/** What is done about it. */
export const findLost =
  '请查明 uploads、attachments 所在的磁盘是否挂载，从备份中取回后放回原处；确实找不回的，在原处放一个同名的空文件'
