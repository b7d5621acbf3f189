import type { z } from 'zod'
import { formatTime } from '../../core/domain/time.ts'
import type { Columns, Kind, Table } from '../db/table.ts'

const stringId = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** How each column kind is shown on the wire (docs/rules.md, On the wire). A `personal` column is never shown by itself. */
const shown: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  id: stringId,
  ref: stringId,
  text: (value) => value ?? null,
  int: (value) => value ?? null,
  flag: (value) => value ?? null,
  time: (value) => (value === null || value === undefined ? null : formatTime(value as number)),
  json: (value) => (value === null || value === undefined ? null : JSON.parse(value as string)),
  personal: () => null,
}

type Shown = Record<string, unknown>

/** A row of the contract: its fields by name. */
export type ReplyRow = z.ZodObject

/**
 * Makes what shows a table's rows: the fields that the contract's row names and no others, ids as strings, times as text; only columns that
 * the row has. Made once, for it runs for every row of every list. A field that is no column is for the area to fill in.
 * @param columns field of the reply → column, where the names differ
 */
export function presenterOf(
  table: Table<Columns>,
  reply: ReplyRow,
  columns: Readonly<Record<string, string>> = {},
): (row: Readonly<Shown>) => Shown {
  const steps = Object.keys(reply.shape).flatMap((name) => {
    const column = columns[name] ?? name
    const { kind } = table.columns[column] ?? {}
    return kind && kind !== 'personal' ? [{ column, name, show: shown[kind] }] : []
  })
  return (row) => {
    const out: Shown = {}
    for (const { column, name, show } of steps) {
      const value = row[column]
      if (value !== undefined) out[name] = show(value)
    }
    return out
  }
}
