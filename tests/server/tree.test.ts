import { expect, test, vi } from 'vitest'
import type { Change, Ctx } from '../../server/context.ts'
import { dept, resource } from '../../server/db/tables/people.ts'
import { arrange } from '../../server/rows/tree.ts'

interface Row {
  readonly id: number
  readonly parentId: number
  readonly name: string
}

/** What arranging rows tells the log. */
async function told(rows: readonly Row[], parentId: number, ids: readonly number[], table: unknown = dept) {
  const changes: Change[] = []
  const ctx = { record: (change: Change) => void changes.push(change) } as unknown as Ctx
  const places = new Map(rows.map(({ id }, i) => [id, i + 1]))
  await arrange(ctx, table as never, { parentId, ids, rows }, async (row, place) =>
    places.get(row.id) === place.sort && row.parentId === place.parentId
      ? null
      : { before: { parentId: row.parentId }, after: place },
  )
  return changes[0]?.ids ?? []
}
const flat = (n: number): Row[] => Array.from({ length: n }, (_, i) => ({ id: i + 1, parentId: 0, name: `${i + 1}` }))
const ids = (n: number) => flat(n).map(({ id }) => id)

test('putting many rows under another one walks through the tree once, and not once for each of them', async () => {
  let reads = 0
  const rows = flat(2000).map(({ id, name }) => ({
    ...{ id, name },
    get parentId() {
      reads += 1
      return 0
    },
  }))
  const moved = rows.slice(1, 501).map(({ id }) => id)
  expect(await told(rows, 1, moved)).toHaveLength(500)
  expect(reads).toBeLessThan(10 * rows.length)
})

test('which rows an order moved is found in a few walks through it', async () => {
  const walks = vi.spyOn(Array.prototype, 'filter')
  const moved = await told(flat(1000), 0, ids(1000).reverse(), resource)
  const n = walks.mock.calls.length
  walks.mockRestore()
  expect(moved).toHaveLength(1000)
  expect(n).toBeLessThan(20)
})

test('a row that alone explains an order is the one that moved; of two neighbours both are named', async () => {
  expect(await told(flat(5), 0, [2, 3, 4, 1, 5])).toEqual([1])
  expect(await told(flat(5), 0, [1, 5, 2, 3, 4])).toEqual([5])
  expect(await told(flat(5), 0, [1, 3, 2, 4, 5])).toEqual([3, 2])
  expect(await told(flat(5), 0, [4, 2, 3, 1, 5])).toEqual([4, 1])
})

test('a row comes neither under itself, nor under what is below it, nor too deep', async () => {
  const chain = (n: number): Row[] => flat(n).map((row) => ({ ...row, parentId: row.id - 1 }))
  await expect(told(chain(3), 2, [3, 1])).rejects.toThrow('不能是部门自己或它的下级')
  await expect(told(chain(3), 3, [3])).rejects.toThrow('不能是部门自己或它的下级')
  const two = [...chain(19), { id: 30, parentId: 0, name: '甲' }, { id: 31, parentId: 30, name: '乙' }]
  await expect(told(two, 19, [30])).rejects.toThrow('最多 20 级')
  expect(await told(two, 18, [19, 30])).toEqual([30])
  await expect(told(two, 99, [30])).rejects.toThrow('部门 99 不存在')
})
