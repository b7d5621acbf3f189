import { fieldSchema } from '../../../core/contract/fields.ts'
import { defaultOf, fieldOf, isFilled, modelValuesMax } from '../../../core/domain/content-model.ts'
import { filesOfValues, type ModelValues, storedValues, valuesIn } from '../../../core/domain/model-values.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { type FieldRow, fieldsOf } from '../../site/model-fields.ts'

/** The fields of a column's model, and what it is called; null: the column has none. */
interface Model {
  readonly name: string
  readonly fields: readonly FieldRow[]
}

/** The model of a column; `hold`: on PostgreSQL nobody changes it before the transaction ends. */
export async function modelOf(ctx: Ctx, columnId: number, hold = false): Promise<Model | null> {
  const query = ctx.db
    .selectFrom('contentModel')
    .select(['id', 'cmName'])
    .where('id', '=', (eb) => eb.selectFrom('column').select('contentModelId').where('column.id', '=', columnId))
  const found = await (hold && ctx.dialect === 'postgres' ? query.forKeyShare() : query).executeTakeFirst()
  return found ? { name: found.cmName, fields: await fieldsOf(ctx.db, [found.id]) } : null
}

type Sent = Readonly<Record<string, unknown>>
type Value = ModelValues[string]

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
/** A refusal of what stands in one field, or does not. */
const refusedAt = ({ fieldTipsName, fieldFieldName: name }: FieldRow, says: string) =>
  new Refused('BAD_INPUT', `${fieldTipsName}（modelFields.${name}）：${says}`)

/** What was sent for a field, as it is kept; null: nothing. What the article carries already stays, though the field would not take it any more. @throws Refused */
function judged(field: FieldRow, value: unknown, was: Value | undefined): Value | null {
  if (!isFilled(field.fieldType)) {
    if (isEmpty(value) || same(value, defaultOf(field))) return null
    throw refusedAt(field, '由模型决定，不在文章中填写')
  }
  if (isEmpty(value)) return null
  const parsed = fieldSchema(fieldOf(field)).safeParse(typeof value === 'string' ? value.trim() : value)
  const now = parsed.success ? (parsed.data as Value) : value
  if (was !== undefined && same(now, was)) return was
  if (field.state === 0) throw refusedAt(field, '这个字段已停用，不能填写')
  if (parsed.success) return isEmpty(parsed.data) ? null : (parsed.data as Value)
  throw refusedAt(field, parsed.error.issues[0]?.message ?? '无效')
}

/** What was sent laid over what the article carries. @throws Refused BAD_INPUT naming what the model has not */
function laidOver(base: ModelValues, sent: Sent, model: Model | null): Record<string, Value> {
  const values: Record<string, Value> = { ...base }
  const unknown: string[] = []
  for (const [name, value] of Object.entries(sent)) {
    const field = model?.fields.find(({ fieldFieldName }) => fieldFieldName === name)
    const now = field ? judged(field, value, base[name]) : isEmpty(value) ? null : (base[name] ?? null)
    if (!field && !isEmpty(value) && !same(value, base[name])) unknown.push(name)
    if (now === null) delete values[name]
    else values[name] = now
  }
  if (unknown.length > 0)
    throw new Refused(
      'BAD_INPUT',
      model
        ? `模型字段（modelFields）：内容模型「${model.name}」没有字段 ${unknown.slice(0, 5).join('、')}`
        : `模型字段（modelFields）：所选栏目没有内容模型，不能填写 ${unknown.slice(0, 5).join('、')}`,
    )
  return values
}

/** By the model's order; what it does not know stands behind. */
function inOrder(values: Readonly<Record<string, Value>>, { fields }: Pick<Model, 'fields'>): ModelValues {
  const names = fields.map(({ fieldFieldName }) => fieldFieldName).filter((name) => Object.hasOwn(values, name))
  const known = new Set(names)
  const rest = Object.keys(values).filter((name) => !known.has(name))
  return Object.fromEntries([...names, ...rest].map((name) => [name, values[name] as Value]))
}

