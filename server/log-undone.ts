import { type Kysely, sql } from 'kysely'
import { DataFault } from './data.ts'
import { goneSteps, isNew, numberedSince, signedSince } from './db/migrations.ts'
import type { Schema } from './db/tables.ts'
import { keyMarkOf } from './key-mark.ts'
import { readAnchors, stillHolds } from './log-anchor.ts'
import type { Key } from './secret.ts'

const undone = () =>
  new DataFault(
    '数据库的结构比数据目录中记录的旧：数据库被换成了旧的，或被人改动过，没有为其中的日志签名',
    '保留现场，用备份恢复（xzx restore）',
  )

/**
 * Refuses a database whose log was signed before and that now says it never was: the steps that sign what they find would sign
 * whatever somebody left there. Anchors and the key's mark are younger than the signed head, so that neither is without it.
 * @param dataDir the folder in which the anchors are
 * @throws DataFault in words; nothing was changed then
 */
export async function refuseUndone(db: Kysely<Schema>, key: Key, dataDir: string): Promise<void> {
  // before the steps: another process may be about to go them, and to begin its anchors
  const { anchors, begun } = await readAnchors(dataDir, key)
  if (await isNew(db)) return
  const marked = (await sql<{ n: number }>`select 1 as n from counter where name = ${keyMarkOf}`.execute(db)).rows
  const gone = await goneSteps(db)
  if (gone.length === 0 || gone.includes(numberedSince)) return
  const last = anchors.at(-1)
  const signed = gone.includes(signedSince)
  if (signed ? last && !(await stillHolds(db, key, last)) : begun || marked.length > 0) throw undone()
}
