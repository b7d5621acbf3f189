import { createHmac, randomBytes } from 'node:crypto'
import { formatDate } from '../../core/domain/time.ts'
import { networkOf } from '../http/network.ts'

/** Who reads which article today, so that reloading a page makes it no more popular. */
export interface Visits {
  /** Takes a visit. @returns how to take it back where nothing came of it; null where it does not count */
  take(visit: {
    readonly address: string
    readonly agent: string
    readonly articleId: number
    readonly now: number
  }): (() => void) | null
  /** How many are remembered. */
  readonly size: number
}

/** More readers than sit behind one address; of an article as of all together. Beyond it somebody makes them up. */
const perArticle = 300
const perNetwork = 3000
/** All together, at worst each of a network of its own; of more, those of the network that was not heard of for longest are forgotten. */
const most = 50_000

interface Network {
  readonly seen: Set<number>
  readonly articles: Map<number, number>
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
    const known = networks.get(name) ?? { seen: new Set<number>(), articles: new Map<number, number>() }
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
    take({ address, agent, articleId, now }) {
      begin(now)
      const name = hash(networkOf(address))
      const visit = hash(`${address} ${agent} ${articleId}`)
      const { seen, articles } = heard(name)
      const readers = articles.get(articleId) ?? 0
      if (seen.has(visit) || seen.size >= perNetwork || readers >= perArticle) return null
      forget(name)
      seen.add(visit)
      size += 1
      articles.set(articleId, readers + 1)
      return () => {
        if (networks.get(name)?.seen !== seen || !seen.delete(visit)) return
        size -= 1
        // who asks for what is not there is not remembered at all
        if (seen.size === 0) networks.delete(name)
        if (readers === 0) articles.delete(articleId)
        else articles.set(articleId, (articles.get(articleId) ?? 1) - 1)
      }
    },
  }
}
