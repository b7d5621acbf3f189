import type { Desk } from '../desk.ts'
import type { DeskState } from '../state/desk.ts'
import { idOf } from '../state/list.ts'
import { loadCounts } from './counts.ts'
import { begin, patient } from './patient.ts'
import { loadPiles } from './queues.ts'

/** A list that was left alone for so long is compared with the server, and then again after as long. */
export const idleMs = 60_000
const checkMs = 5000
/** So many of the last changed rows are looked through for new ones. */
const lookSize = 100

/** True while nothing is under way that a remark would disturb. */
const quiet = ({ dialog, login, run, list, loading, lost }: DeskState): boolean =>
  !dialog && !login && !run && list.marks.size === 0 && list.anchor === null && loading === 'none' && lost === null

/** Compares the list with the server; the list itself stays as it is. */
async function look(desk: Desk): Promise<void> {
  const { turn } = desk.under
  const { kind, view } = desk.state
  const still = () => turn === desk.under.turn && quiet(desk.state)
  const search = { ...kind.search(view.query, kind.freshest), pageSize: lookSize }
  const found = await patient(desk, () => kind.list(search), still)
  const { list } = desk.state
  const have = new Set(list.rows.map(idOf))
  // of a list that is not read to its end, rows not read yet can't be told from new ones
  const unknown = list.whole ? found.rows.filter((row) => !have.has(idOf(row))).length : 0
  const more = found.total - list.total
  const count = Math.max(unknown, more, 0)
  desk.set({ fresh: more === 0 && count === 0 ? null : { more, count } })
  await Promise.all([loadCounts(desk), loadPiles(desk)])
}

/** Looks at the server now and then while nobody presses a key. @returns how to stop it */
export function watchIdle(desk: Desk): () => void {
  let looked = desk.around.now()
  return desk.around.every(checkMs, () => {
    const now = desk.around.now()
    const { undo } = desk.state
    if (undo?.until != null && undo.until <= now) desk.set({ undo: null })
    if (desk.closed || now - Math.max(desk.pressedAt, looked) < idleMs || !quiet(desk.state)) return
    looked = now
    begin(desk, () => look(desk))
  })
}
