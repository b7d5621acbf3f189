import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/tables.ts'
import { anyOf, type Condition, free, holds, likeAny, orBeside } from '../../rows/condition.ts'

type Text = 'title' | 'content'

/** The values of a model's fields without their names. */
const valuesOf = (dialect: Ctx['dialect'], json: Expression<unknown>) =>
  dialect === 'postgres'
    ? sql`(select string_agg(value, ' ') from json_each_text((${json})::json))`
    : sql`(select group_concat(value, ' ') from json_each(${json}))`

/** Words in these texts, or in those of the copy that is under review: what waits is found by how it will look. No words: no condition. */
export function saying({ dialect }: Ctx, texts: readonly Text[], words: string | undefined): Condition[] {
  if (words === undefined) return []
  const inModel = texts.includes('content')
  const after = dialect === 'postgres' ? sql`revision.after::json` : sql`revision.after`
  const inCopy = free((eb) =>
    eb(
      'id',
      'in',
      (eb as unknown as ExpressionBuilder<Schema, never>)
        .selectFrom('article as copied')
        .innerJoin('revision', 'revision.id', 'copied.reviewId')
        .select('copied.id')
        .where('copied.reviewStatus', 'is not', null)
        .where((inner) =>
          inner.or([
            ...texts.map((text) => holds(sql`${after} ->> ${sql.lit(text)}`, words)),
            ...(inModel ? [holds(valuesOf(dialect, sql`${after} ->> 'modelFields'`), words)] : []),
          ]),
        ),
    ),
  )
  const found = likeAny(texts, words, 'full text').map((one) => {
    // the index has what stands in the fields of the model with the text
    const either = anyOf([one, free(() => holds(valuesOf(dialect, sql.ref('modelFields')), words))])
    return inModel ? { ...either, ...(one.wide && { wide: one.wide }) } : one
  })
  return orBeside(found, inCopy)
}
