import { undoMinutes } from '../../../core/domain/states.ts'
import { bulkSays, undoFollows } from '../../../core/text.ts'
import type { Article } from '../../areas/article-rows.ts'
import type { Desk } from '../desk.ts'
import type { Undo } from '../state/desk.ts'
import { idOf } from '../state/list.ts'
import { stepped } from '../state/rows.ts'
import { counted, named, titleOf } from '../text/rows.ts'
import { yesFor } from './agree.ts'
import { reload } from './load.ts'
import { moveFor, type Plan, plans } from './plans.ts'
import { closeRun, workOff } from './run.ts'

/** What the line under the list says of a run, and what its undo needs. */
export function undoFor(desk: Desk, plan: Plan, rows: readonly Article[], done: readonly string[]): Undo {
  const { says } = plan
  const ids = new Set(done)
  const onlineBy = new Set(rows.filter((one) => moveFor(plan, one) === 'approve').map(idOf))
  const [row, ...others] = rows.filter((one) => ids.has(idOf(one)))
  return {
    says,
    text: row && others.length === 0 ? `${named(row)}已${says}` : `已${says} ${done.length} 篇`,
    ids: done,
    names: new Map(rows.map((one) => [idOf(one), titleOf(one)])),
    published: new Set(done.filter((id) => onlineBy.has(id))),
    inverse: plan.destructive ? 'recycleRestore' : 'undo',
    until: plan.destructive ? null : desk.around.now() + undoMinutes * 60_000,
  }
}

/** Two parts of one act. */
export function joined(first: Undo | null, then: Undo): Undo {
  if (!first) return then
  const ids = [...first.ids, ...then.ids]
  return {
    ...then,
    ids,
    names: new Map([...first.names, ...then.names]),
    published: new Set([...first.published, ...then.published]),
    text: `已${then.says} ${ids.length} 篇`,
  }
}

/** What follows when articles of an act are taken back. */
function undoConsequence({ says, inverse, published }: Undo, ids: readonly string[]): string {
  if (inverse === 'recycleRestore') return undoFollows.deleted
  if (says === plans.takeDown.says) return undoFollows.takenDown
  if (says === plans.submit.says) return undoFollows.submitted
  const count = ids.filter((id) => published.has(id)).length
  if (count === 0) return undoFollows.other
  return count === ids.length ? undoFollows.published : `其中 ${count} 篇是发布：${undoFollows.published}`
}

/** One article is taken back at once, as one is passed at once; of several it is asked what the act itself asked. */
async function undoAgreed(desk: Desk, done: Undo): Promise<boolean> {
  const { says, ids, names } = done
  if (ids.length === 1) return true
  const what = counted(ids.map((id) => names.get(id) ?? id))
  return yesFor(desk, `将撤销刚才${says}的 ${what}，${undoConsequence(done, ids)}，是否继续？`, ids.length)
}

function rowsOf({ state }: Desk, ids: readonly string[]): readonly Article[] {
  const wanted = new Set(ids)
  return state.list.rows.filter((row) => wanted.has(idOf(row)))
}

/** Takes some articles of the last act back, chunk by chunk as they were done. */
async function takeBack(desk: Desk, done: Undo, ids: readonly string[]): Promise<void> {
  const { inverse, says, names } = done
  if (inverse === null) return
  const call = desk.around.backend.article[inverse]
  desk.under.again = (some) => takeBack(desk, done, some)
  await workOff(
    desk,
    `撤销${says}`,
    [{ move: inverse, ids }],
    [],
    names,
    (_, chunk, requestKey) => call({ items: chunk.map((articleId) => ({ articleId })) }, { requestKey }),
    (_, some) => desk.list({ type: 'patch', rows: rowsOf(desk, some).map(stepped) }),
  )
  const { run } = desk.state
  if (!run) return
  const { left } = run
  desk.set({ undo: left.length > 0 ? { ...done, ids: left, text: `已${says} ${left.length} 篇` } : null })
  const failed = closeRun(desk)
  if (failed) desk.notice(`撤销${says}失败：${failed.errorMsg}`, true)
  else if (desk.state.run === null) desk.notice(`已撤销${says}：${bulkSays(run.done.length, 0)}`)
  await reload(desk)
}

/** Takes the last act back. */
export async function undo(desk: Desk): Promise<void> {
  const { undo: done } = desk.state
  if (done && (await undoAgreed(desk, done))) await takeBack(desk, done, done.ids)
}
