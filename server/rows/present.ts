import { formatTime } from '../../core/domain/time.ts'
import type { Columns, Kind, Table } from '../db/table.ts'

const stringId = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** How each column kind is shown on the wire (design §3). A `personal` column is never shown by itself. */
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

/** A stored row as a reply shows it: ids as strings, times as text; only columns that the row has. */
export function presentRow(table: Table<Columns>, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(table.columns)) {
    if (column.kind === 'personal' || !(name in row)) continue
    out[name] = shown[column.kind](row[name])
  }
  return out
}
