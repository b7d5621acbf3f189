import { open, rename, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { Refused } from '../../core/errors.ts'
import { rowsMax, type SheetColumn } from '../../core/sheet/columns.ts'
import type { FileKind } from '../../core/sheet/rows-text.ts'
import { type Written, writeTable } from '../../core/sheet/write.ts'
import { ownCall } from '../access/by-itself.ts'
import { createUses } from '../access/uses.ts'
import type { Ctx, Parts, Staff } from '../context.ts'
// rows are shown with the names of what they refer to
import '../db/all-tables.ts'
import { openReader } from '../db/open.ts'
import { InJson } from '../pipeline.ts'
import { portsFrom } from '../ports/ports.ts'
import type { PageOf } from '../rows/list.ts'
import type { Search } from '../search/search.ts'
import { find, findEach } from '../search/tasks.ts'
import { openSecret } from '../secret.ts'
import { createWork } from '../work/work.ts'
import { columnsOf, listOf, type Source, searchOf, sourceOf } from './source.ts'

/** What a thread is told of an export. */
export interface Asked {
  readonly database: string
  readonly index: string
  readonly keyFile: string
  readonly dataDir: string
  /** Who asked, with the rights that they have. */
  readonly who: Staff
  readonly now: number
  readonly source: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly fields: readonly string[] | null
  readonly format: FileKind
  /** Where the file is to lie, whole. */
  readonly path: string
  /** Three numbers that both threads see: `at`. */
  readonly shared: SharedArrayBuffer
}

/** What the numbers are that both threads see. */
export const at = { finished: 0, total: 1, stop: 2 } as const

/** What came of it; null: it was stopped, and there is no file. */
export type Made = (Written & { readonly rows: number; readonly columns: readonly SheetColumn[] }) | null

class Stopped extends Error {}

/** Each page is read anew behind an id: many rows at once would only take more room. */
const pageSize = 300

/** A caller who reads on a connection of this thread's own. Lists read: what else a server has is not here, and nothing is written. */
function readingAs(
  { who, now, keyFile, dataDir, database, index }: Asked,
  { key }: Source,
  db: Pick<Parts['db'], 'dialect' | 'read'>,
): Ctx {
  const refused = () => Promise.reject(new Error('an export only reads'))
  const parts = {
    ...{ db: { ...db, write: db.read, transaction: refused }, secret: openSecret(keyFile), dataDir, now: () => now },
    ...{ work: createWork(), uses: createUses(), piles: [], deadlines: [], ports: portsFrom(process.env) },
    jobs: { now: () => now },
    search: {
      find: async (indexed: Parameters<Search['find']>[0], plain: Parameters<Search['find']>[1]) =>
        find({ database, index, indexed, plain }),
      findEach: async (plain: Parameters<Search['findEach']>[0]) => findEach({ database, index, plain }),
      // the index of a PostgreSQL database is the server's own
      holding: async () => null,
    },
  } as unknown as Parts
  const ctx: Ctx = {
    // whose rows they are is asked by the list's own right
    ...{ who, call: { ...ownCall('exportTask.start', '导出'), key }, parts, db: db.read, dialect: db.dialect, now },
    ...{ record: () => {}, after: () => {}, transaction: refused, counted: true },
  }
  return ctx
}

const plain = (value: unknown) =>
  (value instanceof InJson ? JSON.parse(Buffer.from(value.bytes).toString()) : value) as PageOf<object>

/** Writes the rows of a list into a file, in a thread of its own: as the list shows them to who asked, the newest first. */
export async function exportAside(asked: Asked): Promise<Made> {
  const { database, filter, fields, format, path, shared } = asked
  const source = await sourceOf(asked.source)
  const columns = columnsOf(source, fields)
  const search = searchOf(source, filter, columns)
  const ask = await listOf(source)
  const { read, dialect, close } = await openReader(database)
  // each row is met once: what was read is kept for nobody
  if (dialect === 'sqlite') await sql`pragma cache_size = -2000`.execute(read)
  const ctx = readingAs(asked, source, { read, dialect })
  const seen = new Int32Array(shared)
  const part = `${path}.part`
  const pageAfter = async (afterId: number, withTotal: 0 | 1) =>
    plain(await ask(ctx, { ...search, afterId, sortOrder: 'desc', pageSize, withTotal } as never))
  async function* rows() {
    let { list, total } = await pageAfter(Number.MAX_SAFE_INTEGER, 1)
    if (format === 'xlsx' && total > rowsMax)
      throw new Refused('TOO_LARGE', `共 ${total} 行，超出电子表格的上限 ${rowsMax} 行，请改用 CSV，或缩小范围`)
    Atomics.store(seen, at.total, total)
    for (;;) {
      if (Atomics.load(seen, at.stop) === 1) throw new Stopped()
      yield* list
      Atomics.add(seen, at.finished, list.length)
      if (list.length < pageSize) return
      const last = list.at(-1) as Readonly<Record<string, unknown>>
      ;({ list } = await pageAfter(Number(last[source.idField]), 0))
    }
  }
  try {
    const file = await open(part, 'w', 0o600)
    let written: Written
    try {
      written = await writeTable(format, (piece) => file.writeFile(piece), { name: source.says, columns, rows: rows() })
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    return { ...written, rows: Atomics.load(seen, at.finished), columns }
  } catch (error) {
    await rm(part, { force: true })
    if (error instanceof Stopped) return null
    throw error
  } finally {
    await close()
  }
}
