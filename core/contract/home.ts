import { z } from 'zod'
import { newsStatus, yesNo } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import { choice, chosen, count, filter, idOf, idText, nothing, row, time, words } from './shared.ts'

/** How a series of dates is cut. */
export const dateKinds = { day: '按日', month: '按月' } as const

/** What statistics are narrowed by. */
const search = {
  deptId: filter(idOf('dept')),
  columnId: filter(idOf('column')),
  status: filter(choice('状态', newsStatus)),
  startTime: filter(time('发布时间起')),
  endTime: filter(time('发布时间止', 'end')),
}
const number = (title: string) => z.number().meta({ title })
const ofColumn = { columnId: idText('栏目编号'), columnName: words('栏目') }
const ofDept = { deptId: idText('部门编号').nullable(), deptName: words('部门') }
const counted = row({ ...ofColumn, count: number('文章'), published: number('已发布') })

const states = Object.fromEntries(Object.entries(newsStatus).map(([state, title]) => [`s${state}`, number(title)]))
/** A department's articles by their states. */
const deptLine = row({ ...ofDept, ...states, total: number('合计') })

const statistics = {
  method: 'POST',
  send: 'body',
  payload: 'dataSearchDto',
  effect: 'read',
  repeat: true,
  access: { like: 'home_deptDataCountExcel' },
} as const

/** Statistics of the home screens (main-console §7): articles within the caller's scope, those in the recycle bin left out. */
export const home = {
  site: endpoint({
    method: 'GET',
    path: '/x/home/site',
    send: 'none',
    own: true,
    input: nothing,
    output: row({ name: z.string().meta({ title: '网站名称' }), byMobile: chosen('可用短信登录', yesNo) }),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '登录页显示网站名称，可用短信登录时给出入口',
    says: '网站的名称，以及可否用短信登录',
  }),
  columnCount: endpoint({
    ...statistics,
    path: '/api/home/columnCount',
    input: z.object(search),
    output: z.array(counted),
    says: '各栏目的文章数',
  }),
  categoryCountlist: endpoint({
    ...statistics,
    path: '/api/home/categoryCountlist',
    input: z.object({ ...search, columnId: filter(idOf('column', '上级栏目')) }),
    output: z.array(counted),
    says: '一个栏目的各下级栏目的文章数，含它们的下级',
  }),
  categoryDateCount: endpoint({
    ...statistics,
    path: '/api/home/categoryDateCount',
    input: z.object({ ...search, dateType: filter(choice('分段', dateKinds)) }),
    output: z.array(row({ date: z.string().meta({ title: '日期' }), count: number('文章') })),
    says: '每日或每月的文章数',
  }),
  deptByColumnCount: endpoint({
    ...statistics,
    path: '/api/home/deptByColumnCount',
    input: z.object(search),
    output: z.array(
      row({ ...ofDept, total: number('合计'), columns: z.array(row({ ...ofColumn, count: number('文章') })) }),
    ),
    says: '各部门在各栏目的文章数',
  }),
  deptCount: endpoint({
    ...statistics,
    path: '/api/home/deptCount',
    payload: 'reportDto',
    input: z.object({ deptId: search.deptId, startTime: search.startTime, endTime: search.endTime }),
    output: z.array(row({ ...ofDept, count: count('报送') })),
    says: '各部门的报送数',
  }),
  deptDataCountlist: endpoint({
    ...statistics,
    path: '/api/home/deptDataCountlist',
    input: z.object(search),
    output: z.array(deptLine),
    says: '部门发文统计',
  }),
  deptDataCountExcel: endpoint({
    ...statistics,
    path: '/api/home/deptDataCountExcel',
    input: z.object(search),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    access: 'granted',
    roles: ['auditor'],
    says: '导出部门发文统计',
    verb: 'dept-data',
  }),
}
