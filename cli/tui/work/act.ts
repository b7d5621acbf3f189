import { articleStates, type MoveName } from '../../../core/domain/article-states.ts'
import type { NewsStatus } from '../../../core/domain/enums.ts'
import { type Article, isCopy, type MoveDetails, stateFor } from '../../areas/article-rows.ts'
import type { Desk } from '../desk.ts'
import { layoutOf, type Undo } from '../state/desk.ts'
import { pick } from '../state/dialogs.ts'
import { chosenRows, idOf } from '../state/list.ts'
import { stepped } from '../state/rows.ts'
import { byId } from '../state/views.ts'
import { counted, named, titleOf } from '../text/rows.ts'
import { yesFor } from './agree.ts'
import { loadCounts } from './counts.ts'
import { readAll, reload } from './load.ts'
import { begin } from './patient.ts'
import { moveFor, type Plan, type PlanName, plans, sortOut } from './plans.ts'
import { closeRun, workOff } from './run.ts'
import { sender } from './send.ts'
import { joined, undoFor } from './undo.ts'

/** What follows for what is online, where rejecting and taking down are to be told apart. */
function consequence(plan: Plan, rows: readonly Article[]): string {
  const ended = rows.filter((row) => row.review && plan === plans.takeDown).length
  if (plan === plans.takeDown) return `，网页随即从网站撤下${ended > 0 ? `，其中 ${ended} 篇的修订随之结束` : ''}`
  const copies = plan === plans.reject ? rows.filter((row) => isCopy(row, plan.moves)).length : 0
  return copies > 0 ? `，其中 ${copies} 篇是修订，已发布的原文继续在线` : ''
}

function questionText(plan: Plan, rows: readonly Article[]): string {
  const { says } = plan
  const unfit = rows.filter((row) => moveFor(plan, row) === null).length
  const but = unfit > 0 ? `，其中 ${unfit} 篇当前状态不能${says}` : ''
  return `将${says} ${counted(rows.map(titleOf))}${consequence(plan, rows)}${but}`
}

async function agreed(desk: Desk, plan: Plan, rows: readonly Article[]): Promise<boolean> {
  const n = rows.length
  // one article is passed at once, and a reason that was just given is as good as a yes
  if (n === 1 && !plan.destructive) return true
  const text = plan.destructive
    ? `确认删除选中的 ${n} 项吗？删除后可在回收站恢复`
    : `${questionText(plan, rows)}，是否继续？`
  return yesFor(desk, text, n)
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
    const next = row && articleStates.target(move, stateFor(row, [move]))
    const stays = next !== 'deleted' && (status.length === 0 || status.includes(Number(next)))
    if (row && stays && next !== null) staying.push({ ...stepped(row), status: next as NewsStatus })
    else leaving.push(id)
  }
  if (staying.length > 0) desk.list({ type: 'patch', rows: staying })
  if (leaving.length > 0) desk.list({ type: 'remove', ids: leaving })
}

/** The versions that articles were seen in: as the list has them, and the one whose text stands beside it as it was read. */
function versionsOf({ state }: Desk, rows: readonly Article[]): ReadonlyMap<string, number> {
  const { read } = state.preview
  const shown = layoutOf(state).previewWidth > 0 && rows.length === 1 ? read : null
  const seen = rows.map((row) => [idOf(row), shown && idOf(shown) === idOf(row) ? shown.version : row.version] as const)
  return new Map(seen.flatMap(([id, version]) => (version == null ? [] : [[id, version]])))
}

/** @param earlier what the same run has done before its failures are done again: one undo is for all */
async function perform(
  desk: Desk,
  name: PlanName,
  rows: readonly Article[],
  details: MoveDetails,
  earlier: Undo | null = null,
): Promise<void> {
  const plan: Plan = plans[name]
  const { groups, refused } = sortOut(plan, rows)
  const known = new Map(rows.map((row) => [idOf(row), row]))
  desk.under.again = (ids) => {
    const some = ids.flatMap((id) => known.get(id) ?? [])
    return perform(desk, name, some, details, desk.state.undo)
  }
  const names = new Map(rows.map((row) => [idOf(row), titleOf(row)]))
  const send = sender(desk.around.backend.article, details)
  await workOff(desk, plan.says, groups, refused, names, send, (move, ids) => follow(desk, known, move, ids))
  finish(desk, plan, rows, earlier)
}

function finish(desk: Desk, plan: Plan, rows: readonly Article[], earlier: Undo | null): void {
  const { run } = desk.state
  if (!run) return
  const { done } = run
  if (done.length > 0) desk.set({ undo: joined(earlier, undoFor(desk, plan, rows, done)), notice: null })
  const failed = closeRun(desk)
  if (failed) desk.notice(`${plan.says}失败：${failed.errorMsg}`, true)
  // by page number, rows that have left pull unread ones into pages already read
  const moved = done.length > 0 && (!byId(desk.state.view.sort) || rows.some((row) => row.review))
  // what somebody else has changed is to be seen before it is decided anew
  const again = moved || run.failed.some((one) => one.errorCode === 'STALE')
  begin(desk, () => (again ? reload(desk) : loadCounts(desk)))
}

/** Passes, rejects or deletes the marked articles, or the current one. */
export async function act(desk: Desk, name: PlanName): Promise<void> {
  if (desk.state.list.markAll) await readAll(desk)
  const rows = chosenRows(desk.state.list)
  const plan: Plan = plans[name]
  if (rows.length === 0) return
  // as they are now: the reason may take its time
  const versions = versionsOf(desk, rows)
  let reason: string | undefined
  if (plan.reasons) {
    const given = await reasonFor(desk, plan, rows)
    if (given === null) return
    reason = given
  }
  if (await agreed(desk, plan, rows)) await perform(desk, name, rows, { reason, versions })
}

/** Does the failed ones of the last run again. */
export async function retryFailed(desk: Desk): Promise<void> {
  const { run } = desk.state
  if (run?.over) await desk.under.again?.([...run.failed.map((one) => one.id), ...run.left])
}
