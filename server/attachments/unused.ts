import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { attachables } from '../../core/contract/files.ts'
import type { Parts } from '../context.ts'
import { ownSince } from '../log-anchor.ts'
import type { AnyDb } from '../rows/list.ts'

/** So long a file stays to which nothing points: a form may still be open, and what was taken away may be wanted back. */
const graceMs = 24 * 3600_000
/** And what a stranger has sent and then written nothing: much of it would keep others from sending any. */
const strangersMs = 2 * 3600_000
const atOnce = 200

/** Where attachments lie: only the server reads them. */
export const attachmentsIn = (dataDir: string) => join(dataDir, 'attachments')

/** Lets go the files of rows that are gone, which begins their day. */
async function letGo({ db, now }: Parts): Promise<void> {
  for (const to of attachables.keys()) {
    const gone = (db.read as unknown as AnyDb)
      .selectFrom('attachment')
      .select('id')
      .where('to', '=', to)
      .where('rowId', '!=', 0)
      .where(sql<boolean>`not exists (select 1 from ${sql.table(to)} t where t.id = ${sql.ref('attachment.rowId')})`)
    const ids = (await gone.execute()).map(({ id }) => Number(id))
    for (let i = 0; i < ids.length; i += atOnce)
      await db.transaction((trx) =>
        trx
          .updateTable('attachment')
          .set({ rowId: 0, movedAt: now() })
          .where('id', 'in', ids.slice(i, i + atOnce))
          .execute(),
      )
  }
}

/** Removes what has had no row for a day, strangers' for two hours, and contents of which no row knows. @returns how many */
export async function dropUnused(parts: Parts): Promise<number> {
  const { db, dataDir, now } = parts
  await letGo(parts)
  const over = db.read
    .selectFrom('attachment')
    .select('id')
    .where('rowId', '=', 0)
    .where((eb) =>
      eb.or([
        eb('movedAt', '<=', now() - graceMs),
        eb.and([eb('createdBy', 'is', null), eb('movedAt', '<=', now() - strangersMs)]),
      ]),
    )
  const ids = (await over.execute()).map(({ id }) => id)
  let dropped = 0
  for (let i = 0; i < ids.length; i += atOnce) {
    // one that is attached meanwhile has a row again, and stays
    const gone = await db.transaction((trx) =>
      trx
        .deleteFrom('attachment')
        .where('id', 'in', ids.slice(i, i + atOnce))
        .where('rowId', '=', 0)
        .returning('stored')
        .execute(),
    )
    for (const { stored } of gone) await rm(join(attachmentsIn(dataDir), stored), { force: true })
    dropped += gone.length
  }
  return dropped + (await dropUnknown(parts))
}

/** When a file that lies there was written; null: it is gone, or may still be wanted. */
async function writtenAt(path: string): Promise<number | null> {
  const there = await stat(path).catch(() => null)
  return there && Date.now() - there.mtimeMs >= graceMs ? there.mtimeMs : null
}

/**
 * What a process left that died between content and row, or row and content. A database that was put in the place of another one,
 * or of a later state of itself, does not know the files of that one either: these stay.
 */
async function dropUnknown({ db, dataDir, secret, logState }: Parts): Promise<number> {
  const folder = attachmentsIn(dataDir)
  const names = await readdir(folder).catch(() => [])
  if (logState.wrong !== null) return 0
  let dropped = 0
  let since: number | null | undefined
  for (let i = 0; i < names.length; i += atOnce) {
    const some = names.slice(i, i + atOnce)
    const rows = await db.read.selectFrom('attachment').select('stored').where('stored', 'in', some).execute()
    const known = new Set(rows.map(({ stored }) => stored))
    for (const name of some) {
      const at = known.has(name) ? null : await writtenAt(join(folder, name))
      if (at === null) continue
      since ??= await ownSince(db.read, secret.log, dataDir)
      if (since === null) return dropped
      if (at <= since) continue
      await rm(join(folder, name), { force: true })
      dropped += 1
    }
  }
  return dropped
}
