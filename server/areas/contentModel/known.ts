import type { Kysely, Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import type { contentModelField } from '../../db/tables/contentModel.ts'
import type { Schema } from '../../db/tables.ts'

export type FieldRow = Selectable<RowOf<typeof contentModelField.columns>>

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

/** The fields of the models that some columns have, by column: a column without a model is missing. */
export async function fieldsByColumn(
  db: Kysely<Schema>,
  columnIds: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, readonly FieldRow[]>> {
  const ids = [...new Set(columnIds)].filter((id): id is number => typeof id === 'number')
  const columns =
    ids.length === 0
      ? []
      : await db
          .selectFrom('column')
          .select(['id', 'contentModelId'])
          .where('id', 'in', ids)
          .where('contentModelId', 'is not', null)
          .execute()
  const modelIds = [...new Set(columns.map(({ contentModelId }) => contentModelId as number))]
  const fields = modelIds.length === 0 ? [] : await fieldsOf(db, modelIds)
  const byModel = Map.groupBy(fields, ({ contentModelId }) => contentModelId)
  return new Map(columns.map(({ id, contentModelId }) => [id, byModel.get(contentModelId as number) ?? []]))
}

/** Whether an article has, or had, a value of one of a model's fields. */
export const hasCarried = async ({ db }: Ctx, modelId: number): Promise<boolean> => {
  const fields = db.selectFrom('contentModelField').select('id').where('contentModelId', '=', modelId)
  return (await fields.where('carried', '=', 1).executeTakeFirst()) !== undefined
}
