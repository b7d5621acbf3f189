import type { Page, Request, Route } from 'playwright-core'

/** What becomes of a call: it arrives; it does not; it arrives but its answer is lost; somebody in between is busy. */
export type Fate = 'pass' | 'cut' | 'lost' | 'busy'

/** A call as it was sent. */
export interface Sent {
  readonly path: string
  readonly key: string
  readonly fate: Fate
}

/** A bad line between a window and the server. */
export interface Rough {
  readonly sent: readonly Sent[]
  /** The fates of the next calls of this path. */
  next(path: string, ...fates: Fate[]): void
  /** The calls of a path so far. */
  of(path: string): Sent[]
}

const bad: readonly Fate[] = ['cut', 'lost', 'busy']
const unavailable = JSON.stringify({ errorCode: 'UNAVAILABLE', errorMsg: '服务暂不可用', value: null, requestId: '' })

/** A number from 0 to 1 that follows from a text (FNV-1a), so that a run can be repeated whatever overtakes what. */
function chance(text: string): number {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

const isCall = (request: Request) =>
  ['fetch', 'xhr'].includes(request.resourceType()) && !new URL(request.url()).pathname.startsWith('/web')

/** Delays every answer and spoils some of the calls, the same ones in each run. */
export async function roughen(page: Page, { seed = 1, delay = 200, share = 0.05 } = {}): Promise<Rough> {
  const sent: Sent[] = []
  const planned = new Map<string, Fate[]>()
  const fateOf = (path: string): Fate => {
    const next = planned.get(path)?.shift()
    if (next) return next
    const nth = sent.filter((one) => one.path === path).length
    const luck = chance(`${seed} ${path} ${nth}`)
    return luck < share ? (bad[Math.floor((luck / share) * bad.length)] as Fate) : 'pass'
  }
  const later = () => new Promise((resolve) => setTimeout(resolve, delay))
  const ends: Readonly<Record<Fate, (route: Route) => Promise<void>>> = {
    pass: (route) => route.continue(),
    cut: (route) => route.abort(),
    lost: async (route) => {
      await route.fetch()
      await route.abort()
    },
    busy: (route) => route.fulfill({ status: 503, contentType: 'application/json', body: unavailable }),
  }
  await page.route('**/*', async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    const fate = isCall(request) ? fateOf(path) : 'pass'
    if (isCall(request)) sent.push({ path, fate, key: request.headers()['x-request-key'] ?? '' })
    await later()
    // a page that was left asks for nothing any more
    await ends[fate](route).catch(() => undefined)
  })
  return {
    sent,
    next: (path, ...fates) => void planned.set(path, fates),
    of: (path) => sent.filter((one) => one.path === path),
  }
}
