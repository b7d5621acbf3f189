import { z } from 'zod'
import { themeGroups } from '../domain/theme-groups.ts'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import {
  choice,
  chosen,
  count,
  filter,
  id,
  idText,
  int,
  nameOf,
  page,
  pageOf,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from './shared.ts'

/** The groups of topics, as they are called. */
export const themeFamilies: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(themeGroups).map(([area, { noun }]) => [area, noun]),
)
/** What is counted of a month: the numbers that may be corrected. */
export const countedOf = { received: '收到', passed: '通过', shown: '显示', answered: '已回复' } as const
export type CountedName = keyof typeof countedOf

const counted = {
  received: count('收到', '条'),
  passed: count('通过', '条'),
  shown: count('显示', '条'),
  answered: count('已回复', '条'),
}
/** What is told of a month: as counted, and as somebody corrected it. */
export const themeCountRow = row({
  id: idText(),
  month: words('月份'),
  family: chosen('话题组', themeFamilies),
  ...counted,
  countedReceived: count('统计收到', '条'),
  countedPassed: count('统计通过', '条'),
  countedShown: count('统计显示', '条'),
  countedAnswered: count('统计已回复', '条'),
  countedAt: when('统计时间'),
  reason: words('更正理由'),
  updatedByName: nameOf('updatedBy', '更正人'),
  updatedAt: when('更正时间'),
  version: count('版本'),
})

const month = () =>
  sampled(
    text('月份', 7, 1)
      .trim()
      .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, '应为 2026-11 的形式'),
    '2026-10',
  )
const search = {
  family: filter(choice('话题组', themeFamilies)),
  month: filter(month()),
  startTime: filter(time('月份起')),
  endTime: filter(time('月份止', 'end')),
}
const seen = { effect: 'read', repeat: true, access: { like: 'themeCount_list' } } as const
const staff = { method: 'POST', send: 'body' } as const
const one = { method: 'POST', send: 'query', input: z.object({ id: id() }), output: themeCountRow, ...seen } as const
const byMonth = {
  ...staff,
  payload: 'themeCountSerachDto',
  input: z.object(search),
  output: z.array(themeCountRow),
  ...seen,
} as const
const most = 10_000_000
const corrected = (title: string) => int(title, 0, most, '条').nullish()

/** How many topics each month had, and what was corrected of that (other-calls, /themeCount; main-console, /admin/themeCount). */
export const themeCount = {
  list: endpoint({
    ...staff,
    path: '/themeCount/list',
    payload: 'baseSearchDto',
    input: z.object({ ...search, ...page }),
    output: pageOf(themeCountRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'readonly'],
    says: '分页查询各月的话题数，统计的和更正的',
  }),
  get: endpoint({ ...one, path: '/themeCount/get', says: '查看一个月的话题数' }),
  adminGet: endpoint({ ...one, path: '/admin/themeCount/get', says: '查看一个月的话题数，供更正', verb: false }),
  listByMonth: endpoint({
    ...byMonth,
    path: '/themeCount/listByMonth',
    says: '各月的话题数，按月份排列',
    verb: 'by-month',
  }),
  adminListByMonth: endpoint({
    ...byMonth,
    path: '/admin/themeCount/listByMonth',
    says: '各月的话题数，按月份排列，供更正',
    verb: false,
  }),
  listByMonthExcel: endpoint({
    ...staff,
    path: '/admin/themeCount/listByMonthExcel',
    payload: 'themeCountSerachDto',
    input: z.object(search),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'themeCount_list' },
    says: '导出各月的话题数',
    tells: '导出各月的话题数',
    verb: false,
  }),
  addMonthHistoryThemeCount: endpoint({
    ...staff,
    path: '/themeCount/addMonthHistoryThemeCount',
    payload: 'baseSearchDto',
    input: z.object({ month: month(), family: search.family }),
    output: z.array(themeCountRow),
    effect: 'write',
    repeat: true,
    access: 'granted',
    roles: ['auditor'],
    says: '重新统计一个月的话题数；更正过的数照旧',
    right: '统计和更正各月的话题数',
    tells: '统计话题数{}',
    verb: 'recount',
  }),
  edit: endpoint({
    ...staff,
    path: '/admin/themeCount/edit',
    payload: 'body',
    input: z.object({
      id: id(),
      received: corrected('收到'),
      passed: corrected('通过'),
      shown: corrected('显示'),
      answered: corrected('已回复'),
      reason: sampled(text('更正理由', 500, 1).trim(), '系统启用前另有八条纸质登记的话题'),
      version,
    }),
    output: themeCountRow,
    effect: 'write',
    access: { like: 'themeCount_addMonthHistoryThemeCount' },
    sample: ['received'],
    says: '更正一个月的话题数，须写明理由；没有写的照旧，写空即去掉更正',
    tells: '更正话题数{}',
    verb: 'correct',
  }),
}
