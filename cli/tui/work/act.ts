import { type MoveName, target, undoMinutes } from '../../../core/domain/article-states.ts'
import type { NewsStatus } from '../../../core/domain/enums.ts'
import { bulkSays } from '../../../core/text.ts'
import { type Article, isCopy, stateFor } from '../../areas/article-rows.ts'
import { fitTo } from '../../output/width.ts'
import { manyItems } from '../../questions.ts'
import type { Desk } from '../desk.ts'
import type { Undo } from '../state/desk.ts'
import { pick, question } from '../state/dialogs.ts'
import { chosenRows, idOf } from '../state/list.ts'
import type { Failed } from '../state/run.ts'
import { byId } from '../state/views.ts'
import { titleOf } from '../text/rows.ts'
import { loadCounts } from './counts.ts'
import { readAll, reload } from './load.ts'
import { begin } from './patient.ts'
import { moveFor, type Plan, type PlanName, plans, sortOut } from './plans.ts'
import { workOff } from './run.ts'
import { sender } from './send.ts'

const named = (row: Article) => `《${fitTo(titleOf(row), 30).trimEnd()}》`

/** What follows for what is online, where rejecting and taking down are to be told apart. */
function consequence(plan: Plan, rows: readonly Article[]): string {
  const ended = rows.filter((row) => row.review && plan === plans.takeDown).length
  if (plan === plans.takeDown) return `，网页随即从网站撤下${ended > 0 ? `，其中 ${ended} 篇的修订随之结束` : ''}`
  const copies = plan === plans.reject ? rows.filter((row) => isCopy(row, plan.moves)).length : 0
  return copies > 0 ? `，其中 ${copies} 篇是修订，已发布的原文继续在线` : ''
}

/** 「将通过 128 篇文章（《关于…》等）」 */
function questionText(plan: Plan, rows: readonly Article[]): string {
  const { says } = plan
  const first = rows.slice(0, 3).map(named).join('')
  const unfit = rows.filter((row) => moveFor(plan, row) === null).length
  const but = unfit > 0 ? `，其中 ${unfit} 篇当前状态不能${says}` : ''
  return `将${says} ${rows.length} 篇文章（${first}${rows.length > 3 ? '等' : ''}）${consequence(plan, rows)}${but}`
}

async function agreed(desk: Desk, plan: Plan, rows: readonly Article[]): Promise<boolean> {
  const n = rows.length
  // one article is passed at once, and a reason that was just given is as good as a yes
  if (n === 1 && !plan.destructive) return true
  const text = plan.destructive
    ? `确认删除选中的 ${n} 项吗？删除后可在回收站恢复`
    : `${questionText(plan, rows)}，是否继续？`
  const typed = n > manyItems ? String(n) : null
  return (await desk.ask(question(text, typed))) !== null
}

async function reasonFor(desk: Desk, plan: Plan, rows: readonly Article[]): Promise<string | null> {
  const [only] = rows
  const what = rows.length === 1 && only ? named(only) : ` ${rows.length} 篇文章`
  const presets = (plan.reasons ?? []).map((reason) => ({ value: reason, label: reason }))
  const answer = await desk.ask(pick(`${plan.says}${what}的理由${consequence(plan, rows)}`, presets, true))
  return answer?.pick ?? null
}

/** Where rows of a list go after a move: out of the view, or on with their new state. */
function follow(desk: Desk, rows: ReadonlyMap<string, Article>, move: MoveName, ids: readonly string[]): void {
  const { status } = desk.state.view.query
  const leaving: string[] = []
  const staying: Article[] = []
  for (const id of ids) {
    const row = rows.get(id)
    const next = row && target(move, stateFor(row, [move]))
    const stays = next !== 'deleted' && (status.length === 0 || status.includes(Number(next)))
    if (row && stays && next !== null) staying.push({ ...row, status: next as NewsStatus })
    else leaving.push(id)
  }
  if (staying.length > 0) desk.list({ type: 'patch', rows: staying })
  if (leaving.length > 0) desk.list({ type: 'remove', ids: leaving })
}

