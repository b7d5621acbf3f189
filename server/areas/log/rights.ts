import { wholeContract } from '../../../core/contract/areas.ts'
import { keysOf } from '../../access/shipped.ts'
import type { Ctx } from '../../context.ts'

/** What the rights are called, by their keys. */
const says: ReadonlyMap<string, string> = new Map(keysOf(await wholeContract()).map(({ key, says }) => [key, says]))

const namedMost = 3

/** The first of some keys by name, and how many there are; menus have no name of their own here. */
function named(doing: string, keys: unknown): string[] {
  if (!Array.isArray(keys) || keys.length === 0) return []
  const first = keys.slice(0, namedMost).map((key) => says.get(String(key)) ?? String(key))
  return [`${doing}${first.join('、')}${keys.length > namedMost ? `等 ${keys.length} 项` : ''}`]
}

/** Which rights a row of the log tells to have been given and taken: 「（增加初审通过文章；收回下架文章）」. */
export function rightsTold(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string {
  const told = [...named('增加', after.added), ...named('收回', before.taken)]
  return told.length > 0 ? `（${told.join('；')}）` : ''
}

/** Fields in which a row keeps rights, by their keys. */
const fields = ['added', 'taken', 'keys'] as const

interface Sides {
  readonly before?: unknown
  readonly after?: unknown
}
const keysIn = (side: unknown): string[] =>
  side === null || typeof side !== 'object'
    ? []
    : fields.flatMap((field) => {
        const keys = (side as Readonly<Record<string, unknown>>)[field]
        return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
      })

/** Rows whose rights and menus are called as people call them: one query for a page. */
export async function withRightNames<R extends Sides>({ db }: Ctx, rows: readonly R[]): Promise<R[]> {
  const keys = [...new Set(rows.flatMap(({ before, after }) => [...keysIn(before), ...keysIn(after)]))]
  if (keys.length === 0) return [...rows]
  const found = await db.selectFrom('resource').select(['alias', 'name']).where('alias', 'in', keys).execute()
  const names = new Map([...says, ...found.map(({ alias, name }) => [alias, name] as const)])
  const named = (side: unknown): unknown =>
    keysIn(side).length === 0
      ? side
      : Object.fromEntries(
          Object.entries(side as object).map(([field, value]) => [
            field,
            (fields as readonly string[]).includes(field) && Array.isArray(value)
              ? value.map((key) => names.get(key) ?? key)
              : value,
          ]),
        )
  return rows.map((row) => ({ ...row, before: named(row.before), after: named(row.after) }))
}

/** A sentence without what `rightsTold` put behind it. */
export function withoutRights(words: string): string {
  const at = words.search(/（(?:增加|收回)/)
  return at >= 0 && words.endsWith('）') ? words.slice(0, at) : words
}
