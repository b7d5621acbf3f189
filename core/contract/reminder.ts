import { z } from 'zod'
import { roleEnabled } from '../domain/enums.ts'
import { reminderChannels, reminderEventWords, reminderReceivers } from '../domain/reminders.ts'
import { endpoint } from './endpoint.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  ids,
  idsOfOrNone,
  idText,
  int,
  lineOf,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const fields = {
  name: sampled(lineOf('名称', 50), '交办任务到期前一天'),
  event: sampled(choice('事项', reminderEventWords), 'taskDue'),
  lead: int('天数', 1, 60, '天').optional(),
  receivers: choice('提醒谁', reminderReceivers).optional(),
  userIds: idsOfOrNone('user', '指定人员', 50).optional(),
  channel: choice('方式', reminderChannels).optional(),
  enabled: choice('启用', roleEnabled).optional(),
}

const shown = {
  id: idText(),
  name: words('名称'),
  event: chosen('事项', reminderEventWords),
  lead: count('天数', '天'),
  leadSays: words('何时'),
  receivers: chosen('提醒谁', reminderReceivers),
  userIds: z.array(z.string()).meta({ title: '指定人员编号' }),
  userNames: words('指定人员'),
  channel: chosen('方式', reminderChannels),
  enabled: chosen('启用', roleEnabled),
  missing: words('说明'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
export const reminderRow = row(shown)

/** What one person would be sent. */
export const reminderDue = row({
  userId: idText('用户编号'),
  name: words('姓名'),
  deptName: words('部门'),
  things: count('事项数', '件'),
  says: words('内容'),
  channelNames: words('方式'),
  held: words('不发短信的原因'),
})
const due = z.array(reminderDue)

/** What people are reminded of, by which way, how long before (main-console §2, noticeSetting). */
export const reminder = {
  list: endpoint({
    method: 'POST',
    path: '/notice/set/list',
    send: 'body',
    payload: 'baseNoticeSetSerachDto',
    input: z.object({
      name: filter(text('名称', 50)),
      event: filter(choice('事项', reminderEventWords)),
      enabled: filter(choice('启用', roleEnabled)),
      ...page,
    }),
    output: pageOf(reminderRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '分页查询消息提醒设置',
  }),
  get: endpoint({
    method: 'POST',
    path: '/notice/set/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: reminderRow,
    effect: 'read',
    repeat: true,
    access: { like: 'reminder_list' },
    says: '查看一项消息提醒',
  }),
  detail: endpoint({
    method: 'POST',
    path: '/notice/set/detail',
    send: 'query',
    input: z.object({ id: id() }),
    output: row({
      ...shown,
      dueCount: count('现在会提醒的人数', '人'),
      due: due.meta({ title: '现在会发的，人数多时只列出前 100 人' }),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'reminder_list' },
    says: '查看一项消息提醒，和它现在会发给谁',
  }),
  preview: endpoint({
    method: 'POST',
    own: true,
    path: '/x/reminder/preview',
    send: 'body',
    bodyOptional: true,
    input: z.object({ ...page }),
    output: pageOf(reminderDue),
    effect: 'read',
    repeat: true,
    access: { like: 'reminder_list' },
    says: '现在会发出哪些提醒、发给谁，不实际发送',
  }),
  add: endpoint({
    method: 'POST',
    path: '/notice/set/add',
    send: 'body',
    payload: 'saveNoticeSetDto',
    input: z.object(fields),
    output: reminderRow,
    effect: 'write',
    access: 'granted',
    says: '新增消息提醒',
    tells: '新增消息提醒{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/notice/set/update',
    send: 'body',
    bodyOptional: true,
    payload: 'saveNoticeSetDto',
    input: z.object({
      id: id(),
      version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
      ...z.object(fields).partial().shape,
    }),
    output: reminderRow,
    effect: 'write',
    access: 'granted',
    says: '修改消息提醒',
    tells: '修改消息提醒{}',
  }),
  dels: endpoint({
    method: 'POST',
    path: '/notice/set/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    says: '删除消息提醒',
    tells: '删除消息提醒{}',
  }),
}
