import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const list = async (input: object = {}) => (await server.anyone.call('region.list', input)).value
const names = async (input: object) => (await list(input)).map(({ name }: { name: string }) => name)

test('all provinces, then the cities of one, then the counties of one of these', async () => {
  const provinces = await list()
  expect(provinces).toHaveLength(34)
  expect(provinces[0]).toEqual({
    ...{ id: '110000', parentId: '0', name: '北京市', level: 1, hasChildren: 1, path: '北京市' },
  })
  expect(await names({ id: '130000' })).toContain('石家庄市')
  const counties = await list({ id: 130100 })
  expect(counties[0]).toMatchObject({ parentId: '130100', level: 3, hasChildren: 0 })
  expect(counties.every(({ path }: { path: string }) => path.startsWith('河北省石家庄市'))).toBe(true)
  expect(await list({ id: counties[0].id })).toEqual([])
})

test('by name, in the whole country or below one', async () => {
  expect(await names({ name: '正定' })).toEqual(['正定县'])
  expect((await list({ name: '鼓楼区' })).length).toBeGreaterThan(1)
  expect((await list({ name: '鼓楼区', id: '320000' })).map(({ path }: { path: string }) => path)).toEqual([
    '江苏省南京市鼓楼区',
    '江苏省徐州市鼓楼区',
  ])
  expect(await list({ name: '县', size: 3 })).toHaveLength(3)
})

test('every region stands below one that is there', async () => {
  const { byId, count } = { byId: new Set<string>(), count: { n: 0 } }
  for (const province of await list()) {
    byId.add(province.id)
    for (const city of await list({ id: province.id }))
      count.n += 1 + (city.hasChildren ? (await list({ id: city.id })).length : 0)
  }
  expect(byId.size + count.n).toBe(3351)
})

test.each([['abc'], ['999999'], ['130101999']])('what is no region is refused: %s', async (id) => {
  expect((await server.anyone.call('region.list', { id })).errorCode).not.toBe('0')
})
