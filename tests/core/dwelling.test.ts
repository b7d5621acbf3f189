import { expect, test } from 'vitest'
import { seekerIn } from '../../core/words/hide.ts'

const flat = '陕西省渭南市青石县城关镇红旗小区3号楼2单元501室'
const farm = '青石县史家镇史家村三组12号'

test.each([
  [flat, '位于红旗小区3号楼2单元501室的房屋'],
  [flat, '红旗小区3#2单元501的房屋'],
  [flat, '红旗小区3栋2单元501'],
  [flat, '红旗小区三栋二单元五零一'],
  [flat, '红旗小区3-2-501'],
  [flat, '红旗小区的3号楼501'],
  [flat, '你家在3号楼2单元501室'],
  [farm, '史家村三组十二号的宅基地'],
  [farm, '史家村3组12号'],
  ['青石县仓颉路15号', '仓颉路15号'],
])('%s is told by %s', (address, text) => {
  expect(seekerIn(text).lives(address)).toBe(true)
})

test.each([
  [flat, '红旗小区共有3栋楼，2026年增加501个车位'],
  [flat, '红旗小区3号楼2单元502室'],
  [flat, '红旗小区13号楼2单元501室'],
  [flat, '国务院令第711号第3条第2款'],
  [farm, '史家村十二组3号'],
  ['青石县仓颉路', '仓颉路15号'],
])('%s is not told by %s', (address, text) => {
  expect(seekerIn(text).lives(address)).toBe(false)
})

test('a long text of numbers takes no longer than its length', () => {
  const cost = (length: number) => {
    const text = '3号2单元'.repeat(length / 5)
    const start = performance.now()
    seekerIn(text).lives(flat)
    return performance.now() - start
  }
  cost(50_000)
  expect(cost(200_000)).toBeLessThan(Math.max(cost(20_000), 10) * 60)
})
