import type { Ctx, Staff } from '../context.ts'
import { validate } from '../http/validate.ts'
import { refusedTo } from '../pipeline.ts'
import type { AskedRight } from './why.ts'

/** Kinds of which calls ask more than scopes say: how far those reach who are changed, and what they may. */
const judged: ReadonlySet<string> = new Set(['user', 'dept', 'role'])

/** How a call names the one row, as it would be sent. */
const namings: readonly ((id: number) => object)[] = [(id) => ({ id: String(id) }), (id) => ({ ids: [String(id)] })]

/** The inputs that name a row and nothing else, as far as the call takes one; undefined: it wants more. */
function inputFor(e: AskedRight['calls'][number]['e'], id: number): unknown {
  for (const naming of namings) {
    try {
      const input = validate(e, naming(id) as Record<string, unknown>)
      // what is not the call's own name for it is passed over
      if (JSON.stringify(input).includes(String(id))) return input
    } catch {
      // it is told otherwise, or not at all
    }
  }
  return undefined
}

/**
 * What a call itself would answer somebody who wants to do it to a row that is within their reach: it is tried in their place.
 * @returns why it would refuse them; null: it would not, or it goes by scopes alone
 */
export async function refusalOf(ctx: Ctx, right: AskedRight, who: Staff, id: number): Promise<string | null> {
  if (!right.table || !judged.has(right.table.name)) return null
  // the areas load this file themselves
  const { loadArea } = await import('../areas.ts')
  for (const { name, e } of right.calls) {
    if (e.effect !== 'write') continue
    const input = inputFor(e, id)
    if (input === undefined) continue
    const [area, call = ''] = name.split('.') as [Parameters<typeof loadArea>[0], string]
    const { module } = await loadArea(area)
    const handler = (module[area] as Readonly<Record<string, never>>)[call]
    if (handler) return refusedTo(ctx, { name, e, handler }, who, input)
  }
  return null
}
