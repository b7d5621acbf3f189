/** Work on the site's pages within this process, one piece after the other. */
export interface Lane {
  /** Runs when all that was asked for before is done. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Comes back when nothing is left to do. */
  idle(): Promise<void>
}

/** Makes an empty lane. */
export function laneOf(): Lane {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const mine = last.then(work)
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
