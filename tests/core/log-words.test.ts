import { expect, test } from 'vitest'
import { changesIn, meaningsOf, withNames } from '../../web/screens/log/readable.ts'

test('a field is called what the call that wrote the row calls it, and a choice is replaced whole', async () => {
  const until = { peopleState: 1, endTime: '2026-12-01 23:59:59', reason: '发布广告' }
  const changes = changesIn({ peopleState: 0 }, until, await meaningsOf('people.banAudit'))
  expect(changes.map(({ title, before, after, whole }) => [title, before, after, whole])).toEqual([
    ['状态', '正常', '冻结', true],
    ['到期时间', '', '2026-12-01 23:59:59', false],
    ['原因', '', '发布广告', false],
  ])
  const closed = changesIn({ state: 1, title: '甲' }, { state: 2, title: '乙' }, await meaningsOf('assignment.close'))
  expect(closed.map(({ before, after, whole }) => [before, after, whole])).toEqual([
    ['办理中', '已办结', true],
    ['甲', '乙', false],
  ])
})

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

test('a department stands there by its name, and is replaced whole', async () => {
  const names = [
    { field: 'deptId', id: '4', name: '提案委员会' },
    { field: 'deptId', id: '2', name: '农业和农村委员会' },
  ]
  const [change] = changesIn({ deptId: 2 }, { deptId: 4 }, withNames(await meaningsOf('user.move'), names))
  expect(change).toMatchObject({ before: '农业和农村委员会', after: '提案委员会', whole: true })
})

test('what was done many times says how often, and when last', async () => {
  const after = { times: 3, lastAt: '2026-11-26 20:44:01' }
  const changes = changesIn(null, after, await meaningsOf('user.setState'))
  expect(changes.map(({ title, after: says }) => [title, says])).toEqual([
    ['次数', '3'],
    ['最近一次', '2026-11-26 20:44:01'],
  ])
})
