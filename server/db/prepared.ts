import type { Compilable, CompiledQuery, Kysely } from 'kysely'
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

/**
 * A statement that is built and compiled once, and afterwards only given its values: for what runs in every request, where
 * building it costs more than running it. A missing value is null.
 * @param build makes the statement; `p.x` is where the value `x` goes
 * @returns runs it and answers its rows
 */
export function prepared<P extends object, R>(build: (db: Kysely<Schema>, p: Slots<P>) => Compilable<R>) {
  const compiled = new WeakMap<object, CompiledQuery>()
  return async (db: Kysely<Schema>, values: P): Promise<R[]> => {
    // the same for a database and all its transactions
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(db, slots as Slots<P>).compile()
      compiled.set(adapter, query)
    }
    const given = (one: unknown) => (one instanceof Slot ? values[one.name as keyof P] : one)
    const { rows } = await db.executeQuery({ ...query, parameters: query.parameters.map(given) })
    return rows as R[]
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
