import { ApiError } from '../../../core/errors.ts'
import type { Desk } from '../desk.ts'
import { patient } from './patient.ts'

/** Reads how many rows each state has; a back end that doesn't know the call goes without. */
export async function loadCounts(desk: Desk): Promise<void> {
  const { kind } = desk.state
  try {
    const counts = await patient(desk, () => kind.counts())
    if (desk.state.kind === kind) desk.set({ counts })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
