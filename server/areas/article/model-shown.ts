import { defaultOf, fieldOf, isFilled } from '../../../core/domain/content-model.ts'
import { fieldWords } from '../../../core/domain/fields.ts'
import { filesOfValues, type ModelValues, valuesIn } from '../../../core/domain/model-values.ts'
import type { Ctx } from '../../context.ts'
import { filesIn, type ShownFile } from '../../rows/files.ts'
import { type FieldRow, fieldsByColumn } from '../../site/model-fields.ts'
import { modelFiles } from './model-values.ts'
import type { ArticleRow } from './show.ts'

/** A value as replies show it: files as such. */
type ShownValue = string | readonly string[] | readonly ShownFile[]
export type ShownValues = Readonly<Record<string, ShownValue>>
type FilesOf = Awaited<ReturnType<typeof filesIn>>

/** The files that stand in the fields of some articles, to be asked for by their ids. */
export const filesOfModels = (ctx: Pick<Ctx, 'db'>, values: readonly (string | null | undefined)[]): Promise<FilesOf> =>
  filesIn(
    ctx,
    values.map((json) => modelFiles(json).join(',')),
  )

const shownValue = (value: ModelValues[string], filesOf: FilesOf): ShownValue =>
  filesOfValues({ value }).length > 0 ? filesOf((value as readonly number[]).join(',')) : (value as string)

/** Of the values of an article those that its column's model knows, in its order. What another column's asked for is not seen. */
export function knownValues(fields: readonly FieldRow[], json: string | null, filesOf: FilesOf): ShownValues {
  const values = valuesIn(json)
  return Object.fromEntries(
    fields.flatMap(({ fieldType, fieldFieldName: name }) => {
      const value = isFilled(fieldType) && Object.hasOwn(values, name) ? values[name] : undefined
      return value === undefined ? [] : [[name, shownValue(value, filesOf)]]
    }),
  )
}

type Modelled = Pick<Partial<ArticleRow>, 'columnId' | 'modelFields'>

/** What articles have in the fields of their columns' models; most have nothing, and then nothing is asked. */
export async function shownModels(ctx: Ctx, rows: readonly Modelled[]): Promise<(row: Modelled) => ShownValues | null> {
  const some = rows.filter(({ modelFields }) => modelFields)
  if (some.length === 0) return () => null
  const fields = await fieldsByColumn(
    ctx.db,
    some.map(({ columnId }) => columnId),
  )
  const filesOf = await filesOfModels(
    ctx,
    some.map(({ modelFields }) => modelFields),
  )
  return ({ columnId, modelFields }) => {
    const of = modelFields ? fields.get(columnId ?? 0) : undefined
    return of ? knownValues(of, modelFields ?? null, filesOf) : null
  }
}

/** What an article has in the fields of its column's model, in words under their labels. */
export async function modelWords(ctx: Ctx, row: Pick<ArticleRow, 'columnId' | 'modelFields'>) {
  if (!row.modelFields) return []
  const fields = (await fieldsByColumn(ctx.db, [row.columnId])).get(row.columnId) ?? []
  const values = knownValues(fields, row.modelFields, await filesOfModels(ctx, [row.modelFields]))
  return fields.flatMap((field) => {
    const { fieldFieldName: name, fieldTipsName: title } = field
    const value = values[name]
    return value === undefined ? [] : [{ name, title, words: fieldWords(fieldOf(field), value) }]
  })
}

/** A field with what stands in it. @param json the article's values; undefined: it is a new one, which begins with the defaults */
export function filledField(field: FieldRow, json: string | null | undefined, filesOf: FilesOf): ShownValue | null {
  if (json === undefined || !isFilled(field.fieldType)) return defaultOf(field)
  const value = valuesIn(json)[field.fieldFieldName]
  return value === undefined ? null : shownValue(value, filesOf)
}

/** What changed in the fields of the model, field by field, in words. */
export function changedValues(
  labels: ReadonlyMap<string, FieldRow>,
  before: string | null | undefined,
  after: string | null | undefined,
  filesOf: FilesOf,
) {
  const [was, is] = [valuesIn(before), valuesIn(after)]
  const names = [...new Set([...Object.keys(is), ...Object.keys(was)])]
  return names
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({ name, before: wordsOf(labels, name, was, filesOf), after: wordsOf(labels, name, is, filesOf) }))
}

/** A value in words; null: there is none. */
export function wordsOf(
  labels: ReadonlyMap<string, FieldRow>,
  name: string,
  values: ModelValues,
  filesOf: FilesOf,
): string | null {
  const value = values[name]
  if (value === undefined) return null
  const shown = shownValue(value, filesOf)
  const field = labels.get(name)
  return field ? fieldWords(fieldOf(field), shown) : fieldWords({ kind: 'text', title: name, max: 0 }, shown)
}

/**
 * What fields are called that stand in the history of articles: by the model of the article's column now, or else by any that has such a name,
 * for it may have been in another one.
 */
export async function labelsOf(
  ctx: Ctx,
  names: readonly string[],
  columnId: number,
): Promise<ReadonlyMap<string, FieldRow>> {
  if (names.length === 0) return new Map()
  const own = (await fieldsByColumn(ctx.db, [columnId])).get(columnId) ?? []
  const known = new Set(own.map(({ fieldFieldName }) => fieldFieldName))
  const rest = names.filter((name) => !known.has(name))
  const query = ctx.db.selectFrom('contentModelField').selectAll().where('carried', '=', 1)
  const others = rest.length === 0 ? [] : await query.where('fieldFieldName', 'in', rest).orderBy('id').execute()
  return new Map([...others, ...own].map((field) => [field.fieldFieldName, field]))
}
