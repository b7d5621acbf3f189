/** A clock that stands still until it is moved. */
export function handClock() {
  let time = Date.now()
  let tick = () => {}
  return {
    now: () => time,
    every(_ms: number, work: () => void) {
      tick = work
      return () => {
        tick = () => {}
      }
    },
    pass(ms: number) {
      time += ms
      tick()
    },
  }
}
