import type { Kysely } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Db } from './open.ts'
import { prepared, type Slots } from './prepared.ts'
import type { Schema } from './tables.ts'

/**
 * Counters of what seldom changes, each moved in the transaction of every change of it: `access` with users, roles, departments, resources and
 * column access (`rightsChanged`), `dict` with the data dictionary.
 */
export type Counter = 'access' | 'dict'

const countOf = prepared((db, p: Slots<{ name: string }>) =>
  db.selectFrom('counter').select('value').where('name', '=', p.name),
)

/** What a counter tells of has changed. Behind it two such changes stand one after the other. */
export async function moved(trx: Kysely<Schema>, counter: Counter): Promise<void> {
  await trx
    .updateTable('counter')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', counter)
    .execute()
}

interface Known<V> {
  readonly value: number
  readonly found: Map<string, V>
  size: number
}

/** What was read stays true while its counter stands still, whatever else is written: in every process, on both databases. */
export class Standing<V> {
  readonly #most: number
  readonly #sizeOf: (value: V) => number
  readonly #of = new WeakMap<Db, Map<Counter, Known<V>>>()

  /** @param most so much is kept by the sum of `sizeOf`; when there is more, all is forgotten */
  constructor(most: number, sizeOf: (value: V) => number = () => 1) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /**
   * @param key names the value, with all that it depends on but what the counter tells of
   * @param read reads it; whoever gets a kept value must not change it. Within a transaction it is read each time
   */
  async get({ db, parts }: Pick<Ctx, 'db' | 'parts'>, counter: Counter, key: string, read: () => Promise<V> | V) {
    if (db !== parts.db.read) return read()
    // before the value: what is changed meanwhile moves it on, and is read again
    const [row] = await countOf(db, { name: counter })
    const value = row?.value ?? 0
    const kept = this.#of.get(parts.db) ?? new Map<Counter, Known<V>>()
    this.#of.set(parts.db, kept)
    let known = kept.get(counter)
    if (known?.value !== value) {
      known = { value, found: new Map(), size: 0 }
      kept.set(counter, known)
    }
    if (known.found.has(key)) return known.found.get(key) as V
    const found = await read()
    const size = this.#sizeOf(found)
    if (known.size + size > this.#most) {
      known.found.clear()
      known.size = 0
    }
    if (size > this.#most) return found
    known.found.set(key, found)
    known.size += size
    return found
  }
}