/** What must be there, and is not. */
const missingIn = (values: ModelValues, { fields }: Model): readonly FieldRow[] =>
  fields.filter(
    ({ required, state, fieldFieldName }) => required === 1 && state === 1 && isEmpty(values[fieldFieldName]),
  )

function refuseMissing(values: ModelValues, model: Model): void {
  const [first, ...more] = missingIn(values, model)
  if (!first) return
  const others = more.map(({ fieldTipsName }) => fieldTipsName).join('、')
  throw refusedAt(first, `必须填写后才能提交${others && `；还须填写：${others}`}`)
}

/**
 * Nothing goes online without what its column's model asks for: since it was submitted, that may ask for more.
 * @param columnId the column that it goes online in
 * @throws Refused BAD_STATE
 */
export async function refuseUnfilled(ctx: Ctx, columnId: number, values: () => Promise<string | null>): Promise<void> {
  const model = await modelOf(ctx, columnId)
  if (!model?.fields.some(({ required }) => required === 1)) return
  const missing = missingIn(valuesIn(await values()), model)
  if (missing.length === 0) return
  const names = missing.map(({ fieldTipsName }) => `「${fieldTipsName}」`).join('')
  throw new Refused('BAD_STATE', `内容模型「${model.name}」要求填写的${names}还空着，请补充后再发布，或退回`)
}

interface Given {
  /** The column that the article will be in. */
  readonly columnId: number
  /** What it carries. */
  readonly base: string | null
  readonly sent: Sent | null | undefined
  /** It goes to who audits it: what must be there is. */
  readonly needed: boolean
}

/**
 * What an article will have in the fields of its column's model, judged by that. What another column's model asked for stays for the way back.
 * @returns as it is stored
 * @throws Refused BAD_INPUT naming the field
 */
export async function modelValues(ctx: Ctx, { columnId, base, sent, needed }: Given): Promise<string | null> {
  const carried = valuesIn(base)
  const given = sent === null ? Object.fromEntries(Object.keys(carried).map((name) => [name, null])) : (sent ?? {})
  const model = await modelOf(ctx, columnId, true)
  const laid = laidOver(carried, given, model)
  const values = model ? inOrder(laid, model) : laid
  if (model && needed) refuseMissing(values, model)
  const stored = storedValues(values)
  if (stored !== null && stored.length > modelValuesMax)
    throw new Refused('BAD_INPUT', `模型字段（modelFields）：共不能超过 ${modelValuesMax} 个字`)
  await markCarried(ctx, model, values)
  return stored
}

/** From now on the names and kinds of these fields stay: articles, and their histories, are read by them. */
async function markCarried(ctx: Ctx, model: Model | null, values: ModelValues): Promise<void> {
  const first = (model?.fields ?? []).filter(
    ({ carried, fieldFieldName }) => carried === 0 && Object.hasOwn(values, fieldFieldName),
  )
  if (first.length === 0) return
  const ids = first.map(({ id }) => id)
  await ctx.db.updateTable('contentModelField').set({ carried: 1 }).where('id', 'in', ids).execute()
}

/** What stands in a form, finished or not, as far as it could be kept: what a field does not take is left out. */
export async function unsavedValues(ctx: Ctx, columnId: number, sent: Sent): Promise<string | null> {
  const { fields } = (await modelOf(ctx, columnId)) ?? { fields: [] }
  const values = fields.flatMap((field) => {
    const value = isFilled(field.fieldType) ? sent[field.fieldFieldName] : undefined
    const parsed = isEmpty(value) ? null : fieldSchema(fieldOf(field)).safeParse(value)
    return parsed?.success && !isEmpty(parsed.data) ? [[field.fieldFieldName, parsed.data as Value] as const] : []
  })
  return storedValues(Object.fromEntries(values))
}

/** The files that stand in an article's fields. */
export const modelFiles = (json: string | null | undefined): number[] => filesOfValues(valuesIn(json))
