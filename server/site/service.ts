import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Refused } from '../../core/errors.ts'
import type { SiteService } from '../context.ts'
import type { Site } from './generate.ts'
import { laneOf } from './lane.ts'
import { passMoments } from './moments.ts'
import { type Runs, runsOf } from './runs.ts'
import { regenerateTouched, showFrame } from './touched.ts'

const retryMs = 60_000

const made = new WeakMap<Site, Runs>()

/** The runs of a site that `createSite` made. */
export function runsFor(site: Site): Runs {
  const runs = made.get(site)
  if (!runs) throw new Error('the site was not made by createSite')
  return runs
}

/**
 * Makes the site's service: runs, and the regeneration after approvals and take-downs, one after the other.
 * @param tell hears why pages could not be brought up to date, for the operator
 */
export function createSite(
  site: Site,
  now: () => number = Date.now,
  tell: (says: string) => void = (says) => void process.stderr.write(`${says}\n`),
): SiteService {
  const lane = laneOf()
  const runs = runsOf(site, lane, now)
  made.set(site, runs)
  let ended = false
  let retry: NodeJS.Timeout | undefined
  let moment: NodeJS.Timeout | undefined
  /** The piece of work that has not begun yet: it will see every row that is there by then. */
  let waiting: Promise<void> | null = null

  const again = () => {
    clearTimeout(retry)
    if (!ended) retry = setTimeout(() => void show(), retryMs).unref()
  }
  /** @returns whether it is shown */
  const shows = async (work: typeof regenerateTouched): Promise<boolean> => {
    if (ended) return false
    const why = await work(site, () => ended, runs.visibly).catch(
      (error: unknown) => `网站未能更新：${error instanceof Error ? error.message : String(error)}`,
    )
    if (why === null || ended) return why === null
    if (why !== '') tell(`${why}；${retryMs / 60_000} 分钟后再试`)
    again()
    return false
  }
  const show = (): Promise<void> => {
    waiting ??= lane.run(async () => {
      waiting = null
      if (await shows(regenerateTouched)) void lane.run(() => shows(showFrame))
    })
    return waiting
  }

  /** Shows what began or ended by itself, and comes back when the next thing does. Never throws: what fails is tried again. */
  const pass = async (): Promise<void> => {
    clearTimeout(moment)
    const { due, waitMs } = await passMoments(site, now()).catch(() => ({ due: false, waitMs: retryMs }))
    if (ended) return
    clearTimeout(moment)
    moment = setTimeout(() => void pass(), waitMs).unref()
    if (due) await show()
  }

  return {
    site,
    pass,
    showTouched({ wait }) {
      const shown = show()
      // what was stored may begin or end before the next look
      if (moment) void shown.then(() => pass())
      return wait ? shown : undefined
    },
    async start() {
      if (!existsSync(join(site.folder, 'index.html')))
        await runs.start({ kind: 'all' }, '全站', { id: null, name: '系统' }).then(
          ({ done }) => done,
          (error: unknown) => {
            if (!(error instanceof Refused)) throw error // another process is making it
          },
        )
      await show()
      await pass()
    },
    idle: () => lane.idle(),
    async stop() {
      ended = true
      clearTimeout(retry)
      clearTimeout(moment)
      await runs.stopAll()
      await lane.idle()
    },
  }
}
