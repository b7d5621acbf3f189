import type { z } from 'zod'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { masked } from '../../core/domain/personal.ts'
import { formatTime } from '../../core/domain/time.ts'
import type { Columns, Kind, Table } from '../db/table.ts'
import type { Secret } from '../secret.ts'

const stringId = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** How each column kind is shown on the wire (docs/rules.md, On the wire); what is personal is masked, and what is secret never leaves. */
const shown: Readonly<Record<Exclude<Kind, 'personal' | 'secret'>, (value: unknown) => unknown>> = {
  id: stringId,
  ref: stringId,
  text: (value) => value ?? null,
  int: (value) => value ?? null,
  flag: (value) => value ?? null,
  time: (value) => (value === null || value === undefined ? null : formatTime(value as number)),
  json: (value) => (value === null || value === undefined ? null : JSON.parse(value as string)),
}

type Show = (value: unknown, key: Secret | undefined) => unknown

/** @throws Error where the contract would send what must not leave */
function showing(table: Table<Columns>, column: string, schema: Shaped): Show | null {
  const { kind } = table.columns[column] ?? {}
  if (kind === undefined) return null
  const { masked: mask } = metaOf(schema)
  if (kind === 'secret' || (kind === 'personal') !== (mask !== undefined))
    throw new Error(`${table.name}.${column} 不能照原样答复`)
  if (kind !== 'personal' || mask === undefined) return shown[kind as keyof typeof shown]
  return (value, key) => (typeof value === 'string' && key ? masked(mask, key.decrypt(value)) : null)
}

type Shown = Record<string, unknown>

/** A row of the contract: its fields by name. */
export type ReplyRow = z.ZodObject

/**
 * Makes what shows a table's rows: the fields that the contract's row names and no others, ids as strings, times as text; only columns that
 * the row has. What is personal needs the key. Made once, for it runs for every row of every list. A field that is no column is for the area to fill in.
 * @param columns field of the reply → column, where the names differ
 */
export function presenterOf(
  table: Table<Columns>,
  reply: ReplyRow,
  columns: Readonly<Record<string, string>> = {},
): (row: Readonly<Shown>, key?: Secret) => Shown {
  const steps = Object.entries(reply.shape).flatMap(([name, schema]) => {
    const column = columns[name] ?? name
    const show = showing(table, column, schema as unknown as Shaped)
    return show ? [{ column, name, show }] : []
  })
  return (row, key) => {
    const out: Shown = {}
    for (const { column, name, show } of steps) {
      const value = row[column]
      if (value !== undefined) out[name] = show(value, key)
    }
    return out
  }
}
