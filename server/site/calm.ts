/** A wait until for a while nothing was going on. */
export interface Calm {
  /** Something begins, or nothing goes on any more. */
  busy(is: boolean): void
  /** Comes back when it was calm for so long, or somebody is in a hurry. */
  come(): Promise<void>
  /** From now on nobody waits; or they do again. */
  hurry(is: boolean): void
}

/** @param ms for how long nothing is to have gone on */
export function calmOf(ms: number): Calm {
  let going = false
  let hurried = false
  let wake = () => {}
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    busy(is) {
      going = is
    },
    async come() {
      for (let calm = hurried; !calm; calm = hurried || !going) await pause()
    },
    hurry(is) {
      hurried = is
      if (is) wake()
    },
  }
}
