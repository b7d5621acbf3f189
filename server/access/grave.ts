import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { permissionKey } from '../../core/contract/endpoint.ts'
import { documentOf } from '../../core/contract/replies.ts'

/** The keys of what people should hear of first: what can't be undone, is asked to be proved again, or takes data out of the system. */
const graveKeys: ReadonlySet<string> = new Set(
  [...eachEndpoint(await wholeContract())].flatMap(([area, name, e]) =>
    e.proof || e.foretells || documentOf(e)?.kept ? [permissionKey(area, name, e)] : [],
  ),
)

/** Rights in their order, the grave ones first. */
export const gravestFirst = <T extends { readonly key: string }>(some: readonly T[]): T[] =>
  some.toSorted((a, b) => Number(graveKeys.has(b.key)) - Number(graveKeys.has(a.key)))
