import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { exportsKept } from '../../core/domain/exports.ts'
import { manifestName } from '../../core/sheet/manifest.ts'
import type { Parts } from '../context.ts'

/** Where exported files lie until they are over: read by nobody but the server. */
export const exportsIn = (dataDir: string): string => join(dataDir, 'exports')

/** Makes the place. */
export const makePlace = (dataDir: string) => mkdir(exportsIn(dataDir), { recursive: true, mode: 0o700 })

/** Deletes a file and its manifest. */
export async function dropStored(dataDir: string, stored: string): Promise<void> {
  const path = join(exportsIn(dataDir), stored)
  for (const one of [path, manifestName(path)]) await rm(one, { force: true })
}

const day = 24 * 3600_000
const atOnce = 500

/** Deletes what a stop left half written, or whole without a row that names it. */
async function dropLeft({ dataDir, db, now }: Parts): Promise<void> {
  const folder = exportsIn(dataDir)
  if (!existsSync(folder)) return
  const rows = await db.read.selectFrom('exportTask').select('keptAs').where('keptAs', 'is not', null).execute()
  const named = new Set(rows.flatMap(({ keptAs }) => [keptAs as string, manifestName(keptAs as string)]))
  for (const name of await readdir(folder)) {
    if (named.has(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && now() - found.mtimeMs > day) await rm(path, { force: true })
  }
}

/** Deletes the oldest files of somebody who has more than are kept; what was made last stays in any case. */
export async function dropOldest({ db, dataDir, now }: Parts, userId: number): Promise<void> {
  const kept = await db.read
    .selectFrom('exportTask')
    .select(['id', 'keptAs', 'bytes'])
    .where('createdBy', '=', userId)
    .where('keptAs', 'is not', null)
    .where('keptUntil', '>', now())
    .orderBy('doneAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let bytes = 0
  const over = kept.filter((one, at) => {
    bytes += Number(one.bytes ?? 0)
    return at > 0 && (at >= exportsKept.files || bytes > exportsKept.bytes)
  })
  if (over.length === 0) return
  const ids = over.map(({ id }) => id)
  await db.transaction((trx) =>
    trx.updateTable('exportTask').set({ keptUntil: now() }).where('id', 'in', ids).execute(),
  )
  for (const { keptAs } of over) await dropStored(dataDir, keptAs as string)
}

/** Deletes the files whose time is over, and the tasks of before that came to none. @returns how many */
export async function dropExports(parts: Parts): Promise<number> {
  const { db, dataDir, now } = parts
  await dropLeft(parts)
  const over = await db.read
    .selectFrom('exportTask')
    .select(['id', 'keptAs'])
    .where((eb) =>
      eb.or([
        eb('keptUntil', '<=', now()),
        eb.and([eb('keptUntil', 'is', null), eb('createdAt', '<=', now() - 30 * day)]),
      ]),
    )
    .limit(atOnce)
    .execute()
  if (over.length === 0) return 0
  const ids = over.map(({ id }) => id)
  await db.transaction((trx) => trx.deleteFrom('exportTask').where('id', 'in', ids).execute())
  for (const { keptAs } of over) if (keptAs !== null) await dropStored(dataDir, keptAs)
  return over.length
}
