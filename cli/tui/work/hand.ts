import type { AreaName } from '../../../core/contract/areas.ts'
import { references } from '../../../core/contract/references.ts'
import { withPaths } from '../../areas/reference-names.ts'
import type { Desk } from '../desk.ts'
import type { Handing } from '../kinds/kind.ts'
import { pick } from '../state/dialogs.ts'
import { currentRow, idOf } from '../state/list.ts'
import { reload } from './load.ts'
import { patient } from './patient.ts'

/** Moves the row under the cursor to what is chosen from a list, as a letter to the department that is to answer it. */
export async function handOn(desk: Desk, { move, field, title, says, of, send }: Handing): Promise<void> {
  const { kind, list } = desk.state
  const row = currentRow(list)
  if (!row) return
  const refused = kind.refusal(move, row)
  if (refused !== null) return desk.notice(refused, true)
  const { area, call } = references[of]
  const { calls } = await desk.around.backend.area(area as AreaName)
  const listed = (await patient(desk, async () => calls[call]?.({}))) as readonly object[]
  const options = [...withPaths(of, listed)].map(({ id, path }) => ({ value: id, label: path }))
  const answer = await desk.ask(pick(`${says}：选择${title}`, options))
  const chosen = options.find(({ value }) => value === answer?.pick)
  if (!chosen) return
  const version = row.version == null ? {} : { version: row.version }
  const key = crypto.randomUUID()
  await patient(desk, () => send({ id: idOf(row), [field]: chosen.value, ...version }, key), undefined, false)
  desk.set({ undo: null })
  const { became = '' } = kind.states.moves[move] ?? {}
  desk.notice(`${kind.quoted(row.title)}${became}：${chosen.label}`)
  await reload(desk)
}
