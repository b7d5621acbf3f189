import { expect, test } from 'vitest'
import { placesOf } from '../../server/areas/user/places.ts'

test('a department whose name holds a slash is none below another one, and each is named by a spelling of its own', () => {
  const dept = (id: number, name: string, parentId = 0) => ({ id, name, parentId, state: 0 })
  const places = placesOf([dept(1, '林业局'), dept(2, '办公室', 1), dept(3, '林业局/办公室'), dept(4, '办公室')])
  const ids = (way: string) => places.get(way)?.map(({ id }) => id)
  expect([ids('林业局/办公室'), ids('办公室')]).toEqual([
    [2, 3],
    [2, 4],
  ])
  for (const [way, those] of places)
    if (those.length > 1) for (const { id, path } of those) expect([way, path, ids(path)]).toEqual([way, path, [id]])
  expect(places.get('林业局/办公室')?.map(({ path }) => path)).toEqual(['/林业局/办公室', '"林业局/办公室"'])
})
