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

test('names that stand twice are told', () => {
  expect(configTwins(file({ columns: [column(['要闻']), column(['要闻'])] }))).toEqual([
    { part: 'columns', name: '要闻' },
  ])
})
