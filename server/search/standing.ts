import type { Db } from '../db/open.ts'
import { type TextTable, textTableNames } from './row-texts.ts'
import type { IndexState } from './tasks.ts'

/** How the index of the search stands. */
export interface Standing {
  /** Bytes. */
  readonly size: number
  /** How many articles of the site it knows. */
  readonly online: number
  /** How many changes or texts it still has to take in. */
  readonly waiting: number
}

/** What an index has still to take in, by what the database says. */
export async function standingOf(
  { read }: Pick<Db, 'read'>,
  { size, online, rows, ...at }: IndexState,
): Promise<Standing> {
  const texts = read.selectFrom('article').select((eb) => eb.fn.countAll<number>().as('n'))
  const notes = read.selectFrom('textChange').select((eb) => eb.fn.countAll<number>().as('n'))
  const { scanned, taken, fed } = at
  const after = fed ? fed.scanned : taken === null ? 0 : scanned
  const left = async () => {
    if (after !== null) return texts.where('id', '>', after).executeTakeFirstOrThrow()
    if (taken !== null) return notes.where('id', '>', taken).executeTakeFirstOrThrow()
    const since = notes.where('tx', '>=', fed?.tx ?? 0)
    const known = fed?.notes ?? []
    return (known.length > 0 ? since.where('id', 'not in', known) : since).executeTakeFirstOrThrow()
  }
  const unread = async (table: TextTable) => {
    const after = rows[table]
    if (after === null) return 0
    const all = read.selectFrom(table as 'mail').select((eb) => eb.fn.countAll<number>().as('n'))
    return Number((await all.where('id', '>', after ?? 0).executeTakeFirstOrThrow()).n)
  }
  const beside = await Promise.all(textTableNames.map(unread))
  return { size, online, waiting: beside.reduce((sum, n) => sum + n, Number((await left()).n)) }
}
