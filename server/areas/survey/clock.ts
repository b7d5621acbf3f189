import type { SurveyMove } from '../../../core/domain/survey-states.ts'
import { byClock, callerAs, everywhere, ownCall } from '../../access/by-itself.ts'
import type { Ctx, Parts } from '../../context.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from '../../jobs/jobs.ts'
import { apart } from '../../pipeline.ts'

/** What the clock does with surveys: they begin and end at their times, and marks of visitors go when nobody can answer any more. */

type Move = (name: SurveyMove) => (ctx: Ctx, input: { items: { readonly id: number }[] }) => Promise<Result>
interface Result {
  readonly done: readonly string[]
  readonly failed: readonly { readonly id: string; readonly errorMsg: string }[]
}

interface Act {
  readonly move: 'open' | 'end'
  readonly time: 'startAt' | 'endAt'
  readonly states: readonly number[]
  readonly call: ReturnType<typeof ownCall>
}
const acts: readonly Act[] = [
  { move: 'end', time: 'endAt', states: [1, 2], call: ownCall('survey.end', '结束问卷') },
  { move: 'open', time: 'startAt', states: [0], call: ownCall('survey.open', '开始问卷') },
]
const atOnce = 100

/** Those that are due; one whose end is over as well is not begun any more. */
const dueNow = ({ db, now }: Parts, { time, states, move }: Act) =>
  db.read
    .selectFrom('survey')
    .select(['id', 'updatedBy', 'createdBy'])
    .where(time, '<=', now())
    .where('state', 'in', [...states])
    .where('deletedAt', 'is', null)
    .$if(move === 'open', (query) => query.where((eb) => eb.or([eb('endAt', 'is', null), eb('endAt', '>', now())])))
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** Begins and ends what is due; what was due while no server ran is made up for. */
export const keepTime =
  (move: Move) =>
  async (parts: Parts, watch: JobWatch): Promise<JobOutcome> => {
    const done = { open: 0, end: 0 }
    const refused: string[] = []
    for (const act of acts) {
      if (watch.stopped()) return { state: 'cancelled', says: saidOf(done) }
      for (const [by, some] of Map.groupBy(await dueNow(parts, act), (one) => one.updatedBy ?? one.createdBy ?? 0)) {
        const who = callerAs({ id: by, account: '', name: '系统', deptId: null }, [everywhere])
        await apart(parts, act.call, who, async (ctx) => {
          const result = await move(act.move)(byClock(ctx), { items: some.map(({ id }) => ({ id })) })
          done[act.move] += result.done.length
          refused.push(...result.failed.map(({ id, errorMsg }) => `问卷 ${id}：${errorMsg}`))
        })
      }
    }
    if (refused.length > 0)
      return { state: 'failed', says: `${saidOf(done)}，${refused.length} 份没有执行（${refused[0]}）` }
    return done.open + done.end === 0 ? nothingToDo : { state: 'done', says: saidOf(done) }
  }

const saidOf = ({ open, end }: { open: number; end: number }): string => `开始问卷 ${open} 份，结束问卷 ${end} 份`

const day = 24 * 3600_000

/** Marks of visitors of surveys that ended a day ago, when the end can no more be taken back. @returns how many went */
export async function forgetVisitors({ db, now }: Parts): Promise<number> {
  const over = await db.read
    .selectFrom('survey')
    .select('id')
    .where('state', '=', 3)
    .where('endedAt', '<=', now() - day)
    .where('forgottenAt', 'is', null)
    .execute()
  let count = 0
  for (const { id } of over)
    count += await db.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('surveyRecord')
        .set({ visitorHash: null, placeHash: null })
        .where('surveyId', '=', id)
        .executeTakeFirst()
      await trx.updateTable('survey').set({ forgottenAt: now() }).where('id', '=', id).execute()
      return Number(numUpdatedRows)
    })
  return count
}
