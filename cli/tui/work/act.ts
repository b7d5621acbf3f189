import type { Desk } from '../desk.ts'
import { countOf, type Item, type Kind, type MoveDetails, moveFor, type Plan, stateRefuses } from '../kinds/kind.ts'
import { layoutOf, type Undo } from '../state/desk.ts'
import { pick } from '../state/dialogs.ts'
import { chosenRows, idOf } from '../state/list.ts'
import { stepped } from '../state/rows.ts'
import { byId } from '../state/views.ts'
import { counted, named } from '../text/rows.ts'
import { yesFor } from './agree.ts'
import { loadCounts } from './counts.ts'
import { chooseFor } from './hand.ts'
import { readAll, reload } from './load.ts'
import { begin } from './patient.ts'
import { sortOut } from './plans.ts'
import { closeRun, workOff } from './run.ts'
import { joined, undoFor } from './undo.ts'

function questionText(kind: Kind, plan: Plan, rows: readonly Item[], reached: string): string {
  const { says } = plan
  const unfit = rows.filter((row) => moveFor(kind, plan, row) === null).length
  const but = unfit > 0 ? `，其中 ${unfit} ${kind.unit}当前状态不能${says}` : ''
  const [only] = rows
  const what =
    rows.length === 1 && only
      ? named(kind, only)
      : ` ${counted(
          kind,
          rows.map((row) => kind.titleOf(row)),
        )}`
  return `将${says}${what}${reached}${kind.consequence(plan, rows)}${but}`
}

async function agreed(desk: Desk, kind: Kind, plan: Plan, rows: readonly Item[]): Promise<boolean> {
  const n = rows.length
  // one row is passed at once, and a reason that was just given is as good as a yes
  if (n === 1 && !plan.destructive && !(plan.asks && !plan.reasons)) return true
  // for the question alone: what cannot be read is not counted; where nothing is to be read the question is there before the next key
  const reading = kind.reached?.(plan, rows)
  const reached = reading ? await reading.catch(() => '') : ''
  const text = plan.destructive
    ? `确认删除选中的 ${n} 项吗？${kind.takeBack.restore ? '删除后可在回收站恢复' : '删除后不能恢复'}`
    : `${questionText(kind, plan, rows, reached)}，是否继续？`
  return yesFor(desk, text, n)
}

async function reasonFor(desk: Desk, kind: Kind, plan: Plan, rows: readonly Item[]): Promise<string | null> {
  const [only] = rows
  const what = rows.length === 1 && only ? named(kind, only) : ` ${countOf(kind, rows.length)}`
  const presets = (plan.reasons ?? []).map((reason) => ({ value: reason, label: reason }))
  const answer = await desk.ask(pick(`${plan.says}${what}的理由${kind.consequence(plan, rows)}`, presets, true))
  return answer?.pick ?? null
}

/** Where rows of a list go after a move: out of the view, or on with their new state. */
function follow(desk: Desk, kind: Kind, rows: ReadonlyMap<string, Item>, move: string, ids: readonly string[]): void {
  // ids of one kind mean nothing in the list of another
  if (desk.state.kind !== kind) return
  const { status, reviewStep } = desk.state.view.query
  const leaving: string[] = []
  const staying: Item[] = []
  for (const id of ids) {
    const row = rows.get(id)
    const next = row && kind.states.target(move, kind.stateOf(row, [move]))
    // it goes on within its state, and out of what waits for this step
    const wentOn = reviewStep !== undefined && kind.stepped !== undefined
    const stays = next !== 'deleted' && !wentOn && (status.length === 0 || status.includes(Number(next)))
    if (row && stays && typeof next === 'number')
      staying.push({ ...stepped(kind.stepped?.(move, row) ?? row), status: next })
    else leaving.push(id)
  }
  if (staying.length > 0) desk.list({ type: 'patch', rows: staying })
  if (leaving.length > 0) desk.list({ type: 'remove', ids: leaving })
}

