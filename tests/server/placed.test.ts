import { expect, test, vi } from 'vitest'
import type { DataScope } from '../../core/domain/enums.ts'
import { beyondThese, lessFar } from '../../server/access/cover.ts'
import { type Place, Placed } from '../../server/access/placed.ts'
import { granting } from '../../server/access/rights.ts'
import type { Rights, RoleRights } from '../../server/access/role-rights.ts'
import { descendants } from '../../server/rows/tree.ts'

/** What comes is the same each time. */
function chances(seed: number) {
  let state = seed
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  const some = <T>(all: readonly T[], part: number): T[] => all.filter(() => below(100) < part)
  return { below, some, one: <T>(all: readonly T[]) => all[below(all.length)] as T }
}
type Chances = ReturnType<typeof chances>

interface Node {
  readonly id: number
  readonly parentId: number
}

/** Departments under one another, some of them under one that is no more, or in a circle. */
function someTree({ below }: Chances): Node[] {
  const size = 1 + below(25)
  return Array.from({ length: size }, (_, i) => {
    const odd = below(20)
    const parentId = odd === 0 ? 900 + below(3) : odd === 1 ? 1 + below(size) : below(i + 1)
    return { id: i + 1, parentId }
  })
}

const scopes: readonly DataScope[] = ['SELF', 'DEPART', 'DEPARTS', 'ALL']
const allKeys = ['a', 'b', 'c', 'd', 'e', 'f']

function someRole(by: Chances, tree: readonly Node[], roleId: number): RoleRights {
  const ids = tree.map(({ id }) => id)
  const dataScope = by.one(scopes)
  // as they were when the rights were read: the tree may have changed since
  const below = () => (by.below(3) === 0 ? by.some(ids, 80) : descendants(tree, by.one(ids)))
  const near = dataScope === 'SELF' ? [] : [by.one(ids)]
  const depts = dataScope === 'ALL' ? null : dataScope === 'DEPARTS' ? below() : near
  const listed = () => (by.below(2) === 0 ? null : by.some([1, 2, 3], 60))
  return {
    ...{ roleId, name: `${roleId}`, dataScope, nets: '', factor: false, depts },
    ...{ keys: new Set(by.some(allKeys, 60)), columns: listed(), plates: listed() },
  }
}

/** The same judged as it is said: key by key, and department by department. */
function plainly(rights: Rights, role: RoleRights, depts: readonly number[]): string {
  for (const key of role.keys ?? []) {
    const more = beyondThese({ ...role, depts }, granting(rights, key), lessFar)
    if (more !== '') return more
  }
  return ''
}

test('what roles give in each department is measured as by going through all departments for each key', () => {
  const by = chances(20)
  const seen = new Map<string, number>()
  for (let round = 0; round < 400; round += 1) {
    const nodes = someTree(by)
    const tree = new Map(nodes.map((node) => [node.id, node]))
    const roles = Array.from({ length: 1 + by.below(4) }, (_, i) => someRole(by, nodes, i))
    const rights: Rights = { roles, only: by.below(4) === 0 ? new Set(by.some(allKeys, 70)) : null }
    const placed = new Placed(rights, tree)
    for (let i = 0; i < 4; i += 1) {
      const role = someRole(by, nodes, 100 + i)
      // one that is no more, too
      for (const id of [...tree.keys(), 901, 999]) {
        const places: [Place, readonly number[]][] = [
          [{ below: id }, descendants(nodes, id)],
          [[id], [id]],
          [by.some([...tree.keys(), id], 50).concat(id), []],
        ]
        for (const [place, depts] of places) {
          const list = 'below' in place ? depts : place
          const says = plainly(rights, role, list)
          seen.set(says, (seen.get(says) ?? 0) + 1)
          expect(placed.lacking(role, place)).toBe(says)
        }
      }
    }
  }
  // each outcome came up
  expect([...seen.keys()].some((says) => says.startsWith('部分栏目的数据范围'))).toBe(true)
  expect([...seen.keys()].some((says) => says.startsWith('部分版块的'))).toBe(true)
  expect(seen.get('')).toBeGreaterThan(1000)
  expect(seen.get('部分栏目的权限')).toBeGreaterThan(100)
})

test('2,000 departments are walked through once, however many roles and departments are asked about', () => {
  const nodes = Array.from({ length: 2000 }, (_, i) => ({ id: i + 1, parentId: Math.floor((i + 10) / 11) - 1 }))
  const tree = new Map(nodes.map((node) => [node.id, node]))
  const walks = vi.spyOn(tree, 'keys')
  const steps = vi.spyOn(tree, 'get')
  const own = descendants(nodes, 2)
  const role = (roleId: number, depts: readonly number[]): RoleRights => ({
    ...{ roleId, name: '', dataScope: 'DEPARTS', nets: '', factor: false, depts },
    ...{ keys: new Set(allKeys), columns: null, plates: null },
  })
  const placed = new Placed({ roles: [role(1, own)], only: null }, tree)
  const reached = new Set<number>()
  for (let roleId = 10; roleId < 20; roleId += 1)
    for (const { id } of nodes) if (placed.lacking(role(roleId, []), { below: id }) === '') reached.add(id)
  expect([...reached].sort((a, b) => a - b)).toEqual([...own].sort((a, b) => a - b))
  expect(walks).toHaveBeenCalledTimes(1)
  expect(steps.mock.calls.length).toBeLessThanOrEqual(nodes.length)
})
