import type { Readable } from 'node:stream'

/** The bytes of a stream, as many at a time as are asked for. */
export interface Bytes {
  /** Null: it ended before there were so many. */
  take(length: number): Promise<Buffer | null>
  /** All until its end. @throws Error where there are more than that */
  rest(most: number): Promise<Buffer>
}

export function bytesFrom(stream: Readable): Bytes {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let kept: Buffer[] = []
  let size = 0
  const more = async (): Promise<boolean> => {
    const { value, done } = await pieces.next().catch(() => ({ value: undefined, done: true as const }))
    if (done || !value) return false
    kept.push(value)
    size += value.length
    return true
  }
  return {
    async take(length) {
      while (size < length) if (!(await more())) return null
      const all = Buffer.concat(kept)
      kept = [all.subarray(length)]
      size -= length
      return all.subarray(0, length)
    },
    async rest(most) {
      while (size <= most) if (!(await more())) return Buffer.concat(kept)
      throw new Error('给出的声音过长')
    },
  }
}
