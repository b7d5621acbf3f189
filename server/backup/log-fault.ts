import type { Kysely } from 'kysely'
import { goneSteps, numberedSince } from '../db/migrations.ts'
import type { Schema } from '../db/tables.ts'
import { type Anchor, wantingArchives } from '../log-anchor.ts'
import { putBack, wantingSays } from '../log-archive/wanting.ts'
import { checkLog } from '../log-check.ts'
import type { Key } from '../secret.ts'

/**
 * Why a backup that is made now could not be put back, or would miss a part of the log; null: nothing is wrong.
 * @param db the copy, or the database that was copied
 * @param anchors of before the copy was made
 * @param data the folder with the files of archived months
 */
export async function logFault(
  db: Kysely<Schema>,
  key: Key,
  { anchors, data }: { readonly anchors: readonly Anchor[]; readonly data: string },
): Promise<string | null> {
  // an older one is looked at when it is put back and goes the steps that sign it
  if (!(await goneSteps(db)).includes(numberedSince)) return null
  const log = await checkLog(db, key, anchors)
  if (!log.whole) return `操作日志与锚点或密钥不符，这样的备份不能恢复：${log.says}`
  const wanting = await wantingArchives(db, key, data)
  return wanting.length === 0 ? null : `${wantingSays(wanting)}。${putBack}`
}
