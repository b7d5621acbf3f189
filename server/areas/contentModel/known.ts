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

/** Whether an article has, or had, a value of one of a model's fields. */
export const hasCarried = async ({ db }: Ctx, modelId: number): Promise<boolean> => {
  const fields = db.selectFrom('contentModelField').select('id').where('contentModelId', '=', modelId)
  return (await fields.where('carried', '=', 1).executeTakeFirst()) !== undefined
}
