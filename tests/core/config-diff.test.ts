import { expect, test } from 'vitest'
import { configDiff, configTwins } from '../../core/domain/config-diff.ts'
import { type ConfigFile, configFormat } from '../../core/domain/config-file.ts'

const column = (path: string[], more: object = {}) => ({
  ...{ path, type: 1, folder: null, keywords: null, description: null, link: null, articleTemplate: null },
  ...{ listTemplate: null, image: null, inNav: 1, sort: 0, ...more },
})
const file = (more: Partial<ConfigFile>): ConfigFile => ({ format: configFormat, ...more })

test('what is alike makes no change, and a part that is absent none either', () => {
  const now = file({ settings: { 'site.name': '甲' }, columns: [column(['要闻'])] })
  expect(configDiff(now, now, true)).toEqual([])
  expect(configDiff(now, file({ settings: { 'site.name': '甲' } }), true)).toEqual([])
})

test('what is new, what differs by field, and what is left over: that only goes when it is asked for, leaves first', () => {
  const now = file({ columns: [column(['要闻']), column(['要闻', '会议']), column(['旧'])] })
  const wanted = file({ columns: [column(['旧'], { sort: 3 }), column(['新'])] })
  const told = (prune: boolean) => configDiff(now, wanted, prune).map(({ kind, name }) => `${kind} ${name}`)
  expect(told(false)).toEqual(['change 旧', 'add 新'])
  expect(told(true)).toEqual(['change 旧', 'add 新', 'remove 要闻/会议', 'remove 要闻'])
  expect(configDiff(now, wanted)[0]?.fields).toEqual([{ field: 'sort', before: 0, after: 3 }])
})

test('an address of this one installation stays where a file of another has none, and is set by one that names it', () => {
  const now = file({ settings: { 'site.base': 'https://a.example/site', 'site.name': '甲' } })
  expect(configDiff(now, file({ settings: { 'site.name': '甲' } }), true)).toEqual([])
  expect(configDiff(now, file({ settings: { 'site.base': 'https://b.example/site' } }))).toHaveLength(1)
})

test('names that stand twice are told where something of them would change, and only there', () => {
  const [one, twins] = [file({ columns: [column(['要闻'])] }), file({ columns: [column(['要闻']), column(['要闻'])] })]
  const told = { part: 'columns', name: '要闻' }
  expect(configTwins(one, twins)).toEqual([{ ...told, there: 1, given: 2 }])
  expect(configTwins(twins, one)).toEqual([{ ...told, there: 2, given: 1 }])
  expect(configTwins(twins, file({ columns: [] }))).toEqual([])
  expect(configTwins(twins, file({ columns: [] }), true)).toEqual([{ ...told, there: 2, given: 0 }])
  // what an older version took can be exported, and applied as it is
  expect(configTwins(twins, twins, true)).toEqual([])
  expect(configDiff(twins, twins, true)).toEqual([])
})

test('a name that holds a slash makes no path, an entry’s code none either', () => {
  const entry = { dictKey: '甲', key: '乙' }
  const now = file({
    columns: [column(['甲']), column(['甲', '乙']), column(['甲/乙'])],
    dicts: [{ dictKey: '甲' }, entry, { dictKey: '甲/乙' }],
  })
  expect(configTwins(now, now, true)).toEqual([])
  expect(configDiff(now, now, true)).toEqual([])
  const wanted = file({ columns: [column(['甲/乙'], { sort: 1 })], dicts: [{ ...entry, name: '丙' }] })
  expect(configDiff(now, wanted).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['change "甲/乙"', 'change 甲/乙'])
})

test('a role’s name is nobody’s alias', () => {
  const shipped = { alias: 'auditor', name: '审核员', keys: ['a'] }
  const now = file({ roles: [shipped, { alias: null, name: 'auditor', keys: [] }] })
  const wanted = file({ roles: [{ alias: 'auditor', keys: ['a', 'b'] }] })
  expect(configTwins(now, now, true)).toEqual([])
  const [change] = configDiff(now, wanted)
  expect(change).toMatchObject({ name: 'auditor', thing: { alias: 'auditor', keys: ['a', 'b'] } })
  expect(change?.fields[0]?.before).toEqual(['a'])
  expect(configDiff(now, file({ roles: [{ name: 'auditor', keys: ['c'] }] }))[0]).toMatchObject({
    ...{ name: 'auditor（无标识）', fields: [{ before: [], after: ['c'] }] },
  })
})
