import { z } from 'zod'
import type { AreaName } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { ApiError } from '../../core/errors.ts'
import type { SheetColumn } from '../../core/sheet/columns.ts'
import { readAhead } from '../areas/article-texts.ts'
import type { Context } from '../context.ts'
import { rowsFor } from '../from-contract/rows.ts'
import { columnsOf, rowOf } from '../output/columns.ts'
import { refuseCut } from './columns.ts'

/** What a row says beyond its list: texts, and answers to them, which are read one by one. */
export interface Whole {
  readonly e: Endpoint
  readonly fields: readonly string[]
}

/** The texts that the call which reads one row has, and its list has not; null: none. */
export function wholeOf(name: AreaName, area: Area, list: Endpoint): Whole | null {
  const e = rowsFor(name, area, list).get
  if (!e) return null
  const listed = new Set(columnsOf(list.output).map(({ field }) => field))
  const fields = columnsOf(e.output)
    .filter((one) => !listed.has(one.field) && !one.words && !one.time && !one.right && !one.whole && !one.inside)
    .filter(({ title }) => !title.endsWith('编号'))
    .map(({ field }) => field)
  return fields.length > 0 ? { e, fields } : null
}

/** A list's row with these texts. */
export function wholeRow(list: Endpoint, { e, fields }: Whole): z.ZodObject {
  const { shape = {} } = rowOf(e.output)
  const texts = Object.fromEntries(fields.map((field) => [field, shape[field]]))
  return z.object({ ...(rowOf(list.output) as unknown as z.ZodObject).shape, ...texts } as never)
}

type Row = Readonly<Record<string, unknown>>

/** Rows with their texts; one that is gone meanwhile is left out. @param sheet a text that a cell would cut is refused */
export const withTexts = (ctx: Context, { e, fields }: Whole, columns: readonly SheetColumn[], sheet: boolean) =>
  async function* (rows: AsyncIterable<object>): AsyncGenerator<object> {
    const via = await ctx.transport()
    const shown = columns.filter(({ field }) => fields.includes(field))
    yield* readAhead(rows as AsyncIterable<Row>, async (row) => {
      try {
        const read = (await via.send(e, { id: row.id }, { signal: ctx.signal })) as Row
        for (const { field, title } of sheet ? shown : [])
          refuseCut(`编号 ${row.id} 的${title}`, String(read[field] ?? ''))
        return { ...row, ...Object.fromEntries(shown.map(({ field }) => [field, read[field]])) }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
        throw error
      }
    })
  }
