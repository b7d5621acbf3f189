import { isUndoable, undoMinutes } from '../../../core/domain/states.ts'
import { bulkSays } from '../../../core/text.ts'
import type { Desk } from '../desk.ts'
import { type Item, type Kind, moveFor, type Plan } from '../kinds/kind.ts'
import type { Undo } from '../state/desk.ts'
import { idOf } from '../state/list.ts'
import { stepped } from '../state/rows.ts'
import { counted, named } from '../text/rows.ts'
import { yesFor } from './agree.ts'
import { reload } from './load.ts'
import { closeRun, workOff } from './run.ts'

const several = (became: string, n: number, { unit }: Kind) => `${became} ${n} ${unit}`

/** What the line under the list says of a run, and what its undo needs. */
export function undoFor(desk: Desk, kind: Kind, plan: Plan, rows: readonly Item[], done: readonly string[]): Undo {
  const { says, became } = plan
  const ids = new Set(done)
  const [row, ...others] = rows.filter((one) => ids.has(idOf(one)))
  const inverse = plan.destructive ? 'restore' : 'undo'
  const { moves } = kind.states
  const back = plan.destructive || plan.moves.every((move) => !moves[move] || isUndoable(kind.states, moves[move]))
  return {
    kind,
    says,
    became,
    text: row && others.length === 0 ? `${named(kind, row)}${became}` : several(became, done.length, kind),
    ids: done,
    names: new Map(rows.map((one) => [idOf(one), kind.titleOf(one)])),
    by: new Map(rows.map((one) => [idOf(one), moveFor(kind, plan, one) ?? ''])),
    inverse: back && kind.takeBack[inverse] ? inverse : null,
    until: plan.destructive ? null : desk.around.now() + undoMinutes * 60_000,
  }
}

/** Two parts of one act. */
export function joined(first: Undo | null, then: Undo): Undo {
  if (!first || first.kind !== then.kind) return then
  const ids = [...first.ids, ...then.ids]
  return {
    ...then,
    ids,
    names: new Map([...first.names, ...then.names]),
    by: new Map([...first.by, ...then.by]),
    text: several(then.became, ids.length, then.kind),
  }
}

/** One row is taken back at once, as one is passed at once; of several, and of what somebody was told by it, it is asked what the act itself asked. */
async function undoAgreed(desk: Desk, done: Undo): Promise<boolean> {
  const { kind, says, ids, names } = done
  const told = ids.some((id) => kind.states.moves[done.by.get(id) ?? '']?.asks)
  if (ids.length === 1 && !told) return true
  const titles = ids.map((id) => names.get(id) ?? id)
  return yesFor(
    desk,
    `将撤销刚才${says}的 ${counted(kind, titles)}，${told ? '对方可能已经看到，' : ''}${kind.undoFollows(done, ids)}，是否继续？`,
    ids.length,
  )
}

function rowsOf({ state }: Desk, kind: Kind, ids: readonly string[]): readonly Item[] {
  if (state.kind !== kind) return []
  const wanted = new Set(ids)
  return state.list.rows.filter((row) => wanted.has(idOf(row)))
}

/** Takes some rows of the last act back, chunk by chunk as they were done. */
async function takeBack(desk: Desk, done: Undo, ids: readonly string[]): Promise<void> {
  const { kind, inverse, says, names } = done
  const call = inverse && kind.takeBack[inverse]
  if (!call) return
  desk.under.again = (some) => takeBack(desk, done, some)
  await workOff(
    desk,
    `撤销${says}`,
    [{ move: inverse, ids }],
    [],
    names,
    (_, chunk, requestKey) => call(chunk, requestKey),
    (_, some) => desk.list({ type: 'patch', rows: rowsOf(desk, kind, some).map(stepped) }),
  )
  const { run } = desk.state
  if (!run) return
  const { left } = run
  desk.set({ undo: left.length > 0 ? { ...done, ids: left, text: several(done.became, left.length, kind) } : null })
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
