import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Dialect } from '../db/open.ts'
import type { Sought } from '../search/article-text.ts'

export type AnyBuilder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>

interface Hints {
  /** The same as alternatives no two of which hold for one row: a list in an index's order reads each from the index that fits it. */
  readonly arms?: readonly Condition[]
  /**
   * It may look at every row: nothing for the thread that answers everybody. `match`: the same as the full-text index is asked for it;
   * `beside`: which rows it also holds for, by what that index knows nothing of.
   */
  readonly wide?: { readonly match?: readonly Sought[]; readonly beside?: Condition }
}

/**
 * A part of a WHERE, as data: what it looks at, its alternatives and the shape of its statement can be told from it. Values are kept apart
 * from the shape, so that a statement is built once for all values (see db/prepared.ts).
 */
export type Condition = Hints &
  (
    | { readonly is: 'test'; readonly column: string; readonly operator: Operator; readonly value: unknown }
    | { readonly is: 'some'; readonly column: string; readonly not: boolean; readonly values: readonly unknown[] }
    | { readonly is: 'empty'; readonly column: string; readonly not: boolean }
    | { readonly is: 'all' | 'any'; readonly parts: readonly Condition[] }
    /** The column is among another table's `other`, of the rows for which the parts hold. */
    | {
        readonly is: 'rows'
        readonly column: string
        readonly table: string
        readonly other: string
        readonly parts: readonly Condition[]
        /** Among none of them. */
        readonly not?: true
      }
    /** One of the columns holds the words somewhere (`patternOf`), in letters of either size; `plain`: the words are compared as they stand. */
    | { readonly is: 'holds'; readonly columns: readonly string[]; readonly pattern: unknown; readonly plain: boolean }
    /** What cannot be said otherwise; its statement is built anew each time. */
    | { readonly is: 'free'; readonly sql: (eb: AnyBuilder) => Expression<SqlBool> }
  )
type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

export const test = (column: string, operator: Operator, value: unknown): Condition => ({
  ...{ is: 'test', column, operator, value },
})
export const isEmpty = (column: string): Condition => ({ is: 'empty', column, not: false })
export const notEmpty = (column: string): Condition => ({ is: 'empty', column, not: true })
export const among = (column: string, values: readonly unknown[], arms?: readonly Condition[]): Condition => ({
  ...{ is: 'some', column, not: false, values },
  ...(arms && { arms }),
})
export const notAmong = (column: string, values: readonly unknown[]): Condition => ({
  ...{ is: 'some', column, not: true, values },
})
export const allOf = (parts: readonly Condition[]): Condition => ({ is: 'all', parts })
/** @param arms the same as alternatives that exclude each other */
export const anyOf = (parts: readonly Condition[], arms?: readonly Condition[]): Condition => ({
  ...{ is: 'any', parts },
  ...(arms && { arms }),
})
export const never: Condition = anyOf([])
export const free = (sql: (eb: AnyBuilder) => Expression<SqlBool>, wide?: Hints['wide']): Condition => ({
  ...{ is: 'free', sql },
  ...(wide && { wide }),
})

