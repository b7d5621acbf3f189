import { wholeContract } from '../../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../../core/contract/endpoint.ts'
import { innerOf, metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { besided } from '../../../core/domain/log-things.ts'
import type { Ctx } from '../../context.ts'
import { saysOf, tables } from '../../db/table.ts'
import { namesIn } from './targets.ts'

/** What the numbers in a row are called that name other rows: its department, who did it, the menu above it. */

type Kinds = ReadonlyMap<string, string>

const contract = (await wholeContract()) as Readonly<Record<string, Area>>
const deepest = 5

/** The fields within a schema that name rows, each with the kind of those rows. */
function* namingIn(schema: Shaped, depth = 0): Generator<readonly [string, string]> {
  if (depth > deepest) return
  const inner = innerOf(schema)
  for (const [field, one] of Object.entries(inner.shape ?? {})) {
    const { of } = metaOf(one)
    if (of) yield [field, of]
    yield* namingIn(one, depth + 1)
  }
  if (inner.def?.element) yield* namingIn(inner.def.element, depth + 1)
}

const known = new Map<string, Kinds>()

/** What the fields in the rows of a call name: as its table's columns say, and then as the call itself does. */
function kindsIn(call: string): Kinds {
  const kept = known.get(call)
  if (kept) return kept
  const [name = '', verb = ''] = call.split('.')
  const area = Object.hasOwn(contract, name) ? (contract[name] as Area) : {}
  const e: Endpoint | undefined = Object.hasOwn(area, verb) ? area[verb] : undefined
  if (!e) return new Map()
  const columns = Object.entries(tables.get(e.writes ?? e.about ?? name)?.columns ?? {})
  const kinds = new Map([
    ...Object.values(area).flatMap(({ input }) => [...namingIn(input as Shaped)]),
    ...columns.flatMap(([field, { to }]) => (to ? [[field, to] as const] : [])),
    ...namingIn(e.input as Shaped),
  ])
  known.set(call, kinds)
  return kinds
}

const isNumber = (value: unknown): boolean => /^\d{1,15}$/.test(String(value))
const partsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]

/** The numbers that stand in a side of a row, by the fields they stand in. */
function* numbersIn(side: unknown, kinds: Kinds, depth = 0): Generator<readonly [string, number]> {
  if (side === null || typeof side !== 'object' || depth > deepest) return
  for (const [field, value] of Object.entries(side)) {
    if (!Array.isArray(side) && kinds.has(field))
      for (const one of partsOf(value)) if (isNumber(one)) yield [field, Number(one)]
    yield* numbersIn(value, kinds, depth + 1)
  }
}

interface Row {
  readonly call: string | null
  readonly before?: unknown
  readonly after?: unknown
}

/** 0 names none; of a tree it is the place above all. */
const noneOf = (kind: string, call: string): string => {
  const table = tables.get(kind)
  return table && kind === call.split('.')[0] ? `顶级${saysOf(table)}` : '无'
}

/** Rows with what the numbers in them are called, as far as this reader is told; one query for each kind on the page. */
export async function withValueNames<R extends Row>(ctx: Ctx, rows: readonly R[]) {
  const found = rows.map(({ call, before, after }) => {
    const kinds = kindsIn(call ?? '')
    const pairs = [before, after].flatMap((side) => [...numbersIn(side, kinds)])
    const each = new Map(pairs.map(([field, id]) => [`${field} ${id}`, { field, id, kind: kinds.get(field) ?? '' }]))
    return [...each.values()]
  })
  const names = new Map<string, Awaited<ReturnType<typeof namesIn>>>()
  for (const [kind, some] of Map.groupBy(found.flat(), ({ kind }) => kind))
    names.set(kind, await namesIn(ctx, kind, [...new Set(some.map(({ id }) => id))].filter(Boolean)))
  return rows.map((row, i) => ({
    ...row,
    names: (found[i] ?? []).flatMap(({ field, id, kind }) => {
      const seen = names.get(kind)?.get(id)
      const name = id === 0 ? noneOf(kind, row.call ?? '') : seen && besided(seen.name, seen.apart)
      return name === undefined ? [] : [{ field, id: String(id), name }]
    }),
  }))
}
