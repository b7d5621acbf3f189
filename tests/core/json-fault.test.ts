import { expect, test } from 'vitest'
import { jsonFault } from '../../core/json-fault.ts'

test.each([
  ['', '内容是空的'],
  ['{"a":"中文', '没有写完'],
  ['{"a":1', '没有写完'],
  ['{a:1}', '第 2 个字符附近'],
  ['{"a":1,}', '第 8 个字符附近'],
  ['{"a":"中文" "b"}', '第 11 个字符附近'],
  ['{"a":"\\q"}', '第 8 个字符附近'],
  ['[1] x', '第 5 个字符附近'],
  ['{\n "a": 1\n "b": 2\n}', '第 3 行第 2 个字符附近'],
  ['{"a":"x\ny"}', '第 8 个字符附近'],
])('where %j is no JSON', (text, says) => {
  expect(jsonFault(text)).toBe(says)
})
