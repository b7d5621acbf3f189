import type { Io } from './io.ts'

/** An item of a run that failed, with its reason. */
export interface FailedItem {
  readonly id: string
  readonly errorCode: string
  readonly errorMsg: string
}

/** What a run is given of the world around it. */
export interface World {
  readonly io: Io
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly now: () => number
  readonly signal: AbortSignal
  /** Aborted when a stop is asked for again: what is under way is not waited for. */
  readonly hurry?: AbortSignal
  readonly version: string
  /** Nobody is there to answer, whatever terminal it was started from: a job's steps. */
  readonly unattended?: true
  /** Is told which items failed: a job's report names them, and nobody reads its steps' stdout. */
  readonly onFailed?: (items: readonly FailedItem[]) => void
  /** Is told that a check was made and found something: its exit code is then no failure, and a job goes on. */
  readonly onFound?: () => void
}

/** The exit code of a check that found something. */
export function foundBy<C>({ onFound }: World, code: C): C {
  onFound?.()
  return code
}
