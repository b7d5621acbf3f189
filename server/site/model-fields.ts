import type { Kysely, Selectable } from 'kysely'
import { choicesIn, defaultOf, fieldOf } from '../../core/domain/content-model.ts'
import { fieldWords } from '../../core/domain/fields.ts'
import { filesOfValues, valuesIn } from '../../core/domain/model-values.ts'
import type { Reader } from '../db/open.ts'
import type { RowOf } from '../db/table.ts'
import type { contentModelField } from '../db/tables/contentModel.ts'
import type { Schema } from '../db/tables.ts'

/** The fields of content models, and what articles show of them. */

export type FieldRow = Selectable<RowOf<typeof contentModelField.columns>>
/** By column: a column without a model is missing. */
export type FieldsByColumn = ReadonlyMap<number, readonly FieldRow[]>

/** The fields of some models, in their order: those that are stopped too. */
export const fieldsOf = (db: Kysely<Schema>, modelIds: readonly number[]): Promise<FieldRow[]> =>
  db
    .selectFrom('contentModelField')
    .selectAll()
    .where('contentModelId', 'in', [...modelIds])
    .orderBy('contentModelId')
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** The fields of the models that some columns have. @param columnIds none: all that have one */
export async function fieldsByColumn(
  db: Kysely<Schema>,
  columnIds?: readonly (number | null | undefined)[],
): Promise<FieldsByColumn> {
  const ids = [...new Set(columnIds)].filter((id): id is number => typeof id === 'number')
  if (columnIds && ids.length === 0) return new Map()
  const all = db.selectFrom('column').select(['id', 'contentModelId']).where('contentModelId', 'is not', null)
  const columns = await (columnIds ? all.where('id', 'in', ids) : all).execute()
  const modelIds = [...new Set(columns.map(({ contentModelId }) => contentModelId as number))]
  const fields = modelIds.length === 0 ? [] : await fieldsOf(db, modelIds)
  const byModel = Map.groupBy(fields, ({ contentModelId }) => contentModelId)
  return new Map(columns.map(({ id, contentModelId }) => [id, byModel.get(contentModelId as number) ?? []]))
}

/** The fields with choices by which visitors narrow a column, each with its words; one that is stopped offers none. */
export const choicesOf = (fields: readonly FieldRow[]) =>
  fields
    .filter(({ fieldType, state }) => (fieldType === several || fieldType === onlyOne) && state === 1)
    .map(({ fieldTipsName: title, choices }) => ({ title, words: choicesIn(choices) }))
const several = 2
const onlyOne = 3

/** The kinds whose values stand in words above the text; files stand among the attachments. */
const inWords: readonly number[] = [1, 2, 3, 5]
const hidden = 6
const files = 4

/** What visitors are shown of an article's fields, in the model's order: each under its label. */
export function shownFields(fields: readonly FieldRow[], json: string | null) {
  const values = valuesIn(json)
  return fields.flatMap((field) => {
    const { fieldType, fieldFieldName: name, fieldTipsName: title } = field
    const value = inWords.includes(fieldType) ? values[name] : undefined
    // of a field of this name in another column's model
    const isFile = value !== undefined && filesOfValues({ [name]: value }).length > 0
    return value === undefined || isFile
      ? []
      : [{ name, title, words: fieldWords(fieldOf(field), value as string | string[]) }]
  })
}

/** What the fields of an article call the files in them, by these files' ids. */
export const fileLabels = (fields: readonly FieldRow[], json: string | null): ReadonlyMap<number, string> => {
  const values = valuesIn(json)
  return new Map(
    fields
      .filter(({ fieldType, fieldFieldName }) => fieldType === files && Object.hasOwn(values, fieldFieldName))
      .flatMap(({ fieldFieldName: name, fieldTipsName }) =>
        filesOfValues({ [name]: values[name] as string }).map((id) => [id, fieldTipsName] as const),
      ),
  )
}

/** The same by the fields' names, with what hidden fields have for every article: for templates. */
export const fieldsByName = (fields: readonly FieldRow[], json: string | null): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    fields
      .filter(({ fieldType }) => fieldType === hidden)
      .map((field) => [field.fieldFieldName, String(defaultOf(field) ?? '')]),
  ),
  ...Object.fromEntries(shownFields(fields, json).map(({ name, words }) => [name, words])),
})

interface Listed {
  readonly columnId: number
  readonly files: string | null
  readonly modelFields: string | null
}

/** Lists of the attachments of some articles: their own, and behind them those in the fields of their column's model. */
export async function fileLists(
  { read }: Pick<Reader, 'read'>,
  rows: readonly Listed[],
): Promise<(row: Listed) => string | null> {
  // most have none, and then nothing is asked
  const some = rows.filter(({ modelFields }) => modelFields?.includes('['))
  if (some.length === 0) return (row) => row.files
  const fields = await fieldsByColumn(
    read,
    some.map(({ columnId }) => columnId),
  )
  return ({ columnId, files: own, modelFields }) => {
    const values = valuesIn(modelFields)
    const ids = (fields.get(columnId) ?? [])
      .filter(({ fieldType, fieldFieldName }) => fieldType === files && Object.hasOwn(values, fieldFieldName))
      .flatMap(({ fieldFieldName: name }) => filesOfValues({ [name]: values[name] as string }))
    return [...(own ? [own] : []), ...ids].join(',') || null
  }
}
