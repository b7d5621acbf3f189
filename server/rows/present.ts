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

/**
 * Makes what shows a table's rows: ids as strings, times as text; only columns that the row has. Made once, for it runs for every row of every list.
 * @param names other names than the columns', in the reply
 * @param hidden columns that are not shown
 */
export function presenterOf(
  table: Table<Columns>,
  { names = {}, hidden = [] }: { names?: Readonly<Record<string, string>>; hidden?: readonly string[] } = {},
): (row: Readonly<Shown>) => Shown {
  const steps = Object.entries(table.columns)
    .filter(([column, { kind }]) => kind !== 'personal' && !hidden.includes(column))
    .map(([column, { kind }]) => ({ column, name: names[column] ?? column, show: shown[kind] }))
  return (row) => {
    const out: Shown = {}
    for (const { column, name, show } of steps) {
      const value = row[column]
      if (value !== undefined) out[name] = show(value)
    }
    return out
  }
}
