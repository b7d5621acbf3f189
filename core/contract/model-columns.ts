import { z } from 'zod'
import { fieldOf, isFilled, type ModelField } from '../domain/content-model.ts'
import { type FieldValue, fieldWords } from '../domain/fields.ts'
import { words } from './shared.ts'

/** The fields of a column's model as columns of a list of its articles: in the console, in sheets and on the command line. */

/** How a list names the column of a field. */
const start = 'modelFields.'
export const modelColumn = ({ fieldFieldName }: Pick<ModelField, 'fieldFieldName'>): string =>
  `${start}${fieldFieldName}`

/** Those of some fields of which articles have values. */
export const filledFields = <F extends ModelField>(fields: readonly F[]): F[] =>
  fields.filter(({ fieldType }) => isFilled(Number(fieldType)))

const titleOf = ({ fieldTipsName, unit }: ModelField) => (unit ? `${fieldTipsName}（${unit}）` : fieldTipsName)

/** A list's row with a column for each of these fields. */
export const withModelColumns = (row: z.ZodObject, fields: readonly ModelField[]): z.ZodObject =>
  z.looseObject({
    ...row.shape,
    ...Object.fromEntries(fields.map((field) => [modelColumn(field), words(titleOf(field))])),
  }) as never

/** What is asked of the call for such columns. */
export const askedFields = (fields: readonly string[]): string[] => [
  ...new Set(fields.map((field) => (field.startsWith(start) ? 'modelFields' : field))),
]

type Values = Readonly<Record<string, FieldValue>> | null | undefined

/** A row with its values in the columns, in words; a unit stands in the heading. */
export function withModelWords<R extends { readonly modelFields?: unknown }>(row: R, fields: readonly ModelField[]): R {
  const values = row.modelFields as Values
  return {
    ...row,
    ...Object.fromEntries(
      fields.map((field) => {
        const value = values?.[field.fieldFieldName]
        return [
          modelColumn(field),
          value === undefined ? null : fieldWords({ ...fieldOf(field), unit: null } as never, value),
        ]
      }),
    ),
  }
}