/** @param earlier what the same run has done before its failures are done again: one undo is for all */
async function perform(
  desk: Desk,
  name: PlanName,
  rows: readonly Article[],
  reason?: string,
  earlier: Undo | null = null,
): Promise<void> {
  const plan: Plan = plans[name]
  const { groups, refused } = sortOut(plan, rows)
  const known = new Map(rows.map((row) => [idOf(row), row]))
  desk.under.again = (ids) => {
    const some = ids.flatMap((id) => known.get(id) ?? [])
    return perform(desk, name, some, reason, desk.state.undo)
  }
  const names = new Map(rows.map((row) => [idOf(row), titleOf(row)]))
  const send = sender(desk.around.backend.article, reason)
  await workOff(desk, plan.says, groups, refused, names, send, (move, ids) => follow(desk, known, move, ids))
  finish(desk, plan, rows, earlier)
}

/** What the line under the list says of a run, and what its undo needs. */
function undoFor(desk: Desk, plan: Plan, rows: readonly Article[], done: readonly string[]): Undo {
  const { says } = plan
  const ids = new Set(done)
  const [row, ...others] = rows.filter((one) => ids.has(idOf(one)))
  return {
    says,
    text: row && others.length === 0 ? `${named(row)}已${says}` : `已${says} ${done.length} 篇`,
    ids: done,
    names: new Map(rows.map((one) => [idOf(one), titleOf(one)])),
    inverse: plan.destructive ? 'recycleRestore' : 'undo',
    until: plan.destructive ? null : desk.around.now() + undoMinutes * 60_000,
  }
}

/** Two parts of one act. */
function joined(first: Undo | null, then: Undo): Undo {
  if (!first) return then
  const ids = [...first.ids, ...then.ids]
  return { ...then, ids, names: new Map([...first.names, ...then.names]), text: `已${then.says} ${ids.length} 篇` }
}

/** Closes the panel of a run that left nothing to look at. @returns the one failure of a run about one article, which is a remark's matter */
function closeRun(desk: Desk): Failed | null {
  const { run } = desk.state
  if (!run) return null
  const [only] = run.failed
  const single = run.total === 1 && only !== undefined
  if (single || run.failed.length + run.left.length === 0) desk.set({ run: null })
  return single ? only : null
}

function finish(desk: Desk, plan: Plan, rows: readonly Article[], earlier: Undo | null): void {
  const { run } = desk.state
  if (!run) return
  const { done } = run
  if (done.length > 0) desk.set({ undo: joined(earlier, undoFor(desk, plan, rows, done)), notice: null })
  const failed = closeRun(desk)
  if (failed) desk.notice(`${plan.says}失败：${failed.errorMsg}`, true)
  // by page number, rows that have left pull unread ones into pages already read
  const again = done.length > 0 && (!byId(desk.state.view.sort) || rows.some((row) => row.review))
  begin(desk, () => (again ? reload(desk) : loadCounts(desk)))
}

/** Passes, rejects or deletes the marked articles, or the current one. */
export async function act(desk: Desk, name: PlanName): Promise<void> {
  if (desk.state.list.markAll) await readAll(desk)
  const rows = chosenRows(desk.state.list)
  const plan: Plan = plans[name]
  if (rows.length === 0) return
  let reason: string | undefined
  if (plan.reasons) {
    const given = await reasonFor(desk, plan, rows)
    if (given === null) return
    reason = given
  }
  if (await agreed(desk, plan, rows)) await perform(desk, name, rows, reason)
}

/** Does the failed ones of the last run again. */
export async function retryFailed(desk: Desk): Promise<void> {
  const { run } = desk.state
  if (run?.over) await desk.under.again?.([...run.failed.map((one) => one.id), ...run.left])
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
    () => undefined,
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
  if (done) await takeBack(desk, done, done.ids)
}
