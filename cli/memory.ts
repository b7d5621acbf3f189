import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Makes this process collect garbage early: without it a long run lets 200 MB of it pile up before the first thorough collection,
 * and looks as if it grew with the number of rows. For commands that stream, before what they run is loaded: half the memory, at about the same speed.
 */
export const staySmall = (): void => setFlagsFromString('--optimize-for-size')

const lookEveryMs = 250
const busyFrom = 0.2
/** Looks in a row: the start alone shall not count as a rush. */
const busyLooks = 4
const quietLooks = 40

/** How often a function must have run before it is compiled well: V8's own numbers, and those of a start, whose code runs once. */
const thorough = {
  'invocation-count-for-maglev': [400, 4000],
  'invocation-count-for-turbofan': [3000, 30_000],
} as const
const compile = (well: boolean) => {
  for (const [flag, [usual, atStart]] of Object.entries(thorough))
    setFlagsFromString(`--${flag}=${well ? usual : atStart}`)
}

/** V8's own collector, to be called. */
function collector(): (how?: { type: 'minor' }) => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

/**
 * For a server: small while it starts and while little happens, at full speed while it is busy (a quarter less processor for a save),
 * small again after ten quiet seconds.
 */
export function staySmallWhenQuiet(): void {
  staySmall()
  compile(false)
  let starting = true
  let small = true
  let rush = 0
  let quiet = 0
  let last = performance.eventLoopUtilization()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const busy = performance.eventLoopUtilization(now, last).utilization >= busyFrom
    last = now
    rush = busy ? rush + 1 : 0
    quiet = busy ? 0 : quiet + 1
    if (starting && (!busy || rush >= busyLooks)) {
      starting = false
      compile(true)
    }
    if (small && rush >= busyLooks) {
      small = false
      setFlagsFromString('--no-optimize-for-size')
    }
    if (small || quiet < quietLooks) return
    small = true
    staySmall()
    // what a rush has left behind is given back at once, instead of at the next one
    collector()()
  }
  setInterval(look, lookEveryMs).unref()
}

const youngMax = 8e6
const growEveryMs = 100
/** By how much garbage may outgrow what is in use, in percent, before it is collected thoroughly. */
const garbage = 8
const youngSize = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? youngMax

/**
 * For the terminal UI, whose every frame makes some megabytes of garbage: V8 would let 64 MB of it lie and as much again of older garbage, and
 * `staySmall` takes twice the processor for a key. Here the young generation is doubled only while there is much to do, and up to what the
 * garbage of a frame fits in: V8 takes its bound at the start of a process alone, but looks at each growth how large it may be.
 */
export function staySmallButQuick(): void {
  const growth = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  setFlagsFromString(`--heap-growing-percent=${garbage}`)
  growth(1)
  const gc = collector()
  let last = performance.eventLoopUtilization()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const busy = performance.eventLoopUtilization(now, last).utilization >= busyFrom
    last = now
    if (!busy || youngSize() >= youngMax) return
    growth(2)
    gc({ type: 'minor' })
    growth(1)
  }
  setInterval(look, growEveryMs).unref()
}