/** The versions that rows were seen in: as the list has them, and the one whose text stands beside it as it was read. */
function versionsOf({ state }: Desk, rows: readonly Item[]): ReadonlyMap<string, number> {
  const { read } = state.preview
  const shown = layoutOf(state).previewWidth > 0 && rows.length === 1 ? read : null
  const seen = rows.map((row) => [idOf(row), shown && idOf(shown) === idOf(row) ? shown.version : row.version] as const)
  return new Map(seen.flatMap(([id, version]) => (version == null ? [] : [[id, version]])))
}

/** @param earlier what the same run has done before its failures are done again: one undo is for all */
async function perform(
  desk: Desk,
  kind: Kind,
  plan: Plan,
  rows: readonly Item[],
  details: MoveDetails,
  earlier: Undo | null = null,
): Promise<void> {
  const { groups, refused } = sortOut(kind, plan, rows)
  const known = new Map(rows.map((row) => [idOf(row), row]))
  desk.under.again = (ids) => {
    const some = ids.flatMap((id) => known.get(id) ?? [])
    return perform(desk, kind, plan, some, details, desk.state.undo)
  }
  const names = new Map(rows.map((row) => [idOf(row), kind.titleOf(row)]))
  const send = kind.send(details)
  await workOff(desk, plan.says, groups, refused, names, send, (move, ids) => follow(desk, kind, known, move, ids))
  finish(desk, kind, plan, rows, earlier)
}

function finish(desk: Desk, kind: Kind, plan: Plan, rows: readonly Item[], earlier: Undo | null): void {
  const { run } = desk.state
  if (!run) return
  const { done } = run
  if (done.length > 0) {
    const undo = joined(earlier, undoFor(desk, kind, plan, rows, done))
    desk.set({ undo, notice: null })
    // what can't be taken back is told as a remark
    if (undo.inverse === null) desk.notice(undo.text)
  }
  const failed = closeRun(desk)
  if (failed) desk.notice(`${plan.says}失败：${failed.errorMsg}`, true)
  // by page number, rows that have left pull unread ones into pages already read; who has them now stands in their columns
  const moved =
    done.length > 0 && (plan.handing !== undefined || !byId(kind, desk.state.view.sort) || kind.unsettles(rows))
  // what somebody else has changed is to be seen before it is decided anew
  const again = moved || run.failed.some((one) => one.errorCode === 'STALE')
  begin(desk, () => (again ? reload(desk) : loadCounts(desk)))
}

/** Makes a plan's moves with the marked rows, or the current one. */
export async function act(desk: Desk, plan: Plan): Promise<void> {
  const { kind } = desk.state
  if (desk.state.list.markAll) await readAll(desk)
  const rows = chosenRows(desk.state.list)
  if (rows.length === 0 || desk.state.kind !== kind) return
  // what was still being read may all be in other states
  const [first] = rows
  if (first && rows.every((row) => moveFor(kind, plan, row) === null))
    return desk.notice(
      rows.length === 1
        ? stateRefuses(kind, plan, first)
        : `勾选的 ${rows.length} ${kind.unit}当前状态都不能${plan.says}`,
      true,
    )
  // as they are now: the reason may take its time
  const versions = versionsOf(desk, rows)
  let reason: string | undefined
  if (plan.reasons) {
    const given = await reasonFor(desk, kind, plan, rows)
    if (given === null) return
    reason = given
  }
  const handed = plan.handing && (await chooseFor(desk, plan, rows))
  if (handed === null) return
  const { made = plan, ...rest } = handed ?? {}
  if (await agreed(desk, kind, made, rows)) await perform(desk, kind, made, rows, { reason, versions, ...rest })
}

/** Does the failed ones of the last run again. */
export async function retryFailed(desk: Desk): Promise<void> {
  const { run } = desk.state
  if (run?.over) await desk.under.again?.([...run.failed.map((one) => one.id), ...run.left])
}
