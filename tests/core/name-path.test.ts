import { expect, test } from 'vitest'
import { pathNames, pathText } from '../../core/domain/name-path.ts'

const paths = [
  ['甲', '乙'],
  ['甲/乙'],
  ['甲', '乙/丙', '丁'],
  ['"甲"', '乙'],
  ['"甲/乙"'],
  ['甲"乙', '\\'],
  ['"', '/', '\\"/'],
]

test('no two paths are spelled alike, and each is read as it was', () => {
  expect(new Set(paths.map(pathText)).size).toBe(paths.length)
  for (const path of paths) expect(pathNames(pathText(path))).toEqual(path)
  expect([pathText(['甲', '乙']), pathText(['新闻/动态', '会议'])]).toEqual(['甲/乙', '"新闻/动态"/会议'])
})

test('what people typed themselves is read as names', () => {
  expect(pathNames('甲/"乙')).toEqual(['甲', '"乙'])
  expect(pathNames('"甲"乙/丙')).toEqual(['"甲"乙', '丙'])
  expect(pathNames('')).toEqual([''])
})
