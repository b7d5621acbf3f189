import type { Endpoint } from './endpoint.ts'
import { innerOf, metaOf, type Shaped } from './meta.ts'

/** Replies have lists of rows, hardly ever lists within these. */
const deepest = 4

function hasOnce(schema: Shaped, depth = 0): boolean {
  const inner = innerOf(schema)
  if (depth > deepest) return false
  if (inner.def?.element) return hasOnce(inner.def.element, depth + 1)
  return Object.values(inner.shape ?? {}).some((field) => metaOf(field).once === true || hasOnce(field, depth + 1))
}

const known = new WeakMap<Endpoint, boolean>()

/** Whether a call's reply tells a secret that is told once: a password, a token, recovery codes, the code by which a letter is looked up. */
export function tellsOnce(e: Endpoint): boolean {
  const found = known.get(e) ?? hasOnce(e.output as unknown as Shaped)
  known.set(e, found)
  return found
}
