import { region as contract, regionsFound } from '../../core/contract/region.ts'
import { Refused } from '../../core/errors.ts'
import { implement } from '../pipeline.ts'

interface Region {
  readonly id: string
  readonly parentId: string
  readonly name: string
  readonly level: number
  readonly hasChildren: 0 | 1
  readonly path: string
}

/** The code of what is above: the last of the three pairs that is not 00 goes; 0 above a province. */
function parentOf(code: string): string {
  if (code.endsWith('0000')) return '0'
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
}

/** All regions by their codes, in their order, and by what they are under. */
async function read(): Promise<{ byId: Map<string, Region>; under: Map<string, Region[]> }> {
  const { default: names } = await import('./region/regions.json', { with: { type: 'json' } })
  const codes = Object.entries(names as Readonly<Record<string, string>>).sort(([a], [b]) => (a < b ? -1 : 1))
  const parents = new Set(codes.map(([code]) => parentOf(code)))
  const byId = new Map<string, Region>()
  for (const [id, name] of codes) {
    const above = byId.get(parentOf(id))
    byId.set(id, {
      id,
      parentId: parentOf(id),
      name,
      level: (above?.level ?? 0) + 1,
      hasChildren: parents.has(id) ? 1 : 0,
      path: `${above?.path ?? ''}${name}`,
    })
  }
  return { byId, under: Map.groupBy(byId.values(), ({ parentId }) => parentId) }
}

let known: ReturnType<typeof read> | undefined
/** Read when first asked for: most servers of a day are not. */
const regions = () => {
  known ??= read()
  return known
}

export const region = implement(contract, {
  list: async (_, { id, name, size = regionsFound.usual }) => {
    const { byId, under } = await regions()
    const parent = id ? String(id) : '0'
    if (parent !== '0' && !byId.has(parent)) throw new Refused('NOT_FOUND', `没有代码为 ${parent} 的行政区划`)
    const word = name?.trim()
    if (!word) return under.get(parent) ?? []
    const isBelow = (one: Region): boolean =>
      parent === '0' || one.parentId === parent || byId.get(one.parentId)?.parentId === parent
    return [...byId.values()].filter((one) => one.name.includes(word) && isBelow(one)).slice(0, size)
  },
})
