import { expect, test } from 'vitest'
import { ids } from '../../core/contract/shared.ts'

const read = (value: unknown) => {
  const { data, error } = ids('文章').safeParse(value)
  return data ?? error?.issues[0]?.message
}

test('several ids come in one text or as a list, each once, blanks between them passed over', () => {
  expect(read('3, 1,,3,')).toEqual([3, 1])
  expect(read(['1,2', 3, ''])).toEqual([1, 2, 3])
  expect(read(Array.from({ length: 10_000 }, (_, i) => i + 1).join(','))).toHaveLength(10_000)
  expect(read(`${Array.from({ length: 10_000 }, (_, i) => i + 1).join(',')},`)).toHaveLength(10_000)
})

test('of a text with more than may come only so many are looked at', () => {
  expect(read('1,'.repeat(10_001))).toBe('一次最多 10000 个编号')
  // what stands far behind the most that may come is not read any more
  expect(read(`${'1,'.repeat(450_000)}x`)).toBe('一次最多 10000 个编号')
  expect(read(','.repeat(450_000))).toMatch(/至少要有一个编号|一次最多/)
})
