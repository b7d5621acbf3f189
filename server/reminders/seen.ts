import { chunksOf } from '../../core/chunks.ts'
import { holdsKey } from '../access/rights.ts'
import { scopeOf } from '../access/scope.ts'
import { type Ctx, whoOf } from '../context.ts'
import { tables } from '../db/table.ts'
import { allHold, oneOf } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'

/** By what somebody may see what a reminder names: the key of its list, and the row that must be within reach of it. */
export interface Sight {
  readonly needs: string
  readonly row?: { readonly table: string; readonly id: number }
}

/** A row of a kind, by the key of its list. */
export const seenIn = (table: string, id: number, needs = `${table}_list`): Sight => ({ needs, row: { table, id } })

interface Named {
  readonly key: string
  readonly sight: Sight
}

const someMost = 500

/** Which of these things the caller may see, by their keys: a title is for nobody else's eyes because a rule names them. */
export async function seenBy(ctx: Ctx, things: readonly Named[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const { rights } = whoOf(ctx)
  const held = things.filter(({ sight }) => holdsKey(rights, sight.needs))
  for (const { key, sight } of held) if (!sight.row) seen.add(key)
  const ofRows = held.flatMap(({ key, sight }) => (sight.row ? [{ key, needs: sight.needs, ...sight.row }] : []))
  for (const some of Map.groupBy(ofRows, ({ table, needs }) => `${table} ${needs}`).values()) {
    const [{ table: name, needs }] = some as [(typeof some)[number]]
    const table = tables.get(name)
    if (!table) continue
    const found = new Set<number>()
    for (const ids of chunksOf([...new Set(some.map(({ id }) => id))], someMost)) {
      const where = allHold([...scopeOf(ctx, table, needs), ...oneOf('id', ids)])
      const rows = (ctx.db as unknown as AnyDb).selectFrom(name).select('id').where(where)
      for (const { id } of await rows.execute()) found.add(Number(id))
    }
    for (const { key, id } of some) if (found.has(id)) seen.add(key)
  }
  return seen
}
