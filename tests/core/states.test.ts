import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AreaName, areas, statesOf, wholeContract } from '../../core/contract/areas.ts'
import { applyFlow } from '../../core/domain/apply-states.ts'
import { articleStates, type MoveName } from '../../core/domain/article-states.ts'
import { mailFlow } from '../../core/domain/mail-states.ts'
import { besideAct, undone } from '../../core/domain/states.ts'
import { formatTime, parseMoment, parseTime } from '../../core/domain/time.ts'

test('a history calls a reason only what somebody gave as one', () => {
  expect(besideAct('驳回', '内容不明确')).toBe('理由：内容不明确')
  expect(besideAct('交办', '协办：水利局')).toBe('协办：水利局')
  expect(besideAct('转办', '不再协办：水利局')).toBe('不再协办：水利局')
  expect(besideAct('交办', '请会商；协办：水利局')).toBe('意见：请会商；协办：水利局')
  expect(besideAct('协办答复', '水利局')).toBe('部门：水利局')
})

const { target, alreadyThere, illegal, moves } = articleStates

test('the table of moves allows just the moves of the workflow', () => {
  const allowed = (Object.keys(moves) as MoveName[]).flatMap((move) =>
    ([0, 1, 2, 3, 4, 5] as const).flatMap((from) =>
      target(move, from) === null ? [] : [`${from} ${move} ${target(move, from)}`],
    ),
  )
  expect(allowed).toEqual([
    '3 submit 1',
    '4 submit 1',
    '5 submit 1',
    '1 accept 0',
    '0 recheck 0',
    '1 acceptReject 4',
    '0 approve 2',
    '0 reject 4',
    '2 takeDown 5',
    '0 delete deleted',
    '1 delete deleted',
    '3 delete deleted',
    '4 delete deleted',
    '5 delete deleted',
  ])
})

test('an item that is where the move leads counts as there', () => {
  expect(alreadyThere('approve', 2)).toBe(true)
  expect(alreadyThere('accept', 2)).toBe(false)
})

test('a refusal names the state that is and the one that was wanted', () => {
  expect(illegal('approve', 1)).toBe('当前为「待审核」，不能审核通过：只有「待发布」的文章可以改为「已发布」')
  expect(illegal('reject', 3)).toBe('当前为「编辑中」，不能驳回：还没有提交审核，可以修改、提交或删除')
  expect(illegal('delete', 2)).toBe('当前为「已发布」，不能删除：它在网站上，请先下架')
})

test.each([
  ['2026-11-21', '2026-11-21 00:00:00', '2026-11-21 23:59:59'],
  ['2026-11-21 09:05', '2026-11-21 09:05:00', '2026-11-21 09:05:00'],
  ['2026-11-21T01:05:00Z', '2026-11-21 09:05:00', '2026-11-21 09:05:00'],
  ['2026-11-21T09:05:00+08:00', '2026-11-21 09:05:00', '2026-11-21 09:05:00'],
  ['2026-11-21T06:35:00+05:30', '2026-11-21 09:05:00', '2026-11-21 09:05:00'],
  ['9999-12-31', '9999-12-31 00:00:00', '9999-12-31 23:59:59'],
  ['2026-11-20T21:35:00-03:30', '2026-11-21 09:05:00', '2026-11-21 09:05:00'],
])('reads the time %s', (text, start, end) => {
  expect(formatTime(parseTime(text) as number)).toBe(start)
  expect(formatTime(parseTime(text, 'end') as number)).toBe(end)
})

test.each([
  '2026-11-21T09:05:00+15:00',
  '2026-11-21T09:05:00-08:60',
  '9999-12-31T23:59:59Z',
  '1899-12-31',
  '2026-02-30',
  '2026-13-01',
  '21.11.2026',
  'x',
  '2026-11-21 25:00',
  '',
  "1' or 1=1",
])('refuses the time %j', (text) => {
  expect(parseTime(text)).toBeNull()
})

test('a day that was read before is read alike', () => {
  const start = parseTime('2026-11-22 00:00:00') as number
  for (let second = 0; second < 86_400; second += 997)
    for (const bound of ['start', 'end'] as const)
      expect(parseTime(formatTime(start + second * 1000), bound)).toBe(
        start + second * 1000 + (bound === 'end' ? 999 : 0),
      )
  for (const wrong of ['24:00:00', '23:60:00', '23:59:60', '2 :00:00', '23.00:00', '23:00-00', 'aa:bb:cc'])
    expect(parseTime(`2026-11-22 ${wrong}`), wrong).toBeNull()
  expect(formatTime(parseTime('2026-11-22T23:00:00Z') as number)).toBe('2026-11-23 07:00:00')
})

test('reads moments of the command line', () => {
  const now = parseTime('2026-11-21 09:05:00') as number
  const at = (text: string, bound: 'start' | 'end' = 'start') => formatTime(parseMoment(text, now, bound) as number)
  expect(at('1h')).toBe('2026-11-21 08:05:00')
  expect(at('7d')).toBe('2026-11-14 09:05:00')
  expect(at('today')).toBe('2026-11-21 00:00:00')
  expect(at('2026-10')).toBe('2026-10-01 00:00:00')
  expect(at('2026-10', 'end')).toBe('2026-10-31 23:59:59')
})

test('every table of moves is named by its area, and no other', async () => {
  const folder = new URL('../../core/domain/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('-states.ts'))
  const tables = await Promise.all(
    files.map(async (file) =>
      Object.values(await import(new URL(file, folder).href)).find((one) => Object.hasOwn(one as object, 'moves')),
    ),
  ).then((found) => found.filter((one) => one !== undefined))
  const named = Object.entries(await wholeContract()).map(([area, calls]) => [area, statesOf(calls)] as const)
  expect(new Set(named.flatMap(([, states]) => states ?? []))).toEqual(new Set(tables))
  for (const [area, states] of named) expect(areas[area as AreaName].states ?? false, area).toBe(states !== null)
})

test('only moves that undoing takes back are said to be taken back by it', () => {
  expect(undone(mailFlow)).toBe(
    '审核通过、要求补充、退回重办、办结不公开、公开、撤下、不予受理、移入垃圾信件、移出垃圾信件',
  )
  expect(undone(applyFlow)).toBe('确认收到、不予登记、退回重办、签发答复、公开、撤下')
})
