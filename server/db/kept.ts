import type { Db } from './open.ts'

/**
 * What was read stays true until anybody writes: so long it is read once for all who ask. Only SQLite tells when that is; on PostgreSQL
 * everything is read each time.
 */
export class Kept<V> {
  readonly #most: number
  readonly #of = new WeakMap<Db, { readonly state: number; readonly known: Map<string, V> }>()

  /** @param most so many values are kept; when there are more, all are forgotten */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * @param key names the value, with all that it depends on but the database
   * @param read reads it by `db.read`; whoever gets a kept value must not change it
   */
  async get(db: Db, key: string, read: () => Promise<V> | V): Promise<V> {
    if (!db.state) return read()
    const state = db.state()
    let kept = this.#of.get(db)
    if (kept?.state !== state || kept.known.size >= this.#most) {
      kept = { state, known: new Map() }
      this.#of.set(db, kept)
    }
    if (kept.known.has(key)) return kept.known.get(key) as V
    const value = await read()
    kept.known.set(key, value)
    return value
  }
}
