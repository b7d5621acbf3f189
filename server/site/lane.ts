/** Work on the site's pages within this process, one piece after the other. */
export interface Lane {
  /** Runs when all that was asked for before is done. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Comes back when nothing is left to do. */
  idle(): Promise<void>
}

/** Makes an empty lane. @param busy told when work begins, and when none is left */
export function laneOf(busy: (is: boolean) => void = () => {}): Lane {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  const counted = <T>(work: () => Promise<T>) => {
    if (++count === 1) busy(true)
    return last.then(work).finally(() => {
      if (--count === 0) busy(false)
    })
  }
  return {
    run(work) {
      const mine = counted(work)
      last = mine.catch(() => {})
      return mine
    },
    async idle() {
      for (let seen: unknown; seen !== last; ) {
        seen = last
        await last
      }
    },
  }
}
