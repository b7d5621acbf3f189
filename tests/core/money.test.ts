import { expect, test } from 'vitest'
import { moneyCompanyOf, moneyIn, moneyShare, moneyWords } from '../../core/domain/money.ts'

test('amounts are shown in 万元, and from 10,000 of them on in 亿元, with nothing rounded away', () => {
  expect([0, 860, 9999, 10_000, 12_500, 12_345, 100_000_000].map((money) => moneyWords(money))).toEqual([
    ...['0 万元', '860 万元', '9999 万元', '1 亿元', '1.25 亿元', '1.2345 亿元', '10000 亿元'],
  ])
  expect([moneyWords(null), moneyWords(undefined)]).toEqual([null, null])
})

test('what is shown is read back as the same amount', () => {
  for (const money of [0, 1, 9999, 10_000, 10_001, 12_345, 99_999_999])
    expect(moneyIn(moneyShare(money), moneyCompanyOf(money))).toBe(money)
  expect([moneyIn('1.5', 2), moneyIn('1.50', 2), moneyIn('3.0', 1)]).toEqual([15_000, 15_000, 3])
  expect(['', '1.5', '-1', '一百', '1e3', '1000000000'].map((text) => moneyIn(text, 1))).toEqual(Array(6).fill(null))
  expect([moneyIn('0.00001', 2), moneyIn('10001', 2)]).toEqual([null, null])
})
