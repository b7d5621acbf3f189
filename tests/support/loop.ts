import { request } from 'node:http'

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

/** Posts one JSON body so many times at once, without a copy of it for each: what this thread then spends is the server's. */
export async function postAlike(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
  times: number,
): Promise<void> {
  const posted = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(
        url,
        { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
        (reply) => reply.resume().on('end', resolve),
      )
      sent.on('error', reject).end(body)
    })
  await Promise.all(Array.from({ length: times }, posted))
}
