import { type contentModel as contract, modelFieldRow } from '../../../core/contract/contentModel.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { modelFieldsMax, typeWords } from '../../../core/domain/content-model.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { contentModel as modelTable, contentModelField as table } from '../../db/tables/contentModel.ts'
import { eachOf } from '../../rows/bulk.ts'
import { equal } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { arrange } from '../../rows/tree.ts'
import { type FieldRow, fieldsOf } from '../../site/model-fields.ts'
import { checked } from './checks.ts'

const logged = [
  ...(['contentModelId', 'fieldType', 'fieldTipsName', 'fieldFieldName', 'required', 'lines', 'maxLength'] as const),
  ...(['choices', 'minimum', 'maximum', 'unit', 'fieldDefault', 'hint', 'inList', 'state', 'sort'] as const),
] as const
const rows = rowsOf(table, {
  reply: modelFieldRow,
  logged,
  order: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
})
const models = rowsOf(modelTable, { reply: modelFieldRow as never, logged: [] })

const named = <R extends { id: string }>(row: R): R => ({ ...row, filedId: row.id })

/**
 * Before anything is read to change a model: whoever saves an article of it holds it as it is (server/areas/article/model-values.ts).
 * @throws Refused NOT_FOUND
 */
const holdModel = (ctx: Ctx, id: number) => models.need(ctx, id, { lock: true })

/** Pages of the site show the values of its fields: those of every column that has the model are looked at anew. */
async function touchModel(ctx: Ctx, modelId: number): Promise<void> {
  const columns = await ctx.db.selectFrom('column').select('id').where('contentModelId', '=', modelId).execute()
  if (columns.length === 0) return
  const touched = columns.map(({ id }) => ({ articleId: 0, columnId: id, at: ctx.now }))
  await ctx.db.insertInto('touched').values(touched).execute()
  ctx.after(() => ctx.parts.site.showTouched({ wait: false }))
}

/** One page of a model's fields. @throws Refused NOT_FOUND where there is no such model */
export async function listFields(ctx: Ctx, { contentModelId, ...paging }: Parsed<typeof contract.listForm>) {
  await models.need(ctx, contentModelId)
  const { list, ...page } = await rows.page(ctx, paging, ...equal('contentModelId', contentModelId))
  return { ...page, list: list.map(named) }
}

export const getField = async (ctx: Ctx, id: number) => named(await rows.get(ctx, id))

export async function addField(ctx: Ctx, { contentModelId, state = 1, ...given }: Parsed<typeof contract.saveForm>) {
  await holdModel(ctx, contentModelId)
  const there = await fieldsOf(ctx.db, [contentModelId])
  if (there.length >= modelFieldsMax)
    throw new Refused('BAD_STATE', `一个内容模型最多 ${modelFieldsMax} 个字段，不能再增加`)
  const sort = (there.at(-1)?.sort ?? 0) + 1
  const added = await rows.add(ctx, { contentModelId, state, sort, carried: 0, ...checked(given) } as never)
  await touchModel(ctx, contentModelId)
  return named(added)
}

/** What articles carry is found by its name, and read by its kind. */
function refuseOther(row: FieldRow, { fieldType, fieldFieldName }: Partial<Parsed<typeof contract.updateForm>>): void {
  if (row.carried !== 1) return
  const what =
    fieldFieldName !== undefined && fieldFieldName !== row.fieldFieldName
      ? `字段名（fieldFieldName）：「${row.fieldTipsName}」已有文章填写，字段名不能改`
      : fieldType !== undefined && fieldType !== row.fieldType
        ? `类型（fieldType）：「${row.fieldTipsName}」已有文章填写，不能由「${typeWords(row.fieldType)}」改为「${typeWords(fieldType)}」`
        : null
  if (what) throw new Refused('BAD_STATE', `${what}，请停用这个字段，另外增加一个`)
}

export async function changeField(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.updateForm>) {
  const { contentModelId } = await rows.need(ctx, id)
  await holdModel(ctx, contentModelId)
  const row = await rows.need(ctx, id, { lock: true })
  refuseOther(row, given)
  const { state = row.state, ...fields } = given
  const changed = await rows.change(ctx, id, { ...checked(fields, row), state } as never, version)
  if (changed.version !== row.version) await touchModel(ctx, contentModelId)
  return named(changed)
}

/** A field that no article has had goes; of another one the values stay, and it is asked for no more. */
export const removeField = (ctx: Ctx, { ids }: Parsed<typeof contract.deleteForm>) =>
  eachOf(ctx, ids, async (one, id) => {
    const { contentModelId } = await rows.need(one, id)
    await holdModel(one, contentModelId)
    const row = await rows.need(one, id, { lock: true })
    if (row.carried === 1) await rows.change(one, id, { state: 0 })
    else await rows.drop(one, id)
    await touchModel(one, contentModelId)
  })

/** Puts all fields of a model into an order. @throws Refused as `arrange` does */
export async function arrangeFields(ctx: Ctx, { contentModelId, fieldIds }: Parsed<typeof contract.arrange>) {
  await holdModel(ctx, contentModelId)
  const all = (await fieldsOf(ctx.db, [contentModelId])).map((row) => ({ ...row, parentId: 0 }))
  const order = { parentId: 0, ids: fieldIds, rows: all, within: '这个内容模型' }
  const moved = await arrange(ctx, table as never, order, (row, { sort }) => rows.write(ctx, row, { sort }))
  if (moved !== undefined) await touchModel(ctx, contentModelId)
  const now = await fieldsOf(ctx.db, [contentModelId])
  return (await rows.shown(ctx, now)).map(named)
}
