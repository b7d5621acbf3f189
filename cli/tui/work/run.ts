import { chunkSize, chunksOf } from '../../../core/chunks.ts'
import { failedBy } from '../../../core/client/one-by-one.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { ApiError } from '../../../core/errors.ts'
import { unmentioned } from '../../bulk/run.ts'
import type { Desk } from '../desk.ts'
import type { Send } from '../kinds/kind.ts'
import { type Failed, newRun } from '../state/run.ts'
import { patient, Superseded } from './patient.ts'
import type { Group } from './plans.ts'

/** Small runs go in smaller steps than the server would take, so that they can be watched and stopped. */
const chunkMin = 10
const steps = 20

const stepSize = (total: number) => Math.min(chunkSize, Math.max(chunkMin, Math.ceil(total / steps)))

/** Sends one chunk under one name, so that a repeat after a lost answer does nothing twice. */
async function sendChunk<M>(desk: Desk, send: Send<M>, move: M, ids: readonly string[]): Promise<BulkResult> {
  const key = crypto.randomUUID()
  const still = () => desk.state.run?.stopping !== true
  let answer: BulkResult | null = null
  try {
    await patient(
      desk,
      async () => {
        answer = await send(move, ids, key)
      },
      still,
    )
  } catch (error) {
    if (error instanceof ApiError) return { done: [], failed: ids.map((id) => failedBy(id, error)) }
    // stopped meanwhile: what the server has done is done
    if (!(error instanceof Superseded) || answer === null) throw error
  }
  const result = answer as unknown as BulkResult
  return { done: result.done, failed: [...result.failed, ...unmentioned(ids, result)] }
}

const waitWhilePaused = async (desk: Desk) => {
  while (desk.state.run?.pausedAt !== null && desk.state.run && !desk.state.run.stopping && !desk.closed)
    await new Promise<void>((resolve) => {
      const end = desk.subscribe(() => {
        end()
        resolve()
      })
    })
}

/**
 * Works groups off chunk by chunk; the panel shows it. Pausing and stopping take hold between chunks.
 * @param onDone told of each chunk's done ids
 */
export async function workOff<M>(
  desk: Desk,
  says: string,
  groups: readonly Group<M>[],
  refused: readonly Failed[],
  names: ReadonlyMap<string, string>,
  send: Send<M>,
  onDone: (move: M, ids: readonly string[]) => void,
): Promise<void> {
  const total = [...groups.flatMap((group) => group.ids), ...refused.map((one) => one.id)]
  desk.set({ run: newRun(says, total, desk.around.now(), names) })
  if (refused.length > 0) desk.run({ type: 'chunk', done: [], failed: refused })
  const stopped = () => desk.closed || desk.state.run?.stopping !== false
  try {
    for (const { move, ids } of groups)
      for (const chunk of chunksOf(ids, stepSize(total.length))) {
        await waitWhilePaused(desk)
        if (stopped()) return
        const result = await sendChunk(desk, send, move, chunk)
        desk.run({ type: 'chunk', ...result })
        if (result.done.length > 0) onDone(move, result.done)
      }
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  } finally {
    desk.run({ type: 'over' })
  }
}

/** Closes the panel of a run that left nothing to look at. @returns the one failure of a run about one row, which is a remark's matter */
export function closeRun(desk: Desk): Failed | null {
  const { run } = desk.state
  if (!run) return null
  const [only] = run.failed
  const single = run.total === 1 && only !== undefined
  if (single || run.failed.length + run.left.length === 0) desk.set({ run: null })
  return single ? only : null
}
