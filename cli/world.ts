import type { Io } from './io.ts'

/** What a run is given of the world around it. */
export interface World {
  readonly io: Io
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly now: () => number
  readonly signal: AbortSignal
  readonly version: string
}
