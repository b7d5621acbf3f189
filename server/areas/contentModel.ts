import { contentModel as contract, modelRow } from '../../core/contract/contentModel.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611252226-content-model.ts'
import { contentModel as table } from '../db/tables/contentModel.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { like } from '../rows/condition.ts'
import type { PageOf } from '../rows/list.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { addField, arrangeFields, changeField, getField, listFields, removeField } from './contentModel/fields.ts'
import { hasCarried } from './contentModel/known.ts'

/** How the area's tables came to be. */
export const migrations = { '202611252226-content-model': made }
export const demo = () => import('../demo/contentModel.ts')

const rows = rowsOf(table, { reply: modelRow, logged: ['cmName', 'cmTableName', 'cmDescrip'] })

/** The specification calls a model's id by a name of its own. */
const named = <R extends { id: string }>(row: R): R => ({ ...row, cmId: row.id })
const namedPage = <R extends { id: string }>({ list, ...page }: PageOf<R>) => ({ ...page, list: list.map(named) })
const list = rows.list<typeof contract.list>({ cmName: like, cmTableName: like })

/** What articles carry would lose its labels. */
async function refuseCarried(ctx: Ctx, { id, cmName }: { id: number; cmName: string }): Promise<void> {
  if (await hasCarried(ctx, id))
    throw new Refused(
      'BAD_STATE',
      `内容模型「${cmName}」的字段已有文章填写，不能删除：不再使用的，请在「栏目管理」中让栏目改用别的模型`,
    )
}

export const contentModel = implement(contract, {
  list: async (ctx, input) => namedPage(await list(ctx, input)),
  options: async ({ db }) => {
    const found = await db.selectFrom('contentModel').select(['id', 'cmName', 'cmTableName']).orderBy('id').execute()
    return found.map(({ id, cmName, cmTableName }) => ({ id: String(id), name: cmName, key: cmTableName }))
  },
  getById: async (ctx, { id }) => named(await rows.get(ctx, id)),
  checkcmTableNameExist: async ({ db }, { cmTableName }) => {
    const there = db.selectFrom('contentModel').select('id').where('cmTableName', '=', cmTableName.trim())
    return (await there.executeTakeFirst()) !== undefined
  },
  save: async (ctx, { cmDescrip = null, ...given }) =>
    named(await rows.add(ctx, { ...given, cmDescrip: cmDescrip || null })),
  update: async (ctx, { id, version, cmDescrip, ...given }) =>
    named(
      await rows.change(
        ctx,
        id,
        { ...given, ...(cmDescrip !== undefined && { cmDescrip: cmDescrip || null }) },
        version,
      ),
    ),
  delete: ownTransactions(
    (ctx: Ctx, { ids }: { ids: number[] }): Promise<BulkResult> => rows.remove(ctx, ids, refuseCarried),
  ),
  listForm: listFields,
  getFromById: (ctx, { id }) => getField(ctx, id),
  saveForm: addField,
  updateForm: changeField,
  deleteForm: ownTransactions(removeField),
  arrange: arrangeFields,
})
