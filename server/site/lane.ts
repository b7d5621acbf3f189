/** Work on the site's pages within this process, one piece after the other. */
export interface Lane {
  /** Runs when all that was asked for before is done. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Comes back when nothing is left to do. */
  idle(): Promise<void>
}

/** Tells whether work is being done for which nobody waits who can do without. */
export interface Long {
  readonly is: boolean
  /** Does such work. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Asked where it begins: from when on what is done beside it goes by later data than its own. */
  since(): Promise<number>
  /** Waits for something, but no longer than until such work is done or begins. */
  orBegun(until: Promise<unknown>): Promise<void>
}

/** @param aside comes back when nothing of an earlier moment is still being done beside it */
export function longWork(aside: () => Promise<void>): Long {
  let count = 0
  const waiting = new Set<() => void>()
  return {
    get is() {
      return count > 0
    },
    run(work) {
      count += 1
      for (const wake of waiting) wake()
      return work().finally(() => {
        count -= 1
      })
    },
    async since() {
      await aside()
      // clocks of file systems are no finer
      return Date.now() + 1
    },
    async orBegun(until) {
      if (count > 0) return
      let wake = () => {}
      const begun = new Promise<void>((resolve) => {
        wake = resolve
      })
      waiting.add(wake)
      await Promise.race([until, begun]).finally(() => waiting.delete(wake))
    },
  }
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
