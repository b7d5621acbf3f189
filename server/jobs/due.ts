import type { Selectable } from 'kysely'
import type { RowOf } from '../db/table.ts'
import type { schedule as table } from '../db/tables/jobs.ts'

/** When a work is due and how it went last, as its row has it. */
export type Due = Omit<Selectable<RowOf<typeof table.columns>>, 'id'>
export type Last = Pick<Due, 'lastAt' | 'lastMs' | 'lastState' | 'lastSays'>
