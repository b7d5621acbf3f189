import type { Ctx } from '../../context.ts'

/** Whether an article has, or had, a value of one of a model's fields. */
export const hasCarried = async ({ db }: Ctx, modelId: number): Promise<boolean> => {
  const fields = db.selectFrom('contentModelField').select('id').where('contentModelId', '=', modelId)
  return (await fields.where('carried', '=', 1).executeTakeFirst()) !== undefined
}