/** A column equals the value; no value: no condition. */
export const equal = (column: string, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [test(column, '=', value)]

/** So many alternatives are read each for itself; more are one condition with `or`. */
export const armsMax = 8

/** A column is one of the values; no list: no condition. */
export function oneOf(column: string, values: readonly (string | number)[] | undefined): Condition[] {
  if (values === undefined) return []
  const some = [...new Set(values)]
  if (some.length === 0) return [never]
  return [among(column, some, some.length > armsMax ? undefined : some.flatMap((value) => equal(column, value)))]
}

/** A column lies between two times, both included; either may be missing. */
export const between = (column: string, from: number | undefined, to: number | undefined): Condition[] => [
  ...(from === undefined ? [] : [test(column, '>=', from)]),
  ...(to === undefined ? [] : [test(column, '<=', to)]),
]

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`)

const patternOf = (text: string) => `%${escapeLike(text.toLowerCase())}%`
/** Words without letters of two sizes and without signs of patterns: nothing has to be made of each row's text before it is compared. */
const isPlain = (text: string) => text.toLowerCase() === text.toUpperCase() && escapeLike(text) === text
const fits = (expression: Expression<unknown>, pattern: unknown, plain: boolean) =>
  plain ? sql<SqlBool>`${expression} like ${pattern}` : sql<SqlBool>`lower(${expression}) like ${pattern} escape '\\'`

/** An expression's text holds the words somewhere; `%` and `_` mean themselves. */
export const holds = (expression: Expression<unknown>, text: string) => fits(expression, patternOf(text), isPlain(text))

/**
 * One of the columns holds the text somewhere; `%` and `_` mean themselves. No text: no condition.
 * @param index the full-text index holds these columns
 */
export function likeAny(columns: readonly string[], text: string | undefined, index?: 'full text'): Condition[] {
  if (text === undefined) return []
  const wide = index ? { match: [{ columns, text: text.toLowerCase() }] } : {}
  return [{ is: 'holds', columns, pattern: patternOf(text), plain: isPlain(text), wide }]
}

/** Conditions by the full-text index, or else what it knows nothing of. */
export const orBeside = (conditions: readonly Condition[], beside: Condition): Condition[] =>
  conditions.map((condition) => ({ ...anyOf([condition, beside]), wide: { ...condition.wide, beside } }))

/** The same for one column. */
export const like = (column: string, text: string | undefined, index?: 'full text'): Condition[] =>
  likeAny([column], text, index)

/**
 * A column's value stands in another table's column, in a row for which the conditions hold. Said as `in` and not as `exists`: SQLite reads
 * the few rows that are named by their index, and not the whole list to ask of each.
 */
export const amongRows = (
  column: string,
  table: string,
  other: string,
  parts: readonly Condition[],
  not?: 'not',
): Condition => ({
  ...{ is: 'rows', column, table, other, parts },
  ...(not && { not: true }),
})

/** Conditions for which every row of a large table may have to be looked at. */
export const aside = (conditions: readonly Condition[]): Condition[] =>
  conditions.map((condition) => ({ ...condition, wide: {} }))

/** The columns that a condition looks at; null: it cannot be told. */
export function lookedAt(condition: Condition): readonly string[] | null {
  if (condition.is === 'free' || condition.is === 'rows') return null
  if (condition.is === 'holds') return condition.columns
  if ('column' in condition) return [condition.column]
  const inner = condition.parts.map(lookedAt)
  return inner.includes(null) ? null : inner.flatMap((columns) => columns ?? [])
}

/** Whether a condition on a table looks at nothing but some columns: of that table, and of those whose rows it names. */
export function looksOnlyAt(
  table: string,
  condition: Condition,
  columnsOf: (table: string) => readonly string[] | undefined,
): boolean {
  const among = (name: string, columns: readonly string[]) => {
    const some = columnsOf(name)
    return some !== undefined && columns.every((column) => some.includes(column))
  }
  if (condition.is === 'free') return false
  if (condition.is === 'holds') return among(table, condition.columns)
  if (condition.is === 'rows')
    return (
      among(table, [condition.column]) &&
      among(condition.table, [condition.other]) &&
      condition.parts.every((part) => looksOnlyAt(condition.table, part, columnsOf))
    )
  if ('column' in condition) return among(table, [condition.column])
  return condition.parts.every((part) => looksOnlyAt(table, part, columnsOf))
}

function expressionOf(condition: Condition, eb: AnyBuilder): Expression<SqlBool> {
  switch (condition.is) {
    case 'test':
      return eb(condition.column, condition.operator, condition.value)
    case 'some':
      return eb(condition.column, condition.not ? 'not in' : 'in', [...condition.values])
    case 'empty':
      return eb(condition.column, condition.not ? 'is not' : 'is', null)
    case 'rows':
      return eb(
        condition.column,
        condition.not ? 'not in' : 'in',
        eb.selectFrom(condition.table).select(condition.other).where(allHold(condition.parts)),
      )
    case 'all':
      return eb.and(condition.parts.map((part) => expressionOf(part, eb)))
    case 'any':
      return eb.or(condition.parts.map((part) => expressionOf(part, eb)))
    case 'holds':
      return eb.or(condition.columns.map((column) => fits(eb.ref(column), condition.pattern, condition.plain)))
    case 'free':
      return condition.sql(eb)
  }
}

/** Conditions that all hold, for Kysely's `where`. */
// biome-ignore lint/suspicious/noExplicitAny: for the builder of any table
export const allHold = (conditions: readonly Condition[]) => (eb: any) =>
  expressionOf(allOf(conditions), eb as AnyBuilder)

/** More numbers of one list make a statement that takes longer to put together than to run. */
const listedMost = 50
const texts = new WeakMap<readonly unknown[], string>()

/** A long list of numbers as one value. */
function numbersIn(values: readonly unknown[]): string | null {
  const known = texts.get(values)
  if (known !== undefined) return known
  if (values.length <= listedMost || !values.every((value) => Number.isSafeInteger(value))) return null
  const text = values.join()
  texts.set(values, text)
  return text
}

const amongNumbers = {
  // as numbers they would be put into a table first, for each row anew
  sqlite: (column: Expression<unknown>, numbers: string) =>
    sql<SqlBool>`instr(${`,${numbers},`}, ',' || ${column} || ',') > 0`,
  postgres: (column: Expression<unknown>, numbers: string) =>
    sql<SqlBool>`${column} = any(cast(${`{${numbers}}`} as bigint[]))`,
}

/**
 * The same conditions with each long list of numbers as one value, for what is asked of one row after another by its id: a statement of
 * thousands of values takes longer than all the rest. A list of rows goes by them each, for it is read from indexes.
 */
export const packed = (conditions: readonly Condition[], dialect: Dialect): readonly Condition[] =>
  conditions.map((condition) => {
    if (condition.is === 'all' || condition.is === 'any' || condition.is === 'rows')
      return { ...condition, parts: packed(condition.parts, dialect) }
    const numbers = condition.is === 'some' ? numbersIn(condition.values) : null
    if (condition.is !== 'some' || numbers === null) return condition
    return free((eb) => {
      const among = amongNumbers[dialect](eb.ref(condition.column), numbers)
      return condition.not ? eb.not(among) : among
    })
  })

/** So many ids of all up to the last one are a list; with more of them it costs less to ask of each row for its bit. */
const listedShare = 0.03

/** One of the ids, however many, for PostgreSQL, as one value: a list by which rows are looked up, or a bit for each id. */
export function amongIds(ids: Int32Array): Condition {
  const size = (ids.at(-1) ?? -1) + 1
  if (ids.length === 0) return never
  if (ids.length <= size * listedShare) return free((eb) => amongNumbers.postgres(eb.ref('id'), ids.join()))
  const bits = Buffer.alloc(Math.ceil(size / 8))
  for (const id of ids) bits[id >> 3] = (bits[id >> 3] as number) | (1 << (id & 7))
  // as a case, of which nothing is known: the planner takes half of all rows for it, and walks through them in the order of the list
  return free(
    (eb) => sql<SqlBool>`case when ${eb.ref('id')} < cast(${size} as bigint)
      then get_bit(cast(${bits} as bytea), cast(${eb.ref('id')} as integer)) = 1 else false end`,
  )
}

/** The same conditions, each value replaced; the order is always the same. */
export function replaced(conditions: readonly Condition[], by: (value: unknown) => unknown): readonly Condition[] {
  return conditions.map((condition) => {
    const arms = condition.arms && { arms: replaced(condition.arms, by) }
    if (condition.is === 'test') return { ...condition, ...arms, value: by(condition.value) }
    if (condition.is === 'some') return { ...condition, ...arms, values: condition.values.map(by) }
    if (condition.is === 'holds') return { ...condition, ...arms, pattern: by(condition.pattern) }
    if (condition.is === 'all' || condition.is === 'any' || condition.is === 'rows')
      return { ...condition, ...arms, parts: replaced(condition.parts, by) }
    return condition
  })
}

/** The values of conditions, in the order in which `replaced` meets them. */
export function valuesOf(conditions: readonly Condition[]): unknown[] {
  const values: unknown[] = []
  replaced(conditions, (value) => values.push(value))
  return values
}

/** What two conditions have in common that differ in their values alone; null where that cannot be told. */
export function shapeOf(conditions: readonly Condition[]): string | null {
  let shape = ''
  for (const condition of conditions) {
    if (condition.is === 'free') return null
    if (condition.is === 'test') shape += `${condition.column}${condition.operator}`
    else if (condition.is === 'empty') shape += `${condition.column}${condition.not ? '!' : ''}∅`
    else if (condition.is === 'holds') shape += `${condition.columns.join('|')}${condition.plain ? '' : '~'}~`
    else if (condition.is === 'some')
      shape += `${condition.column}${condition.not ? '∉' : '∈'}${condition.values.length}`
    else {
      const inner = shapeOf(condition.parts)
      if (inner === null) return null
      const where =
        condition.is === 'rows'
          ? `${condition.column}${condition.not ? '∉' : '∈'}${condition.table}.${condition.other}`
          : condition.is
      shape += `${where}(${inner})`
    }
    if (condition.arms) {
      const arms = shapeOf(condition.arms)
      if (arms === null) return null
      shape += `[${arms}]`
    }
    shape += ','
  }
  return shape
}
