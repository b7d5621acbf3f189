import { expect, test } from 'vitest'
import { changesIn, meaningsOf } from '../../web/screens/log/readable.ts'

test('a number that names somebody stands in the log under the title of its name', async () => {
  const titles = async (call: string, fields: readonly string[]) => {
    const side = Object.fromEntries(fields.map((field) => [field, 1]))
    return changesIn(null, side, await meaningsOf(call)).map(({ title }) => title)
  }
  expect(await titles('assignment.close', ['state', 'closedBy', 'closedAt'])).toEqual([
    '办理状态',
    '办结人',
    '办结时间',
  ])
  expect(await titles('suggestion.answer', ['reply', 'repliedBy', 'deptId'])).toEqual(['答复', '答复人', '承办部门'])
})
