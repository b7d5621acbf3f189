import { z } from 'zod'
import { themeGroups } from '../domain/theme-groups.ts'
import { endpoint } from './endpoint.ts'
import { countsCall } from './moves.ts'
import { bulk, choice, count, filter, fixedPage, id, idText, page, pageOf, row, text, words } from './shared.ts'
import { auditCall, judged, openList, topicCalls } from './theme/calls.ts'
import { topicBrief, topicSearch } from './theme/rows.ts'

const group = themeGroups.theme
const search = topicSearch(group)
const staff = { method: 'POST', send: 'body' } as const
const seen = { effect: 'read', repeat: true, access: { like: 'theme_list' } } as const
const counted = { deptName: filter(text('部门', 100)), startTime: search.startTime, endTime: search.endTime }
const byPeople = {
  ...staff,
  payload: 'baseThemeSerachDto',
  input: z.object({ peopleId: filter(id('群众用户')), title: search.title, state: search.state, ...page }),
  ...seen,
}

/** How many topics each department has. */
export const topicCountRow = row({
  id: idText('部门编号'),
  deptName: words('部门'),
  received: count('承办', '条'),
  waiting: count('待审核', '条'),
  passed: count('已通过', '条'),
  shown: count('正在显示', '条'),
  answered: count('已回复', '条'),
})

/** Topics of discussion, their audit and their counts (other-calls, /theme). */
export const theme = {
  ...topicCalls(group),
  examine: auditCall(group, '/theme/examine', 'themeDto'),
  examineAll: endpoint({
    ...staff,
    path: '/theme/examineAll',
    payload: 'themeDto',
    input: z.object({ ...search, audit: choice('审核结果', judged), reason: text('理由', 500).trim().nullish() }),
    output: bulk,
    effect: 'write',
    access: { like: 'theme_pass' },
    says: '审核符合条件的全部话题，通过或驳回',
    tells: '审核符合条件的话题{}',
    verb: 'audit-all',
  }),
  queryStateThemeAll: endpoint({
    ...staff,
    path: '/theme/queryStateThemeAll',
    input: z.object(search).omit({ state: true }),
    output: countsCall(group.flow, 'theme_list', z.object({})).output,
    ...seen,
    says: '各审核状态的话题数',
    verb: false,
  }),
  listByPeopleId: endpoint({
    ...byPeople,
    path: '/theme/listByPeopleId',
    output: pageOf(topicBrief),
    says: '一个群众用户提出的话题；不写编号即为全部群众用户的',
    verb: 'of-people',
  }),
  themeListBypeopleId: endpoint({
    ...byPeople,
    path: '/theme/themeListBypeopleId',
    output: pageOf(topicBrief),
    says: '一个群众用户提出的话题，与 listByPeopleId 相同',
    verb: false,
  }),
  hotThemeList: openList(group, '/theme/hotThemeList', '回复最多的话题'),
  themeRecommendList: openList(group, '/theme/themeRecommendList', '推荐的话题', { payload: 'baseSearchDto' }),
  zcwdThemeList: openList(group, '/theme/zcwdThemeList', '政策咨询的问题', { payload: 'baseSearchDto' }),
  themeCountList: endpoint({
    ...staff,
    path: '/theme/themeCountList',
    input: z.object({ ...counted, ...fixedPage() }),
    output: pageOf(topicCountRow),
    ...seen,
    says: '各部门的话题数，直接从话题统计',
    verb: 'count',
  }),
  themeCountExcel: endpoint({
    ...staff,
    path: '/theme/themeCountExcel',
    input: z.object(counted),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'theme_list' },
    says: '导出各部门的话题数',
    tells: '导出各部门的话题数',
    verb: false,
  }),
}
