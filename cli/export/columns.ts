import type { z } from 'zod'
import { columnsFrom, type SheetColumn } from '../../core/sheet/columns.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { didYouMean } from '../suggest.ts'

/** The columns that `--fields` names, or the usual ones. */
export function sheetColumns(ctx: Context, row: z.ZodObject, usual: readonly string[]): SheetColumn[] {
  const fields = ctx.fields ?? usual
  const known = Object.keys(row.shape)
  const wrong = fields.find((field) => !known.includes(field))
  if (wrong !== undefined) throw usage(`没有字段 ${wrong}${didYouMean(wrong, known)}`, `可用字段：${known.join('、')}`)
  return columnsFrom(row, fields)
}
