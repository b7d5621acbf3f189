/** Lists of articles as bytes: numbers of seven bits each, the lowest first, 128 where more follow. */

class Bytes {
  #bytes = Buffer.alloc(64)
  #size = 0

  #room(more: number): void {
    if (this.#size + more <= this.#bytes.length) return
    const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#size + more))
    this.#bytes.copy(larger, 0, 0, this.#size)
    this.#bytes = larger
  }
  number(value: number): void {
    this.#room(8)
    let left = value
    for (; left >= 128; left = Math.floor(left / 128)) this.#bytes[this.#size++] = (left % 128) + 128
    this.#bytes[this.#size++] = left
  }
  unit(value: number): void {
    this.#room(2)
    this.#size = this.#bytes.writeUInt16LE(value, this.#size)
  }
  append(other: Bytes): void {
    this.#room(other.#size)
    other.#bytes.copy(this.#bytes, this.#size, 0, other.#size)
    this.#size += other.#size
  }
  get size(): number {
    return this.#size
  }
  taken(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }
}

/** Numbers that rise: from the end of one run to the next, doubled, and one more where it is longer than one; then how much longer. */
function rising(ids: readonly number[]): Bytes {
  const bytes = new Bytes()
  let last = 0
  for (let at = 0; at < ids.length; ) {
    const from = ids[at] as number
    let length = 1
    while (ids[at + length] === from + length) length += 1
    bytes.number((from - last) * 2 + (length > 1 ? 1 : 0))
    if (length > 1) bytes.number(length - 2)
    last = from + length - 1
    at += length
  }
  return bytes
}

/** Articles by their rising numbers, alone in a file. */
export const risingOf = (ids: readonly number[]): Buffer => rising(ids).taken()

/** Where a pair stands: anywhere; in front of the text (title, subtitle, keywords, summary); in the title. */
export interface Postings {
  readonly any: number[]
  readonly front: number[]
  readonly title: number[]
}

/** A piece: each pair with the articles that have it. @param pairs in order, each two code units as one number */
export function pieceOfPairs(pairs: Iterable<readonly [pair: number, Postings]>): Buffer {
  const piece = new Bytes()
  for (const [pair, { any, front, title }] of pairs) {
    piece.unit(pair >>> 16)
    piece.unit(pair & 0xffff)
    for (const ids of [any, front, title]) {
      const list = rising(ids)
      piece.number(list.size)
      piece.append(list)
    }
  }
  return piece.taken()
}

/** Articles in their order: by how much each number is more or less than the one before, doubled, and one less where it is less. */
export function orderOf(ids: readonly number[]): Buffer {
  const bytes = new Bytes()
  let last = 0
  for (const id of ids) {
    const more = id - last
    bytes.number(more >= 0 ? more * 2 : -more * 2 - 1)
    last = id
  }
  return bytes.taken()
}
