import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { permissionKey } from '../../core/contract/endpoint.ts'
import type { Revealed } from '../../core/contract/reveal.ts'
import { type DataScope, dataScopes } from '../../core/domain/enums.ts'
import { breather } from '../breather.ts'
import { gravestFirst } from './grave.ts'
import { type Alike, holders } from './reveal-rows.ts'
import type { RoleRights } from './role-rights.ts'
import { tableOf } from './why.ts'

/** Of rights that people keep by a change, which reach less far. */

/** From the narrowest on. */
const widths = Object.keys(dataScopes) as DataScope[]

/** The widest data scope of some roles that hold a key; -1: none holds it. */
const widthOf = (roles: readonly RoleRights[], key: string): number =>
  Math.max(-1, ...holders(roles, key).map(({ dataScope }) => widths.indexOf(dataScope)))

/** The keys of calls about rows that belong to somebody, or to a department. */
async function keysWithScope(): Promise<ReadonlySet<string>> {
  const all = [...eachEndpoint(await wholeContract())]
  return new Set(
    all.flatMap(([area, call, e]) => {
      const scope = tableOf(area, e)?.scope ?? 'all'
      return scope !== 'all' && (scope.dept || scope.owner || scope.through) ? [permissionKey(area, call, e)] : []
    }),
  )
}

/** More rights are not named. */
const rightsMost = 20

/**
 * From which data scope to which rights come down that people keep, and of how many people.
 * @param kinds whose rights change, those of one kind together whatever department they are of
 * @param says what each key lets people do
 */
export async function narrowedOver(
  kinds: readonly Alike[],
  says: ReadonlyMap<string, string>,
): Promise<Pick<Revealed, 'narrowed'>> {
  const scoped = await keysWithScope()
  const keys = [...says.keys()].filter((key) => scoped.has(key))
  const found = new Map<
    string,
    { readonly from: DataScope; readonly to: DataScope; people: number; keys: Set<string> }
  >()
  const breathe = breather()
  for (const { before, after, userIds } of kinds) {
    await breathe()
    const here = new Set<string>()
    for (const key of keys) {
      const [was, is] = [widthOf(before, key), widthOf(after, key)]
      const [from, to] = [widths[was], widths[is]]
      if (!from || !to || is >= was) continue
      const one = found.get(`${from} ${to}`) ?? { from, to, people: 0, keys: new Set() }
      found.set(`${from} ${to}`, one)
      one.keys.add(key)
      here.add(`${from} ${to}`)
    }
    for (const name of here) (found.get(name) as { people: number }).people += userIds.length
  }
  if (found.size === 0) return {}
  const narrowed = [...found.values()].map(({ keys: some, ...one }) => {
    const rights = gravestFirst([...some].map((key) => ({ key, says: says.get(key) ?? key })))
    return { ...one, n: rights.length, rights: rights.slice(0, rightsMost).map((right) => right.says) }
  })
  return { narrowed: narrowed.sort((a, b) => b.people - a.people) }
}
