import type { z } from 'zod'
import { cellMax, columnsFrom, type SheetColumn, unevaluated } from '../../core/sheet/columns.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { didYouMean } from '../suggest.ts'

/** The columns that `--fields` names, or the usual ones. */
export function sheetColumns(ctx: Context, row: z.ZodObject, usual: readonly string[]): SheetColumn[] {
  const fields = ctx.fields ?? usual
  const known = Object.keys(row.shape)
  const wrong = fields.find((field) => !known.includes(field))
  if (wrong !== undefined) throw usage(`没有字段 ${wrong}${didYouMean(wrong, known)}`, `可用字段：${known.join('、')}`)
  return columnsFrom(row, fields)
}

/** A text that a cell would cut is no copy of it. @param what whose text it is @throws CliError */
export function refuseCut(what: string, text: string): void {
  const { length } = unevaluated(text)
  if (length > cellMax)
    throw new CliError(exit.refused, `${what}有 ${length} 个字符，超出电子表格一格的上限 ${cellMax}`, {
      hint: '改用 .csv 或 .jsonl',
    })
}
