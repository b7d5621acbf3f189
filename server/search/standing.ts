import type { Db } from '../db/open.ts'
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
export async function standingOf({ read }: Pick<Db, 'read'>, { size, online, ...at }: IndexState): Promise<Standing> {
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
  return { size, online, waiting: Number((await left()).n) }
}
