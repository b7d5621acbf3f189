import { pathText } from '../../../core/domain/name-path.ts'

/** A department as a sheet may name it. */
export interface Place {
  readonly id: number
  readonly name: string
  /** From the top: 「县政协机关/办公室」; 「/办公室」 where another one is found by that as well. */
  readonly path: string
  readonly stopped: boolean
}

interface Dept {
  readonly id: number
  readonly name: string
  readonly parentId: number
  readonly state: number
}

/** Departments by each way to name them: the name, and the names of those above it before it, as many as one likes; from the top on behind a slash. */
export function placesOf(depts: readonly Dept[]): ReadonlyMap<string, readonly Place[]> {
  const byId = new Map(depts.map((dept) => [dept.id, dept]))
  const namesOf = (dept: Dept): string[] => {
    const names: string[] = []
    for (let at: Dept | undefined = dept; at && names.length <= depts.length; at = byId.get(at.parentId))
      names.unshift(at.name)
    return names
  }
  const found = new Map<string, Place[]>()
  for (const dept of depts) {
    const names = namesOf(dept)
    const place = { id: dept.id, name: dept.name, path: pathText(names), stopped: dept.state !== 0 }
    const ways = names.flatMap((_, from) => [names.slice(from).join('/'), pathText(names.slice(from))])
    for (const way of new Set([...ways, `/${place.path}`])) {
      const there = found.get(way)
      if (there) there.push(place)
      else found.set(way, [place])
    }
  }
  const apart = (one: Place) => (found.get(one.path)?.length === 1 ? one : { ...one, path: `/${one.path}` })
  return new Map([...found].map(([way, those]) => [way, those.length > 1 ? those.map(apart) : those]))
}
