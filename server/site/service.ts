import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatDate } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import type { SiteService } from '../context.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { bySystem } from '../jobs/rows.ts'
import { calmOf } from './calm.ts'
import { finderOf } from './finder/aside.ts'
import { regenerate, type Site } from './generate.ts'
import { recover } from './kept.ts'
import { laneOf, longWork } from './lane.ts'
import { passMoments } from './moments.ts'
import { startPictures } from './pictures.ts'
import type { Touched } from './plan.ts'
import { type Runs, runsOf } from './runs.ts'
import { pathsTaken } from './taken.ts'
import { hasLeftOver, regenerateTouched, showFrame, together } from './touched.ts'
import { writerOf } from './write.ts'

/** So long no page is to have been made before the index is looked at: what is published one after the other is taken in at once. */
const quietMs = 500

/** So long the answer to a take-down waits for lists while a run is under way. */
const momentMs = 2000

async function noLongerThan(ms: number, work: Promise<void>): Promise<void> {
  const over = AbortSignal.timeout(ms)
  await Promise.race([work, new Promise<void>((resolve) => over.addEventListener('abort', () => resolve()))])
}

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
  jobs: Jobs = createJobs(site.db),
  tell: (says: string) => void = (says) => void process.stderr.write(`${says}\n`),
): SiteService {
  const now = site.now ?? Date.now
  const finder = finderOf(site)
  const calm = calmOf(quietMs)
  const lane = laneOf((busy) => {
    calm.busy(busy)
    finder.pause(busy)
  })
  /** What is taken down while a run is under way goes beside it: nobody waits for that, and it puts nothing back. */
  const aside = laneOf()
  const long = longWork(aside.idle)
  const runs = runsOf(site, { lane, long }, jobs, (more) => {
    index()
    if (more && !ended) void show()
  })
  made.set(site, runs)
  let ended = false
  let day = formatDate(now())
  /** Why the last that was to be shown is not; null: it is. */
  let unshown: string | null = null
  /** A pass that has not begun yet: it will see every row that is there by then. */
  let waiting: Promise<void> | null = null

  /** @returns whether it is shown */
  const shows = async (work: typeof regenerateTouched): Promise<boolean> => {
    if (ended) return false
    const why = await work(site, () => ended, { visibly: runs.visibly, long }).catch(
      (error: unknown) => `网站未能更新：${error instanceof Error ? error.message : String(error)}`,
    )
    if (ended) return why === null
    unshown = why
    if (why) tell(`${why}；1 分钟后再试`)
    return why === null
  }
  const show = (): Promise<void> => {
    waiting ??= lane.run(async () => {
      waiting = null
      if (await shows(regenerateTouched)) void lane.run(() => shows(showFrame))
      index()
    })
    return waiting
  }
  let leaving: { all: Touched[]; gone: Promise<void> } | null = null
  const elsewhere = (left: Touched): Promise<void> => {
    if (leaving === null) {
      const all: Touched[] = []
      const gone = aside.run(async () => {
        leaving = null
        if (ended) return
        await regenerate(site, together(all), { stopped: () => ended }).catch((error: unknown) => {
          tell(`网站未能随即撤下：${error instanceof Error ? error.message : String(error)}；更新完成后再试`)
        })
      })
      leaving = { all, gone }
    }
    leaving.all.push(left)
    return leaving.gone
  }
  /** The pages themselves go first; lists and all else follow, and whoever waits for that waits no longer than a moment. */
  const takeDown = async (left: Touched): Promise<void> => {
    const rows = left.rows ?? []
    writerOf(site.folder).remove(await pathsTaken(site, { articleIds: left.articleIds, rows }))
    await noLongerThan(momentMs, elsewhere(left))
  }
  /** Nobody who waits for pages waits for the index. */
  const beside = laneOf()
  let indexing = false
  /** Brings the index that lies beside the pages up to date, when the pages are. */
  const index = () => {
    if (indexing) return
    indexing = true
    void beside.run(async () => {
      await calm.come()
      indexing = false
      if (ended) return
      const why = await finder.update()
      if (why && !ended) tell(why)
    })
  }

  return {
    site,
    async pass() {
      const lost = await recover(site.db)
      const moments = await passMoments(site, now())
      // a day of mourning begins and ends at midnight
      const newDay = formatDate(now()) !== day
      day = formatDate(now())
      const due = lost || moments || newDay || unshown !== null || (await hasLeftOver(site, now(), jobs.now()))
      if (due) await show()
      return { did: due, wrong: unshown || null }
    },
    async showTouched({ wait, left }) {
      const shown = show()
      if (!wait) return
      if (!left) return shown
      let done = false
      await long.orBegun(shown.then(() => (done = true)))
      if (!done) await takeDown(left)
    },
    async start() {
      if (!existsSync(join(site.folder, 'index.html')))
        await runs.start({ kind: 'all' }, '全站', bySystem).then(
          ({ done }) => done,
          (error: unknown) => {
            if (!(error instanceof Refused)) throw error // another process is making it
          },
        )
      await recover(site.db)
      await passMoments(site, now())
      await show()
      await startPictures(site)
    },
    async idle() {
      await lane.idle()
      await aside.idle()
      calm.hurry(true)
      await beside.idle()
      calm.hurry(ended)
    },
    async stop() {
      ended = true
      finder.stop()
      calm.hurry(true)
      await jobs.stopAll()
      await lane.idle()
      await aside.idle()
      await beside.idle()
    },
  }
}
