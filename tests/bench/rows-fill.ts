import { addFirstAdmin } from '../../server/access/first-admin.ts'
import { openParts } from '../../server/serve.ts'
import { adminPassword } from '../support/process.ts'

/** So many rows are stored by one statement. */
export const atOnce = 400

/** A new data folder with its administrator alone, open to be filled; each row came about now. */
export async function newHouse(data: string, databaseUrl?: string) {
  const silent = () => {}
  const around = { port: 0, host: '127.0.0.1', demo: false, out: silent, err: silent }
  const { db, secret } = await openParts({ ...around, data, databaseUrl, signal: new AbortController().signal })
  const now = Date.now()
  await addFirstAdmin(db.write, adminPassword, now)
  return { db, secret, now, times: { createdAt: now, updatedAt: now, version: 1 } }
}
type House = Awaited<ReturnType<typeof newHouse>>

/** Offices that stand beside each other. */
export const addOffices = ({ db, times }: House, count: number) =>
  db.write
    .insertInto('dept')
    .values(
      Array.from({ length: count }, (_, i) => ({
        ...{ ...times, parentId: 0, name: `第 ${i} 办公室`, sort: i, state: 0, deptType: 0, isCount: 1, type: 3 },
      })),
    )
    .returning('id')
    .execute()

/** Makes and stores many rows, some hundreds at a time. */
export async function inChunks<R>(count: number, make: (i: number) => R, store: (rows: R[]) => Promise<unknown>) {
  for (let from = 0; from < count; from += atOnce)
    await store(Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => make(from + i)))
}
