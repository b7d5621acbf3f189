import { z } from 'zod'
import { assignmentStates, assignmentWaits, overdueWords, replyStates, urgencies } from '../domain/enums.ts'
import { everyKind } from '../domain/files.ts'
import { endpoint } from './endpoint.ts'
import { files, filesOf } from './files.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  idOf,
  ids,
  idsOf,
  idText,
  int,
  lastDay,
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

const attached = { kinds: everyKind, maxMb: 50, most: 20, seen: 'assignment_list' }
const taskFiles = files('附件', { to: 'assignment', ...attached, written: ['assignment_add', 'assignment_edit'] })
const replyFiles = files('附件', { to: 'assignmentReply', ...attached, written: ['assignment_replyEdit'] })

/** What people write of a task. */
const fields = {
  title: sampled(text('任务名称', 100, 1).trim(), '报送第四季度信息'),
  content: sampled(text('任务内容', 5000, 1), '每个部门至少报送三篇'),
  deptIds: idsOf('dept', '责任部门'),
  person: text('责任人', 50).trim().nullish(),
  deadline: lastDay('办结期限').nullish(),
  urgency: choice('紧急程度', urgencies).optional(),
  files: taskFiles.optional(),
}
const version = int('版本', 1, Number.MAX_SAFE_INTEGER).nullish()

