import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { execute } from './near.ts'
import type { Schema } from './tables.ts'

/** Stands in a statement for a value that comes later. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Slots by the names of the values. */
// biome-ignore lint/suspicious/noExplicitAny: a slot stands for a value of any type
export type Slots<P> = { readonly [N in keyof P]-?: any }

const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })

/** Slots under the names of columns: the values of an insert. */
export const slotsOf = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, new Slot(name)])) as unknown as Slots<Record<N, unknown>>

type Compiled = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Without the tree that it was made from, which is many times as large. */
function compile<R>(query: Compilable<R>): Compiled {
  const { sql, parameters } = query.compile()
  return { sql, parameters }
}

/** The same for a database and all its transactions. */
const placeOf = (db: Kysely<Schema>): object => db.getExecutor().adapter

const run = <R>(db: Kysely<Schema>, { sql, parameters }: Compiled, value: (name: string) => unknown): Promise<R[]> =>
  execute<R>(
    db,
    sql,
    parameters.map((one) => (one instanceof Slot ? value(one.name) : one)),
  )

/**
 * A statement that is built and compiled once, and afterwards only given its values: for what runs in every request, where
 * building it costs more than running it. A missing value is null.
 * @param build makes the statement; `p.x` is where the value `x` goes
 * @returns runs it and answers its rows
 */
export function prepared<P extends object, R>(build: (db: Kysely<Schema>, p: Slots<P>) => Compilable<R>) {
  const compiled = new WeakMap<object, Compiled>()
  return async (db: Kysely<Schema>, values: P): Promise<R[]> => {
    const place = placeOf(db)
    let query = compiled.get(place)
    if (!query) {
      query = compile(build(db, slots as Slots<P>))
      compiled.set(place, query)
    }
    return run<R>(db, query, (name) => values[name as keyof P])
  }
}

/** Like `prepared`, one statement for each count of values: `where … in (…)`. */
export function preparedList<R>(build: (db: Kysely<Schema>, list: readonly never[]) => Compilable<R>) {
  const byCount = new Map<number, ReturnType<typeof prepared<Record<string, unknown>, R>>>()
  return (db: Kysely<Schema>, values: readonly unknown[]): Promise<R[]> => {
    let run = byCount.get(values.length)
    if (!run) {
      const names = values.map((_, i) => String(i))
      run = prepared<Record<string, unknown>, R>((on, p) => build(on, names.map((name) => p[name]) as never[]))
      byCount.set(values.length, run)
    }
    return run(db, values as unknown as Record<string, unknown>)
  }
}

/** Each takes some kilobytes; when there are so many, all are forgotten. */
const shapesMax = 500
const byShape = new WeakMap<object, Map<string, Compiled>>()

/**
 * Like `prepared`, for a statement whose form depends on what is asked: one for each shape.
 * @param shape tells statements apart that differ in more than their values
 * @param build makes the statement; where the nth value goes, it puts the nth slot
 */
export function shaped<R>(
  db: Kysely<Schema>,
  shape: string,
  values: readonly unknown[],
  build: (slots: readonly never[]) => Compilable<R>,
): Promise<R[]> {
  const place = placeOf(db)
  let known = byShape.get(place)
  if (!known || known.size >= shapesMax) {
    known = new Map()
    byShape.set(place, known)
  }
  let query = known.get(shape)
  if (!query) {
    query = compile(build(values.map((_, i) => new Slot(String(i))) as unknown as never[]))
    known.set(shape, query)
  }
  return run<R>(db, query, (name) => values[Number(name)])
}
