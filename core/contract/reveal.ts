import { z } from 'zod'
import { type DataScope, dataScopes } from '../domain/enums.ts'

/** What a change of rights would reveal: who may newly do or see what. A rehearsal of such a change answers it beside the value (docs/decisions/0012-dry-run.md). */

const keys = z.array(z.object({ key: z.string(), says: z.string(), people: z.number() }))

const rows = z.object({
  table: z.string(),
  says: z.string(),
  unit: z.string(),
  /** How many people it concerns; `atLeast`: not everybody was looked at. */
  people: z.number(),
  atLeast: z.boolean(),
  /** Whom most: a name, or that of their department; how many rows, and the newest of these. */
  who: z.string(),
  n: z.number(),
  /** There are more than were counted. */
  more: z.boolean(),
  titles: z.array(z.string()),
})

/** Columns by what is done in them; `n` in all, of which some are told: those of most people first. */
const columns = z.array(
  z.object({
    /** 写文章、改文章 … */
    says: z.string(),
    n: z.number(),
    some: z.array(
      z.object({
        /** '0' stands for all of them, '' for those to come. */
        column: z.string(),
        title: z.string(),
        people: z.number(),
        /** Some of these, whom the caller may see. */
        names: z.array(z.string()),
      }),
    ),
  }),
)
const dataScope = z.enum(Object.keys(dataScopes) as [DataScope, ...DataScope[]])

export const revealed = z.object({
  people: z.number(),
  /** Some of them, whom the caller may see. */
  names: z.array(z.string()),
  gains: keys,
  losses: keys,
  /** Columns in which people may newly write or judge. */
  columnGains: columns.optional(),
  /** Columns in which they may no longer, or whose articles they see no more. */
  columnLosses: columns.optional(),
  /** Rights that people keep, for fewer rows: from which data scope to which; `n` in all, of which some are told. */
  narrowed: z
    .array(
      z.object({
        from: dataScope,
        to: dataScope,
        people: z.number(),
        n: z.number(),
        rights: z.array(z.string()),
      }),
    )
    .optional(),
  /** From where alone people may sign in from now on; '' for from anywhere again. */
  places: z
    .array(
      z.object({
        nets: z.string(),
        people: z.number(),
        /** Of them, those who are signed in now from elsewhere. */
        out: z.number().optional(),
      }),
    )
    .optional(),
  /** What people must do from now on to get in, or need no longer: `n` of them have it still before them, or nothing else that is asked for. */
  demands: z
    .array(
      z.object({
        demand: z.enum(['factor', 'password', 'phone']),
        people: z.number(),
        n: z.number(),
        /** Of these `n`, those who are signed in and out by it at once; whether the caller is one of them. */
        out: z.number().optional(),
        self: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Script tokens that end by it for good; some of them by name, of people whom the caller may see. */
  tokens: z.object({ n: z.number(), names: z.array(z.string()) }).optional(),
  /** Rows that come into sight, by their tables. */
  rows: z.array(rows),
  /** Rows that were seen before, which people may do more with by rights that they had before, by their tables. */
  farther: z.array(rows.extend({ doings: z.array(z.string()) })).optional(),
})
export type Revealed = z.infer<typeof revealed>
