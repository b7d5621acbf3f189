import { z } from 'zod'
import { logKinds, logMarks, logOutcomes } from '../domain/enums.ts'
import { areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import {
  choice,
  chosen,
  count,
  filter,
  id,
  idOf,
  idText,
  nothing,
  oneLine,
  onlyId,
  page,
  pageOf,
  row,
  text,
  time,
  when,
  words,
} from './shared.ts'

/** What people call the areas, as a row's call begins with one. */
export const areaWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(areas as Readonly<Record<string, { readonly says: string }>>).map(([name, { says }]) => [name, says]),
)

/** By what the log is narrowed: an area, or what belongs to none of them, as rows of older versions. */
export const logAreas: Readonly<Record<string, string>> = { ...areaWords, none: '其他' }

const search = z.object({
  userAccount: filter(text('账号', 100)),
  deptId: filter(idOf('dept', '现在的部门（含下级）')),
  area: filter(choice('业务', logAreas)),
  outcome: filter(choice('结果', logOutcomes)),
  kind: filter(choice('种类', logKinds)),
  mark: filter(choice('留意', logMarks)),
  call: filter(text('接口', 100)),
  keyword: filter(text('关键词', 100)),
  targetId: filter(id('对象编号')),
  startTime: filter(time('时间起')),
  endTime: filter(time('时间止', 'end')),
  ...page,
})

const counted = { n: count('条数') }
/** How many days are counted together at most, and how many where nobody says. */
export const logDaysMax = 366
export const logDaysUsual = 30
/** How many people are named in the numbers. */
export const logPeopleMost = 50

/** A row of the log as replies show it. */
export const logRow = row({
  logId: idText('编号'),
  at: when('时间'),
  kind: chosen('种类', logKinds),
  userId: idText('用户').nullable(),
  userAccount: words('账号'),
  userName: words('姓名'),
  address: words('地址'),
  call: words('接口'),
  says: words('操作'),
  sentence: words('事项'),
  targets: z
    .array(
      row({
        id: idText(),
        kind: z.string().meta({ title: '种类' }),
        name: words('名称'),
        there: z.boolean().meta({ title: '可以打开' }),
      }),
    )
    .meta({ title: '涉及' }),
  targetIds: z.array(z.string()).meta({ title: '对象' }),
  names: z
    .array(row({ field: z.string().meta({ title: '字段' }), id: idText(), name: words('名称') }))
    .meta({ title: '所指的名称' })
    .optional(),
  before: z.unknown().meta({ title: '修改前' }),
  after: z.unknown().meta({ title: '修改后' }),
  result: words('结果'),
  requestId: words('请求编号'),
})

const month = {
  month: z.string().meta({ title: '月份' }),
  firstId: idText('首条编号'),
  lastId: idText('末条编号'),
  count: z.number().meta({ title: '条数' }),
}
/** A month that may leave the database. */
const monthRow = row(month)
/** A month that has left the database. */
export const archiveRow = row({ ...month, file: z.string().meta({ title: '文件' }), at: when('归档时间') })

/** The operation log: append-only and hash-chained (docs/rules.md, Log). */
export const log = {
  list: endpoint({
    method: 'POST',
    path: '/log/list',
    send: 'body',
    payload: 'systemLogSearch',
    input: search,
    output: pageOf(logRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['readonly'],
    says: '查询操作日志',
  }),
  systemLogList: endpoint({
    method: 'POST',
    path: '/systemLogList',
    send: 'body',
    payload: 'baseSystemLogSearchDto',
    input: search,
    output: pageOf(logRow),
    effect: 'read',
    repeat: true,
    access: { like: 'log_list' },
    says: '查询系统日志',
  }),
  stats: endpoint({
    method: 'POST',
    path: '/x/log/stats',
    send: 'body',
    own: true,
    input: search.omit({ pageNumber: true, pageSize: true, sortField: true, sortOrder: true, afterId: true }),
    output: row({
      startTime: when('时间起'),
      endTime: when('时间止'),
      total: count('合计'),
      days: z.array(row({ day: z.string().meta({ title: '日期' }), ...counted })).meta({ title: '按日' }),
      areas: z.array(row({ area: words('业务代码'), says: words('业务'), ...counted })).meta({ title: '按业务' }),
      people: z
        .array(row({ userAccount: words('账号'), userName: words('姓名'), ...counted }))
        .meta({ title: '按人员' }),
      outcomes: z.array(row({ outcome: chosen('结果', logOutcomes), ...counted })).meta({ title: '按结果' }),
      kinds: z.array(row({ kind: chosen('种类', logKinds), ...counted })).meta({ title: '按种类' }),
      marks: z.array(row({ mark: chosen('留意', logMarks), ...counted })).meta({ title: '需要留意' }),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'log_list' },
    says: '统计操作日志：按日、业务、人员、结果、种类，条件与查询相同，默认最近 30 天',
  }),
  systemLogSave: endpoint({
    method: 'POST',
    path: '/log/systemLogSave',
    send: 'body',
    payload: 'dingSystemLog',
    input: z.object({
      says: oneLine('内容', 500),
      detail: oneLine('详情', 1000, 0).nullish(),
      result: oneLine('结果', 200, 0).nullish(),
    }),
    wire: { says: 'content' },
    output: onlyId,
    effect: 'count',
    access: 'login',
    forScripts: true,
    says: '记录客户端日志',
  }),
  check: endpoint({
    method: 'POST',
    path: '/x/log/check',
    send: 'body',
    own: true,
    input: z.object({
      anchors: z
        .array(text('锚点', 500, 1))
        .max(1000)
        .meta({ title: '另行保管的锚点' })
        .nullish(),
    }),
    output: row({
      whole: z.boolean().meta({ title: '完整' }),
      rows: z.number().meta({ title: '已核对' }),
      anchors: z.number().meta({ title: '对照锚点' }),
      brokenAt: idText('断点').nullable(),
      says: z.string().meta({ title: '说明' }),
      warning: words('注意'),
    }),
    effect: 'read',
    access: { like: 'log_list' },
    whole: true,
    says: '核对操作日志是否完整、有没有被改动',
  }),
  anchor: endpoint({
    method: 'POST',
    path: '/x/log/anchor',
    send: 'none',
    own: true,
    input: nothing,
    output: row({
      at: when('时间'),
      rows: z.number().meta({ title: '日志条数' }),
      logId: idText('末条编号'),
      hash: z.string().meta({ title: '末条哈希' }),
      line: z.string().meta({ title: '锚点' }),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'log_list' },
    whole: true,
    says: '签发操作日志的锚点，另行保管后可用来核对',
  }),
  archives: endpoint({
    method: 'POST',
    path: '/x/log/archives',
    send: 'none',
    own: true,
    input: nothing,
    output: z.array(archiveRow),
    effect: 'read',
    repeat: true,
    access: { like: 'log_list' },
    whole: true,
    says: '查询已归档的操作日志',
  }),
  due: endpoint({
    method: 'POST',
    path: '/x/log/due',
    send: 'none',
    own: true,
    input: nothing,
    output: row({
      months: z.array(monthRow).meta({ title: '可以归档的月份' }),
      held: words('暂不归档的原因'),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'log_list' },
    whole: true,
    says: '查询超过保留年限、可以归档的操作日志',
  }),
}
