import { ApiError } from '../../../core/errors.ts'
import type { Desk } from '../desk.ts'
import { patient } from './patient.ts'

/** Reads how many articles wait for the person; a back end that doesn't know the call goes without. */
export async function loadWaiting(desk: Desk): Promise<void> {
  const { article } = desk.around.backend
  try {
    const { toAccept, toApprove, rejected } = await patient(desk, () => article.waiting({}))
    desk.set({ waiting: { toAccept, toApprove, rejected } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
