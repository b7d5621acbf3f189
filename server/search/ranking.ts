/** What is online, as far as searches sort and narrow by it, in a few numbers of each article; and the order in which they are answered. */

/** What an article is found by beside its words. */
export interface Standing {
  /** Publication time, milliseconds. */
  readonly at: number
  readonly columnId: number
}

/** What narrows a search; nothing: no condition. */
export interface Narrowed {
  readonly columns?: readonly number[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Which of what was found. */
export interface Span {
  readonly offset: number
  readonly limit: number
}

const first = 1024
/** So many more than are asked for come together before they are put in order. */
const keptAtLeast = 500

/** Articles that are online, by their numbers. */
export class Online {
  #at = new Float64Array(first).fill(Number.NaN)
  #column = new Int32Array(first)
  #ids: Int32Array | undefined

  set(id: number, { at, columnId }: Standing): void {
    this.#room(id)
    this.#at[id] = at
    this.#column[id] = columnId
    this.#ids = undefined
  }

  delete(id: number): void {
    if (id >= this.#at.length || Number.isNaN(this.#at[id])) return
    this.#at[id] = Number.NaN
    this.#ids = undefined
  }

  /** All of them. */
  ids(): Int32Array {
    this.#ids ??= Int32Array.from(this.#at.keys()).filter((id) => !Number.isNaN(this.#at[id]))
    return this.#ids
  }

  /** Those of the given ones that are online and within the bounds. */
  within(ids: Int32Array, { columns, from = -Infinity, to = Infinity }: Narrowed): Int32Array {
    const some = columns && new Set(columns)
    const out = new Int32Array(ids.length)
    let size = 0
    for (const id of ids) {
      const at = this.#at[id] as number
      if (at >= from && at <= to && (!some || some.has(this.#column[id] as number))) out[size++] = id
    }
    return out.subarray(0, size)
  }

  /**
   * A piece of the ids in their order, the newest first, of one moment the later number first. Only as many are kept in order as are asked
   * for: mostly few of many.
   */
  newest(ids: Int32Array, { offset, limit }: Span): number[] {
    const most = offset + limit
    const before = (a: number, b: number) => (this.#at[b] as number) - (this.#at[a] as number) || b - a
    let kept: number[] = []
    let least = Number.NEGATIVE_INFINITY
    for (const id of ids) {
      if ((this.#at[id] as number) < least) continue
      kept.push(id)
      if (kept.length < most * 2 + keptAtLeast) continue
      kept = kept.sort(before).slice(0, most)
      least = this.#at[kept[most - 1] as number] as number
    }
    return kept.sort(before).slice(offset, most)
  }

  #room(id: number): void {
    if (id < this.#at.length) return
    const size = Math.max(id + 1, this.#at.length * 2)
    const at = new Float64Array(size).fill(Number.NaN)
    at.set(this.#at)
    const column = new Int32Array(size)
    column.set(this.#column)
    this.#at = at
    this.#column = column
  }
}

/** A page of what was found in several ways, the better way first; what stands in one counts in none of the later ones. */
export function page(online: Online, tiers: readonly Int32Array[], { offset, limit }: Span): number[] {
  const out: number[] = []
  let before = 0
  for (const tier of tiers) {
    const from = Math.max(0, offset - before)
    const left = limit - out.length
    if (left > 0 && from < tier.length) out.push(...online.newest(tier, { offset: from, limit: left }))
    before += tier.length
  }
  return out
}

/** Goes through two rows of numbers that rise. @param keep whether a number is kept that stands in the one, the other, both */
function merged(a: Int32Array, b: Int32Array, keep: Readonly<Record<'a' | 'b' | 'both', boolean>>): Int32Array {
  const out = new Int32Array(a.length + (keep.b ? b.length : 0))
  let size = 0
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const one = a[i] ?? Number.POSITIVE_INFINITY
    const other = b[j] ?? Number.POSITIVE_INFINITY
    const least = Math.min(one, other)
    if (one === other ? keep.both : one < other ? keep.a : keep.b) out[size++] = least
    if (one === least) i += 1
    if (other === least) j += 1
  }
  return out.subarray(0, size)
}

/** The ids that stand in both, in either; all of them in their order. */
export const both = (a: Int32Array, b: Int32Array) => merged(a, b, { a: false, b: false, both: true })
export const either = (a: Int32Array, b: Int32Array) => merged(a, b, { a: true, b: true, both: true })

/** The ids of `all` without those of the others. */
export const without = (all: Int32Array, ...others: readonly Int32Array[]): Int32Array =>
  others.reduce((left, other) => merged(left, other, { a: true, b: false, both: false }), all)
