import type { Kysely } from 'kysely'
import type { Db } from './db/open.ts'
import type { Schema } from './db/tables.ts'
import { type Here, withHere } from './here.ts'
import { appendLog } from './log.ts'
import { type Anchor, checkAgainst, noteAnchor, readAnchors, wantingArchives } from './log-anchor.ts'
import { logBase } from './log-archive/base.ts'
import { type CheckedLog, restoreCall } from './log-check.ts'
import type { Key } from './secret.ts'

/** Who sits at the machine: no session tells. */
const call = { name: restoreCall, says: '记录数据库恢复或锚点缺失的原因', address: '本机', requestId: '' }

/** The first row that an anchor knows otherwise; those before it are as they were. */
async function differsFrom(db: Kysely<Schema>, key: Key, anchors: readonly Anchor[]): Promise<number> {
  const archived = (await logBase(db, key))?.rows ?? 0
  let from = archived + 1
  const there = anchors.filter((anchor) => anchor.rows > archived)
  for (const { id, hash, rows } of there.sort((a, b) => a.rows - b.rows)) {
    const row = await db.selectFrom('log').select('hash').where('id', '=', id).executeTakeFirst()
    if (row?.hash !== hash) break
    from = rows + 1
  }
  return from
}

/** Writes into the log that what comes after row `from` is not what anchors from before now say, and why; the head is signed anew. */
export const recordSetBack = (
  db: Db,
  key: Key,
  entry: { readonly now: number; readonly from: number; readonly after: object },
): Promise<number> =>
  db.transaction((trx) =>
    appendLog(trx, key, {
      call,
      who: null,
      now: entry.now,
      change: { kind: 'system', after: { from: entry.from, ...entry.after } },
      resign: true,
    }),
  )

interface Options extends Here {
  readonly reason: string
  readonly now: number
  /** Asked when it is known that a record puts everything right, and before it is written; false: nothing is. */
  readonly agree?: (found: CheckedLog) => Promise<boolean> | boolean
}

/** What came of it. */
export interface AcceptedLog {
  /** The new row; 0: none was written. */
  readonly id: number
  /** What a check finds now; where a record would not help, what it would go on finding. */
  readonly found: CheckedLog
  /** Whether a record puts everything right. */
  readonly mends: boolean
}

/**
 * Records, on the server's own machine, why its database is not as anchors say, or why there are none: the check is clean again and shows the record.
 * Where something else is wrong, too, nothing is written: the new row would sign what nobody has looked into.
 * @returns null: the log fits, there is nothing to record
 * @throws DataFault where there is no such data
 */
export const acceptLog = (options: Options): Promise<AcceptedLog | null> =>
  withHere(options, async (db, { log: key }) => {
    const { data, now, reason, agree = () => true } = options
    const found = await checkAgainst(db.read, key, data)
    if (found.whole && found.warning === null) return null
    const { anchors, begun } = await readAnchors(data, key)
    const from = await differsFrom(db.read, key, anchors)
    const archives = (await wantingArchives(db.read, key, data)).flatMap(({ file }) => file ?? [])
    const then = await checkAgainst(db.read, key, data, { assumed: { at: now, from, archives } })
    if (!then.whole) return { id: 0, found: then, mends: false }
    if (!(await agree(found))) return { id: 0, found, mends: true }
    const after = {
      ...{ reason, found: found.whole ? found.warning : found.says },
      ...(archives.length > 0 && { archives }),
    }
    const id = await recordSetBack(db, key, { now, from, after })
    if (!begun) await noteAnchor(db.read, key, data, now)
    return { id, found: await checkAgainst(db.read, key, data), mends: true }
  })
