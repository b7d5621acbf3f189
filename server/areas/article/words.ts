import { type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/tables.ts'
import { type Condition, free, holds, likeAny, orBeside } from '../../rows/condition.ts'

type Text = 'title' | 'content'

/** Words in these texts, or in those of the copy that is under review: what waits is found by how it will look. No words: no condition. */
export function saying({ dialect }: Ctx, texts: readonly Text[], words: string | undefined): Condition[] {
  if (words === undefined) return []
  const within = texts.includes('content') ? [...texts, 'modelFields'] : texts
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
        .where((inner) => inner.or(within.map((text) => holds(sql`${after} ->> ${sql.lit(text)}`, words)))),
    ),
  )
  // the index has what stands in the fields of the model with the text
  const found = likeAny(texts, words, 'full text').map((one) => ({ ...one, columns: within }))
  return orBeside(found as Condition[], inCopy)
}
