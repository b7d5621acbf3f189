import { ApiError } from '../../../core/errors.ts'
import type { Desk } from '../desk.ts'
import { patient } from './patient.ts'

/** Reads how many articles each state has; a back end that doesn't know the call goes without. */
export async function loadCounts(desk: Desk): Promise<void> {
  const { article } = desk.around.backend
  try {
    const { total, states } = await patient(desk, () => article.counts({}))
    desk.set({ counts: { total, states: new Map(states.map(({ status, count }) => [Number(status), count])) } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
