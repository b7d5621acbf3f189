import type { Compilable, Kysely } from 'kysely'
import { shaped } from '../db/prepared.ts'
import type { Schema } from '../db/tables.ts'
import { type Condition, replaced, shapeOf, valuesOf } from './condition.ts'

/**
 * Reads by conditions. The statement is built once for each shape of theirs: building one takes longer than running it.
 * @param name tells statements apart that differ in more than conditions and values
 * @param given further values, as the limit of a page
 * @param build makes the statement from conditions and values that stand where the given ones do
 */
export function readWhere<R>(
  db: Kysely<Schema>,
  name: string,
  where: readonly Condition[],
  given: readonly number[],
  build: (where: readonly Condition[], given: readonly number[]) => Compilable<R>,
): Promise<R[]> {
  const shape = shapeOf(where)
  if (shape === null) return db.executeQuery<R>(build(where, given).compile() as never).then(({ rows }) => rows)
  return shaped<R>(db, `${name} ${shape}`, [...given, ...valuesOf(where)], (slots) => {
    let next = given.length
    return build(
      replaced(where, () => slots[next++]),
      slots.slice(0, given.length),
    )
  })
}
