/**
 * Works off a source by several hands: each takes the next piece when it is free, so that nothing piles up in memory.
 * @param stopped asked before each piece; what was begun is always finished
 * @throws the first failure of a piece, after the other hands have finished theirs
 */
export async function workOff<T>(
  source: Iterable<T> | AsyncIterable<T>,
  hands: number,
  stopped: () => boolean,
  work: (piece: T) => Promise<void>,
): Promise<void> {
  const pieces = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let failure: { readonly thrown: unknown } | null = null
  const hand = async () => {
    while (failure === null && !stopped()) {
      const next = await pieces.next()
      if (next.done || failure !== null) return
      await work(next.value)
    }
  }
  const guarded = () =>
    hand().catch((thrown: unknown) => {
      failure ??= { thrown }
    })
  await Promise.all(Array.from({ length: hands }, guarded))
  if (failure !== null) throw (failure as { thrown: unknown }).thrown
}
