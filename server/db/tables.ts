import type { RowOf, Table } from './table.ts'

/** Every table by its name in the database; each file of `tables/` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

type ColumnsOf<T> = T extends Table<infer C> ? C : never
/** The database as Kysely sees it. */
export type Schema = { [T in keyof Tables]: RowOf<ColumnsOf<Tables[T]>> }