/** A task as lists show it. */
export const assignmentRow = row({
  id: idText(),
  title: z.string().meta({ title: '任务名称' }),
  state: chosen('状态', assignmentStates),
  overdue: chosen('是否逾期', overdueWords),
  deptNames: words('责任部门'),
  replied: count('已回复部门'),
  urgency: chosen('紧急程度', urgencies),
  deadline: when('办结期限'),
  person: words('责任人'),
  deptIds: z.array(z.string()).meta({ title: '责任部门编号' }),
  content: words('任务内容'),
  deptId: idText('交办部门编号').nullable(),
  deptName: nameOf('deptId', '交办部门'),
  createdName: nameOf('createdBy', '交办人'),
  createdAt: when('交办时间'),
  closedName: nameOf('closedBy', '办结人'),
  closedAt: when('办结时间'),
  remark: words('办结说明'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

/** What a department has replied. */
export const replyRow = row({
  id: idText(),
  assignmentId: idText('任务编号'),
  assignmentTitle: nameOf('assignmentId', '任务名称'),
  deptId: idText('责任部门编号'),
  deptName: nameOf('deptId', '责任部门'),
  state: chosen('办理状态', assignmentStates),
  reason: words('退回理由'),
  content: words('回复内容'),
  files: filesOf('附件', 'assignmentReply'),
  updatedName: nameOf('updatedBy', '回复人'),
  createdAt: when('首次回复时间'),
  updatedAt: when('回复时间'),
  version: count('版本'),
})

const may = { 1: '可以', 0: '不可以' }

/** A task with what each of its departments has to say. */
export const assignmentWhole = row({
  ...assignmentRow.shape,
  files: filesOf('附件', 'assignment'),
  mayChange: chosen('本人可以修改', may),
  depts: z
    .array(
      row({
        deptId: idText('部门编号'),
        name: words('部门'),
        state: chosen('办理状态', assignmentStates),
        reply: replyRow.nullable(),
        mayReply: chosen('本人可以回复', may),
      }),
    )
    .meta({ title: '办理情况' }),
})

const span = { startTime: filter(time('交办时间起')), endTime: filter(time('交办时间止', 'end')) }
const narrowing = {
  title: filter(text('任务名称', 100)),
  deptId: filter(idOf('dept', '责任部门')),
  urgency: filter(choice('紧急程度', urgencies)),
  waits: filter(choice('等我处理', assignmentWaits)),
  ...span,
}
const ofState = {
  total: z.number().meta({ title: '合计' }),
  waiting: z.number().meta({ title: assignmentStates[0] }),
  doing: z.number().meta({ title: assignmentStates[1] }),
  done: z.number().meta({ title: assignmentStates[2] }),
  returned: z.number().meta({ title: assignmentStates[3] }),
  overdue: z.number().meta({ title: overdueWords[1] }),
}

/** Tasks that the office gives to departments, each of which writes one reply (other-calls §7, Assigned tasks). */
export const assignment = {
  list: endpoint({
    method: 'POST',
    path: '/assigned/list',
    send: 'body',
    payload: 'baseAssignedSerachDto',
    input: z.object({
      state: filter(choice('状态', assignmentStates)),
      overdue: filter(choice('是否逾期', overdueWords)),
      ...narrowing,
      ...page,
    }),
    output: pageOf(assignmentRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['staff'],
    says: '分页查询交办任务',
  }),
  get: endpoint({
    method: 'POST',
    path: '/assigned/get',
    send: 'query',
    input: z.object({ id: id('任务') }),
    output: assignmentWhole,
    effect: 'read',
    repeat: true,
    access: { like: 'assignment_list' },
    says: '查看一件交办任务及各部门的回复',
  }),
  count: endpoint({
    method: 'POST',
    path: '/assigned/count',
    send: 'body',
    payload: 'countSerachDto',
    input: z.object({ ...narrowing, byDept: filter(choice('分部门计数', { 1: '是', 0: '否' })) }),
    output: row({
      ...ofState,
      depts: z
        .array(row({ deptId: idText('部门编号'), name: words('部门'), ...ofState }))
        .meta({ title: '各责任部门' }),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'assignment_list' },
    says: '按状态和责任部门统计交办任务',
  }),
  add: endpoint({
    method: 'POST',
    path: '/assigned/add',
    send: 'body',
    payload: 'saveAssignedDto',
    input: z.object(fields),
    output: assignmentWhole,
    effect: 'write',
    access: 'granted',
    says: '新增交办任务',
    tells: '新增交办任务{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/x/assignment/edit',
    send: 'body',
    own: true,
    input: z.object({ id: id('任务'), version, ...z.object(fields).partial().shape }),
    output: assignmentWhole,
    effect: 'write',
    access: 'granted',
    says: '修改交办任务',
    tells: '修改交办任务{}',
  }),
  close: endpoint({
    method: 'POST',
    path: '/x/assignment/close',
    send: 'body',
    own: true,
    input: z.object({ id: id('任务'), version, remark: text('办结说明', 500).trim().nullish() }),
    output: assignmentWhole,
    effect: 'write',
    access: 'granted',
    says: '办结交办任务；有部门没有办结的，须写办结说明',
    tells: '办结交办任务{}',
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/x/assignment/reopen',
    send: 'body',
    own: true,
    input: z.object({ id: id('任务') }),
    output: assignmentWhole,
    effect: 'write',
    access: { like: 'assignment_close' },
    says: '重新办理已办结的交办任务',
    tells: '重新办理交办任务{}',
  }),
  dels: endpoint({
    method: 'POST',
    path: '/assigned/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids('任务') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    says: '删除交办任务及其回复',
    tells: '删除交办任务{}',
  }),
  replyList: endpoint({
    method: 'POST',
    path: '/assigned/reply/list',
    send: 'body',
    payload: 'assReplySerachDto',
    input: z.object({
      assignmentId: filter(id('任务')),
      deptId: filter(idOf('dept', '责任部门')),
      state: filter(choice('办理状态', assignmentStates)),
      content: filter(text('回复内容', 100)),
      startTime: filter(time('回复时间起')),
      endTime: filter(time('回复时间止', 'end')),
      ...page,
    }),
    output: pageOf(replyRow),
    effect: 'read',
    repeat: true,
    access: { like: 'assignment_list' },
    says: '分页查询交办任务的回复',
    verb: 'replies',
  }),
  replyGet: endpoint({
    method: 'POST',
    path: '/assigned/reply/get',
    send: 'query',
    input: z.object({ id: id('回复') }),
    output: replyRow,
    effect: 'read',
    repeat: true,
    access: { like: 'assignment_list' },
    says: '查看一条回复',
  }),
  replyEdit: endpoint({
    method: 'POST',
    path: '/assigned/reply/edit',
    send: 'body',
    payload: 'saveAssignedDto',
    input: z.object({
      id: id('回复').nullish(),
      assignmentId: id('任务').nullish(),
      deptId: idOf('dept', '责任部门').optional(),
      version,
      content: sampled(text('回复内容', 5000, 1), '已报送三篇'),
      state: choice('办理状态', replyStates).optional(),
      files: replyFiles.optional(),
    }),
    output: replyRow,
    effect: 'write',
    access: 'granted',
    roles: ['staff'],
    says: '回复交办任务，或修改回复；不写责任部门即为本部门',
    tells: '回复交办任务{}',
    writes: 'assignmentReply',
    verb: 'reply',
  }),
  replyReturn: endpoint({
    method: 'POST',
    path: '/x/assignment/reply/return',
    send: 'body',
    own: true,
    input: z.object({ id: id('回复'), version, reason: sampled(text('退回理由', 500, 1).trim(), '缺少第三篇') }),
    output: replyRow,
    effect: 'write',
    access: { like: 'assignment_close' },
    says: '退回一条回复，由责任部门重新办理',
    tells: '退回交办任务{}的回复',
    writes: 'assignmentReply',
    verb: 'return',
  }),
  replyDels: endpoint({
    method: 'POST',
    path: '/assigned/reply/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids('回复') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['staff'],
    says: '删除回复',
    tells: '删除交办任务{}的回复',
    writes: 'assignmentReply',
    verb: 'reply-del',
  }),
}
