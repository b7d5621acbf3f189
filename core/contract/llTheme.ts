import { z } from 'zod'
import { themeGroups } from '../domain/theme-groups.ts'
import { endpoint } from './endpoint.ts'
import { filter, id, int, page, pageOf, time } from './shared.ts'
import { auditCall, topicCalls } from './theme/calls.ts'
import { topicBrief, topicOpen, topicOpenWhole, topicSearch } from './theme/rows.ts'

const group = themeGroups.llTheme
const search = topicSearch(group)
const open = '只有正在显示的诉求，姓名只有姓氏'

/** Topics of the members' exchange with the public: requests, questions (other-calls, /ll/theme and /llweb/theme). Proposals stand apart (proposal.ts). */
export const llTheme = {
  ...topicCalls(group),
  qnsqlist: endpoint({
    method: 'POST',
    path: '/ll/theme/qnsqlist',
    send: 'body',
    payload: 'theme',
    input: z.object(search).omit({ kind: true }).extend(page),
    output: pageOf(topicBrief),
    effect: 'read',
    repeat: true,
    access: { like: 'llTheme_list' },
    says: '分页查询诉求',
    verb: 'requests',
  }),
  themeAudit: auditCall(group, '/ll/theme/themeAudit', 'idsAuditDto'),
  themeExcel: endpoint({
    method: 'POST',
    path: '/ll/theme/themeExcel',
    send: 'body',
    payload: 'baseSearchDto',
    input: z.object(search),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: 'granted',
    roles: ['auditor'],
    says: '导出履职话题',
    tells: '导出履职话题',
    verb: false,
  }),
  appealList: endpoint({
    method: 'POST',
    path: '/llweb/theme/appeal/list',
    send: 'query',
    input: z.object({
      pageNumber: int('页码', 1, 1_000_000),
      pageSize: int('每页条数', 1, 200),
      startTime: filter(time('提交时间起')),
      endTime: filter(time('提交时间止', 'end')),
    }),
    output: pageOf(topicOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open,
    says: '查询正在显示的诉求',
  }),
  appealGet: endpoint({
    method: 'POST',
    path: '/llweb/theme/appeal/get',
    send: 'body',
    payload: 'idDto',
    input: z.object({ id: id('诉求') }),
    output: topicOpenWhole,
    effect: 'read',
    repeat: true,
    access: 'public',
    open,
    rows: 'appealList',
    says: '查看一条正在显示的诉求和它的回复',
  }),
}
