import type { Table } from '../../db/table.ts'

/** A kind of thing that gathers articles of the site, with the rows that stand in it: articles, or texts of its own (docs/rules.md, Published things). */
export interface Place {
  /** What people call it. */
  readonly noun: string
  /** The table of what stands in it, and its column that names where. */
  readonly rows: Table
  readonly of: string
  /** So many may stand in one. */
  readonly most: number
}
