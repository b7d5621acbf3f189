/** How many items of a bulk call the server does in one transaction; callers send as many at once. */
export const chunkSize = 100

/** Splits a list into chunks of at most `size` items, in their order. */
export function* chunksOf<T>(items: readonly T[], size = chunkSize): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
