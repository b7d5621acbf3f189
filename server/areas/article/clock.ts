import { byClock, callerAs, everywhere, ownCall } from '../../access/by-itself.ts'
import type { Ctx, Parts } from '../../context.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from '../../jobs/jobs.ts'
import { apart } from '../../pipeline.ts'
import { articleMover } from './moves.ts'
import { articleHistory, keepStep } from './revisions.ts'
import { endTops } from './top.ts'

/** What the clock does with articles: those that are approved go online at their time, and those whose time is over go off (docs/decisions/0032-clock.md). */

const atOnce = 100
/** More are not named to the database as such that are to be passed over. */
const refusedMost = 1000

/** A thing that the clock does: which articles are due, and the move that they go through. */
interface Act {
  readonly move: 'approve' | 'takeDown'
  readonly call: ReturnType<typeof ownCall>
  readonly time: 'scheduledAt' | 'offlineTime'
  readonly status: number
  readonly reason: string | null
}

const acts: readonly Act[] = [
  {
    ...{ move: 'approve', time: 'scheduledAt', status: 0, reason: null },
    call: ownCall('article.approve', '审核通过并发布文章'),
  },
  {
    ...{ move: 'takeDown', time: 'offlineTime', status: 2, reason: '已到定时下架的时间' },
    call: ownCall('article.takeDown', '从网站撤下已发布的文章'),
  },
]

/** The next articles that are due, from the few that have such a time. */
const dueNow = ({ db, now }: Parts, { time, status }: Act, after: readonly number[]) =>
  db.read
    .selectFrom('article')
    .select(['id', 'version', 'approvedBy', 'updatedBy'])
    .where(time, '<=', now())
    .where('status', '=', status)
    .where('deletedAt', 'is', null)
    .$if(after.length > 0, (query) => query.where('id', 'not in', [...after]))
    .orderBy(time)
    .orderBy('id')
    .limit(atOnce)
    .execute()
type Due = Awaited<ReturnType<typeof dueNow>>[number]

/** It is approved no more, and waits among those that somebody decides on: what keeps it off the site stands in its history and in the log. */
async function unschedule(ctx: Ctx, { id, version }: Due, why: string): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('article')
    .set({ scheduledAt: null, version: version + 1, updatedAt: ctx.now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await keepStep(ctx, id, version + 1, { act: '定时发布未执行', status: 0, reason: why })
  ctx.record({ ids: [id], says: '定时发布文章', result: `没有执行：${why}` })
}

/** Does it with some articles, as those who decided on it: what they decided they answer for. @returns what was refused, by id, in words */
async function carry(parts: Parts, act: Act, due: readonly Due[]): Promise<ReadonlyMap<number, string>> {
  const refused = new Map<number, string>()
  const { move, call, reason } = act
  const deciders = await Promise.all(due.map(async (one) => ({ one, by: await deciderOf(parts, act, one) })))
  for (const [by, some] of Map.groupBy(deciders, ({ by }) => by)) {
    const who = callerAs({ id: by, account: '', name: '系统', deptId: null }, [everywhere])
    await apart(parts, call, who, async (outer) => {
      const ctx = byClock(outer)
      const items = some.map(({ one }) => ({ articleId: one.id, reason, byClock: true as const }))
      const { failed } = await articleMover.move(move)(ctx, { items })
      for (const { id, errorMsg } of failed) {
        refused.set(Number(id), `文章 ${id}：${errorMsg}`)
        const one = some.find(({ one: { id: own } }) => String(own) === id)
        if (one && move === 'approve') await unschedule(ctx, one.one, errorMsg)
      }
    })
  }
  return refused
}

/** Who approved it last, and is asked when it should not have been; of a take-down who put it online. */
async function deciderOf({ db }: Parts, { move }: Act, { id, version, approvedBy, updatedBy }: Due): Promise<number> {
  if (move === 'takeDown') return approvedBy ?? updatedBy ?? 0
  const last = await articleHistory.last({ db: db.read } as Ctx, { id, version })
  return last?.byId ?? updatedBy ?? 0
}

/** Publishes and takes down what is due, a hundred at a time; what was due while no server ran is made up for. */
export async function keepTime(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const done = { approve: 0, takeDown: 0 }
  const refused: string[] = []
  for (const act of acts) {
    // what was refused and is due still is not asked about twice in one run; of very many the rest waits for the next
    const seen: number[] = []
    while (seen.length <= refusedMost) {
      if (watch.stopped()) return { state: 'cancelled', says: saidOf(done) }
      const due = await dueNow(parts, act, seen)
      if (due.length === 0) break
      const wrong = await carry(parts, act, due)
      done[act.move] += due.length - wrong.size
      refused.push(...wrong.values())
      seen.push(...wrong.keys())
    }
  }
  const ended = await endTops(parts, parts.now())
  if (refused.length > 0)
    return { state: 'failed', says: `${saidOf(done)}，${refused.length} 篇没有执行（${refused[0]}）` }
  if (done.approve + done.takeDown + ended === 0) return nothingToDo
  return { state: 'done', says: ended > 0 ? `${saidOf(done)}，置顶到期 ${ended} 篇` : saidOf(done) }
}

const saidOf = ({ approve, takeDown }: { approve: number; takeDown: number }): string =>
  `定时发布 ${approve} 篇，定时下架 ${takeDown} 篇`
