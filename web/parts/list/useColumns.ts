import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { columnsFrom, type SheetColumn } from '../../../core/sheet/columns.ts'
import { keep, kept } from '../store.ts'
import type { Column } from './types.ts'

interface Settings {
  readonly hidden: readonly string[]
  readonly order: readonly string[]
}
const kind = 'columns'

/** A column with what the contract says of its field. */
export interface FullColumn<R> extends Column<R> {
  readonly sheet: SheetColumn
}

function full<R>(columns: readonly Column<R>[], row: z.ZodType): FullColumn<R>[] {
  const sheets = columnsFrom(
    row,
    columns.map((column) => column.field),
  )
  return columns.map((column, i) => {
    const sheet = sheets[i] as SheetColumn
    return { ...column, sheet: { ...sheet, title: column.title ?? sheet.title } }
  })
}

/** Columns as this user has put them; one that was not there then stands behind the one before it. */
function arranged<R>({ order }: Settings, columns: readonly FullColumn<R>[]): FullColumn<R>[] {
  let last = -1
  const placed = columns.map((column) => {
    const at = order.indexOf(column.field)
    last = at < 0 ? last : at
    return { column, at: last }
  })
  return placed.sort((a, b) => a.at - b.at).map(({ column }) => column)
}

/** A list's columns as this user has arranged them. */
export function useColumns<R>(list: string, columns: readonly Column<R>[], row: z.ZodType) {
  const usual: Settings = {
    hidden: columns.filter((column) => column.hidden).map((column) => column.field),
    order: columns.map((column) => column.field),
  }
  const [settings, setSettings] = useState<Settings>(() => kept<Settings>(kind, list) ?? usual)
  // the same objects as long as the declaration stands: a cell whose column has not changed is not drawn again
  const declared = useMemo(() => full(columns, row), [columns, row])
  const all = useMemo(() => arranged(settings, declared), [declared, settings])
  const shown = useMemo(() => all.filter((column) => !settings.hidden.includes(column.field)), [all, settings])
  const change = (next: Settings) => {
    setSettings(next)
    keep(kind, list, next)
  }
  return {
    all,
    shown,
    isHidden: (field: string) => settings.hidden.includes(field),
    toggle(field: string) {
      const { hidden } = settings
      change({ ...settings, hidden: hidden.includes(field) ? hidden.filter((f) => f !== field) : [...hidden, field] })
    },
    move(field: string, by: 1 | -1) {
      const order = all.map((column) => column.field as string)
      const at = order.indexOf(field)
      const [other] = order.splice(at + by, 1, field)
      if (other !== undefined) order[at] = other
      change({ ...settings, order })
    },
    reset: () => change(usual),
  }
}
export type Columns<R> = ReturnType<typeof useColumns<R>>
