/**
 * The longest stretch of work during which nobody else is served, in milliseconds of this thread's processor time: what other
 * programs take of the machine meanwhile does not count.
 */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let before = spent()
  const look = () => {
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, 1)
  try {
    await work()
  } finally {
    clearInterval(timer)
    look()
  }
  return longest
}

/** Far below the seconds that hostile work took of everybody's time; what the tests' own client does is in it. */
export const stretchMax = 250
