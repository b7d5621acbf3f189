import { createHmac, randomBytes } from 'node:crypto'
import { formatDate } from '../../core/domain/time.ts'
import { networkOf } from '../http/network.ts'

/** Who reads which article or follows which link today, so that reloading a page makes it no more popular. */
export interface Visits {
  /** Takes a visit. @returns how to take it back where nothing came of it; null where it does not count */
  take(visit: {
    readonly address: string
    readonly agent: string
    /** What is visited, apart from all else that is: `article 5`. */
    readonly thing: string
    readonly now: number
  }): (() => void) | null
  /** How many are remembered. */
  readonly size: number
}

/** More readers than sit behind one address; of one thing as of all together. Beyond it somebody makes them up. */
const perThing = 300
const perNetwork = 3000
/** All together, at worst each of a network of its own; of more, those of the network that was not heard of for longest are forgotten. */
const most = 50_000

interface Network {
  readonly seen: Set<number>
  readonly things: Map<string, number>
}

/**
 * Remembers visits in this process, for the day: address and browser only as a number under a key that is made each day and kept nowhere,
 * so that nobody can ask it who was there. A restart, or a second process, counts a visitor once more.
 */
export function visitsOf(limit = most): Visits {
  let day = ''
  let key = randomBytes(32)
  let size = 0
  const networks = new Map<number, Network>()
  const hash = (text: string) => createHmac('sha256', key).update(text).digest().readUIntBE(0, 6)

  const begin = (now: number) => {
    const today = formatDate(now)
    if (today === day) return
    day = today
    key = randomBytes(32)
    networks.clear()
    size = 0
  }
  const heard = (name: number): Network => {
    const known = networks.get(name) ?? { seen: new Set<number>(), things: new Map<string, number>() }
    networks.delete(name)
    networks.set(name, known)
    return known
  }
  const forget = (kept: number) => {
    for (const [name, { seen }] of networks) {
      if (size < limit) return
      if (name === kept) continue
      size -= seen.size
      networks.delete(name)
    }
  }
  return {
    get size() {
      return size
    },
    take({ address, agent, thing, now }) {
      begin(now)
      const name = hash(networkOf(address))
      const visit = hash(`${address} ${agent} ${thing}`)
      const { seen, things } = heard(name)
      const readers = things.get(thing) ?? 0
      if (seen.has(visit) || seen.size >= perNetwork || readers >= perThing) return null
      forget(name)
      seen.add(visit)
      size += 1
      things.set(thing, readers + 1)
      return () => {
        if (networks.get(name)?.seen !== seen || !seen.delete(visit)) return
        size -= 1
        // who asks for what is not there is not remembered at all
        if (seen.size === 0) networks.delete(name)
        if (readers === 0) things.delete(thing)
        else things.set(thing, (things.get(thing) ?? 1) - 1)
      }
    },
  }
}
