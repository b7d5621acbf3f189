/** What the clocks of several machines may differ by. */
const skewMs = 60_000

/** Up to here times may lie that came about by now; a later one is from when the clock was ahead, and would hold until the clock is there again. */
export const latest = (now: number): number => now + skewMs

/** Whether something is noted for a time that has not been yet. */
export const isAhead = (at: number, now: number): boolean => at > latest(now)
