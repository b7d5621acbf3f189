/** A department as a sheet may name it. */
export interface Place {
  readonly id: number
  readonly name: string
  /** From the top: 「县政协机关/办公室」. */
  readonly path: string
  readonly stopped: boolean
}

interface Dept {
  readonly id: number
  readonly name: string
  readonly parentId: number
  readonly state: number
}

/** Departments by each way to name them: the name, and the names of those above it before it, as many as one likes. */
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
    const place = { id: dept.id, name: dept.name, path: names.join('/'), stopped: dept.state !== 0 }
    for (let from = 0; from < names.length; from += 1) {
      const way = names.slice(from).join('/')
      found.set(way, [...(found.get(way) ?? []), place])
    }
  }
  return found
}
