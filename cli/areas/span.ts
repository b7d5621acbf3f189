import type { Context } from '../context.ts'

/** `--since` and `--until` as fields of a search; what was not said is absent. */
export const spanOf = ({ since, until }: Context): { startTime?: string; endTime?: string } => ({
  ...(since !== undefined && { startTime: since }),
  ...(until !== undefined && { endTime: until }),
})
