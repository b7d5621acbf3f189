import { z } from 'zod'
import { newsStatus } from '../domain/enums.ts'
import { documentKinds } from '../domain/files.ts'
import { adoptedAs, reportFlow, reportStates, reportVerdicts } from '../domain/report-states.ts'
import { endpoint } from './endpoint.ts'
import { files, filesOf } from './files.ts'
import { moveCall, reason, stateCalls, stateFilter, textCalls, version } from './moves.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  html,
  htmlWords,
  id,
  idOf,
  ids,
  idText,
  int,
  month,
  nameOf,
  oneLine,
  page,
  pageOf,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from './shared.ts'

const own = { method: 'POST', own: true, send: 'body' } as const
const seen = { effect: 'read', repeat: true, access: { like: 'report_list' } } as const
/** The desk that judges, and those who report. */
const office = ['auditor'] as const
const units = ['staff', 'reporter'] as const

/** So many points may be given to one beside those of the settings, at most; a setting says how many. */
export const extraMax = 100

const brief = {
  id: idText(),
  title: words('标题'),
  status: chosen('状态', reportStates),
  reason: words('理由'),
  columnId: words('报送栏目编号'),
  columnName: nameOf('columnId', '报送栏目'),
  author: words('作者'),
  deptId: words('报送单位编号'),
  deptName: nameOf('deptId', '报送单位'),
  createdBy: words('报送人编号'),
  createdByName: nameOf('createdBy', '报送人'),
  submittedAt: when('报送时间'),
  points: count('得分', '分'),
  extra: count('其中加分', '分'),
  judgedByName: nameOf('judgedBy', '审核人'),
  judgedAt: when('审核时间'),
  articleId: words('采用的文章编号'),
  articleTitle: words('采用的文章'),
  articleStatus: chosen('文章状态', newsStatus),
  articleUrl: words('网页地址'),
  adoptedAt: when('采用时间'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** What a unit reports, as lists show it. */
export const reportBrief = row(brief)
/** The same with its text and its files. */
export const reportRow = row({ ...brief, content: htmlWords('正文'), files: filesOf('附件', 'report') })
const binned = row({ ...brief, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })

/** How a unit stands among the others. */
export const reportRanked = row({
  rank: count('名次'),
  deptId: idText('单位编号').nullable(),
  deptName: words('单位'),
  submitted: count('报送', '篇'),
  waiting: count('待审核', '篇'),
  adopted: count('采用', '篇'),
  returned: count('退回', '篇'),
  points: count('得分', '分'),
  inReach: count('本人可查看', '篇'),
})

/** The words of a search beside the state. */
const search = {
  title: filter(text('标题', 100)),
  deptId: filter(idOf('dept', '报送单位')),
  columnId: filter(idOf('column', '报送栏目')),
  articleId: filter(id('采用的文章')),
  mine: filter(choice('报送人', { 1: '本人' })),
  month: filter(month('报送月份')),
  startTime: filter(time('报送时间起')),
  endTime: filter(time('报送时间止', 'end')),
}
const listed = z.object({ ...search, status: stateFilter(reportFlow), ...page })
const span = { month: search.month, startTime: search.startTime, endTime: search.endTime }

/** What people write. */
const written = {
  title: sampled(oneLine('标题', 200), '县住建局开展老旧小区改造走访'),
  columnId: idOf('column', '报送栏目').nullish(),
  author: oneLine('作者', 50, 0).nullish(),
  content: sampled(html('正文', 200_000, 1), '<p>近日，县住建局走访了三个老旧小区。</p>'),
  files: files('附件', {
    ...{ to: 'report', kinds: documentKinds, maxMb: 50, most: 20 },
    ...{ seen: 'report_list', written: ['report_add'] },
  }).optional(),
}

/** What units report to the office, and what becomes of it (other-calls, /api/report; main-console, reporting console). */
export const report = {
  list: endpoint({
    method: 'POST',
    path: '/api/report/reportList',
    send: 'body',
    payload: 'searchDto',
    input: listed,
    output: pageOf(reportBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'reporter', 'readonly'],
    says: '分页查询报送信息，不含他人的草稿',
    right: '查看报送信息、报送统计',
  }),
  my: endpoint({
    method: 'POST',
    path: '/api/report/my',
    send: 'body',
    payload: 'reportDto',
    input: listed,
    output: pageOf(reportBrief),
    ...seen,
    says: '分页查询本人的报送信息，含草稿',
    verb: 'mine',
  }),
  role: endpoint({
    method: 'POST',
    path: '/api/report/role',
    send: 'body',
    payload: 'searchDto',
    input: z.object({ title: filter(text('栏目名称', 100)) }),
    output: row({
      deptId: words('单位编号'),
      deptName: words('单位'),
      columns: z
        .array(row({ columnId: idText('栏目编号'), columnName: words('栏目'), path: words('上级栏目') }))
        .meta({ title: '可报送的栏目' }),
      actions: z
        .array(row({ action: z.string().meta({ title: '操作' }), says: words('说明'), key: words('权限') }))
        .meta({ title: '可用的操作' }),
    }),
    ...seen,
    says: '本人可报送的栏目和可用的操作',
    verb: 'may',
  }),
  reportDeptList: endpoint({
    method: 'POST',
    path: '/api/report/reportDeptList',
    send: 'body',
    payload: 'searchDto',
    input: z.object({ deptId: search.deptId, ...span }),
    output: z.array(reportRanked),
    ...seen,
    says: '各单位报送、采用和得分的排名，按报送时间',
    verb: 'ranking',
  }),
  reportAudit: endpoint({
    method: 'POST',
    path: '/api/report/reportAudit',
    send: 'body',
    payload: 'reportDto',
    input: z.object({ ids: ids('报送信息'), verdict: choice('审核意见', reportVerdicts), reason }),
    output: bulk,
    effect: 'write',
    access: { like: 'report_pass' },
    sample: ['verdict'],
    says: '审核报送信息：通过，或退回并写理由；退回另须有退回的权限',
    tells: '审核报送信息{}',
    verb: 'audit',
  }),
  dels: endpoint({
    method: 'POST',
    path: '/api/report/deleteReport',
    send: 'body',
    payload: 'reports',
    input: z.object({ ids: ids('报送信息') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: units,
    says: '删除本人的草稿和被退回的报送信息到回收站',
    tells: '删除报送信息{}',
  }),
  get: endpoint({
    ...own,
    path: '/x/report/get',
    input: z.object({ id: id('报送信息') }),
    output: reportRow,
    ...seen,
    says: '查看一篇报送信息的全文、附件和采用情况',
  }),
  add: endpoint({
    ...own,
    path: '/x/report/add',
    input: z.object({ ...written, submit: filter(choice('随即报送', { 1: '报送', 0: '存为草稿' })) }),
    output: reportRow,
    effect: 'write',
    access: 'granted',
    roles: units,
    says: '写一篇报送信息，存为草稿，或随即报送',
    tells: '写报送信息{}',
  }),
  edit: endpoint({
    ...own,
    path: '/x/report/edit',
    input: z.object({ id: id('报送信息'), version, ...z.object(written).partial().shape }),
    output: reportRow,
    effect: 'write',
    access: 'granted',
    roles: units,
    sample: ['title'],
    says: '修改本人的草稿或被退回的报送信息',
    tells: '修改报送信息{}',
  }),
  submit: moveCall(reportFlow, 'submit', {
    says: '报送本人的草稿或修改好的报送信息',
    tells: '报送{}',
    roles: units,
  }),
  recall: moveCall(reportFlow, 'recall', { says: '撤回本人还没有审核的报送信息', roles: units }),
  pass: moveCall(reportFlow, 'pass', { says: '审核通过报送信息', roles: office }),
  sendBack: moveCall(reportFlow, 'sendBack', { says: '退回报送信息，须写理由', roles: office }),
  adopt: endpoint({
    ...own,
    path: '/x/report/adopt',
    input: z.object({
      id: id('报送信息'),
      version,
      columnId: idOf('column', '采用到栏目'),
      title: filter(oneLine('文章标题', 200)),
      extra: filter(int('加分', 0, extraMax, '分')),
      as: filter(choice('采用后', adoptedAs)),
      privacyReason: text('公开个人信息的理由', 200).nullish(),
    }),
    output: reportRow,
    effect: 'write',
    access: 'granted',
    roles: office,
    says: '采用一篇报送信息：成为所选栏目的文章，并按设置得分',
    right: '采用报送信息，为它加分',
    tells: '采用报送信息{}',
  }),
  drop: moveCall(reportFlow, 'drop', { says: '取消采用，采用的文章须已删除', roles: office }),
  score: endpoint({
    ...own,
    path: '/x/report/score',
    input: z.object({
      id: id('报送信息'),
      version,
      extra: sampled(int('加分', 0, extraMax, '分'), '2'),
      remark: text('加分说明', 200).trim().nullish(),
    }),
    output: reportRow,
    effect: 'write',
    access: { like: 'report_adopt' },
    says: '在设置的得分之外为一篇报送信息加分',
    tells: '为报送信息{}加分',
  }),
  rankingExcel: endpoint({
    ...own,
    path: '/x/report/rankingExcel',
    input: z.object({ deptId: search.deptId, ...span }),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'report_list' },
    says: '导出各单位报送、采用和得分的排名',
    tells: '导出报送排名',
    verb: 'report-ranking',
  }),
  circular: endpoint({
    ...own,
    path: '/x/report/circular',
    input: z.object({ month: month('月份') }),
    output: z.instanceof(Uint8Array),
    reply: 'docx',
    effect: 'read',
    access: { like: 'report_list' },
    says: '下载一个月的报送情况通报（Word）',
    tells: '下载报送情况通报',
    verb: false,
  }),
  ...textCalls(reportFlow, reportRow, 'report_list'),
  ...stateCalls(reportFlow, binned, 'report_list', z.object(search)),
}
