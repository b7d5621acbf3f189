import { onBoth } from './both.ts'
import type { Question } from './callers.ts'
import { fillLog, readers, sizes } from './log-fill.ts'

/** What a list may take of which 99 of 100 take less; what looks into texts, and the numbers of a span, may take six times as long. */
const goalMs = 50
const calls = 60

type Who = keyof typeof readers
const page = { pageNumber: 1, pageSize: 20 }

/** Every filter by itself, the sorts, words of the several places where they stand, and the numbers. */
const searches: readonly (readonly [says: string, search: object])[] = [
  ['全部', {}],
  ['按时间，最早在前', { sortField: 'at', sortOrder: 'asc' }],
  ['第 5,000 页', { pageNumber: 5000 }],
  ['账号', { userAccount: 'renshi5' }],
  ['没有的账号', { userAccount: 'nobody' }],
  ['部门', { deptId: 2 }],
  ['业务', { area: 'article' }],
  ['业务，没有的', { area: 'workday' }],
  ['未成功', { outcome: 2 }],
  ['成功', { outcome: 1 }],
  ['种类', { kind: 'login' }],
  ['没有权限', { mark: 'refused' }],
  ['导出', { mark: 'exported' }],
  ['接口', { call: 'user.save' }],
  ['对象编号', { targetId: 77 }],
  ['一周', { startTime: '2026-11-01', endTime: '2026-11-07' }],
  ['一周未成功，按时间', { startTime: '2026-11-01', endTime: '2026-11-07', outcome: 2, sortField: 'at' }],
  ['关键词，理由', { keyword: '错别字' }],
  ['关键词，事项', { keyword: '修改' }],
  ['关键词，姓名', { keyword: '王伟' }],
  ['关键词，文章', { keyword: '第 77 次会议' }],
  ['关键词，没有的', { keyword: '没有此事' }],
  ['关键词，一句', { keyword: '修改《第 77 次会议》' }],
]

const lists = (who: Who): Question<Who>[] =>
  searches.map(([says, search]) => [`${who} ${says}`, who, '/log/list', { ...page, ...search }])
const numbers = (who: Who): Question<Who>[] => [
  [`${who} 统计`, who, '/x/log/stats', {}],
  [`${who} 统计，一年`, who, '/x/log/stats', { startTime: '2025-11-29', endTime: '2026-11-28' }],
  [`${who} 统计，关键词`, who, '/x/log/stats', { keyword: '错别字' }],
]

/** What is asked of the log: by who reads all of it, and by who reads what one department did. */
export const questions: readonly Question<Who>[] = [
  ...lists('all'),
  ...numbers('all'),
  ...lists('branch'),
  ...numbers('branch'),
]

/** Lists and numbers of a year's log. */
export const main = (): Promise<void> =>
  onBoth<Who>({
    ...{ name: 'log', says: `${sizes.rows} 条日志`, accounts: readers, goalMs, calls, fill: fillLog },
    questions,
  })
