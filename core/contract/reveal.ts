import { z } from 'zod'

/** What a change of rights would reveal: who may newly do or see what. A rehearsal of such a change answers it beside the value (docs/decisions/0012-dry-run.md). */

const keys = z.array(z.object({ key: z.string(), says: z.string(), people: z.number() }))
export const revealed = z.object({
  people: z.number(),
  /** Some of them, whom the caller may see. */
  names: z.array(z.string()),
  gains: keys,
  losses: keys,
  /** Rows that come into sight: as one of the people sees them, of those whom it concerns alike. */
  rows: z.array(
    z.object({
      /** Whose sight: a name, or a department. */
      who: z.string(),
      people: z.number(),
      table: z.string(),
      says: z.string(),
      unit: z.string(),
      n: z.number(),
      /** There are more than were counted. */
      more: z.boolean(),
      titles: z.array(z.string()),
    }),
  ),
})
export type Revealed = z.infer<typeof revealed>
