import { z } from 'zod'
import { yesNo } from '../domain/enums.ts'
import { everyKind } from '../domain/files.ts'
import { noticeAudiences, noticeFlow, noticeReading, noticeStates } from '../domain/notice-states.ts'
import { endpoint } from './endpoint.ts'
import { files, filesOf } from './files.ts'
import { moveCall, stateCalls, stateFilter, textCalls, version } from './moves.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  fixedPage,
  html,
  htmlWords,
  id,
  ids,
  idsOfOrNone,
  idText,
  nameOf,
  nothing,
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

const noticeFiles = files('附件', {
  ...{ to: 'notice', kinds: everyKind, maxMb: 50, most: 20 },
  ...{ seen: 'notice_list', written: ['notice_add', 'notice_edit'] },
})

/** What people write, and for whom. */
const fields = {
  title: sampled(oneLine('标题', 100), '关于召开机关工作例会的通知'),
  audience: choice('发送给', noticeAudiences),
  deptIds: idsOfOrNone('dept', '接收部门').optional(),
  userIds: idsOfOrNone('user', '接收人', 500).optional(),
  mustConfirm: choice('重要，须确认', yesNo).optional(),
  isPublic: choice('对外公开', yesNo).optional(),
  content: html('内容', 50_000, 1),
  files: noticeFiles.optional(),
}

/** A notice as the desk lists it. */
const brief = {
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  status: chosen('状态', noticeStates),
  audience: chosen('发送给', noticeAudiences),
  mustConfirm: chosen('重要，须确认', yesNo),
  isPublic: chosen('对外公开', yesNo),
  sentTo: count('收到人数'),
  readCount: count('已读人数'),
  sentAt: when('发送时间'),
  sentByName: nameOf('sentBy', '发送人'),
  reason: words('撤回理由'),
  createdByName: nameOf('createdBy', '起草人'),
  createdAt: when('起草时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
export const noticeBrief = row(brief)
/** The whole of it: to whom it goes, and how many of them have read it. */
export const noticeRow = row({
  ...brief,
  deptIds: z.array(z.string()).meta({ title: '接收部门编号' }),
  deptNames: words('接收部门'),
  userIds: z.array(z.string()).meta({ title: '接收人编号' }),
  userNames: words('接收人'),
  receivers: count('应读人数'),
  read: count('其中已读'),
  confirmed: count('其中已确认'),
  content: htmlWords('内容'),
  files: filesOf('附件', 'notice'),
})
const { sentTo: _, readCount: __, ...kept } = brief
const binned = row({ ...kept, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })

/** A notice as its reader has it. */
const mine = {
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  mustConfirm: chosen('重要，须确认', yesNo),
  sentAt: when('发送时间'),
  sentByName: nameOf('sentBy', '发送人'),
  readAt: when('阅读时间'),
  confirmedAt: when('确认时间'),
}
export const myNotice = row(mine)

/** Somebody to whom it goes, and when they read it. */
export const noticeReader = row({
  userId: idText('用户编号'),
  name: words('姓名'),
  account: words('账号'),
  deptName: words('部门'),
  since: words('现状'),
  readAt: when('阅读时间'),
  confirmedAt: when('确认时间'),
})

/** The words of a search beside the state. */
const search = {
  title: filter(text('标题', 100)),
  audience: filter(choice('发送给', noticeAudiences)),
  startTime: filter(time('发送时间起')),
  endTime: filter(time('发送时间止', 'end')),
}
const readers = {
  id: id('通知'),
  reading: filter(choice('阅读', noticeReading)),
  name: filter(text('姓名', 50)),
}
const own = { method: 'POST', own: true } as const
const login = { access: 'login', effect: 'read', repeat: true } as const
const desk = { access: { like: 'notice_list' }, effect: 'read', repeat: true } as const

/** Notices within the house: written, sent, read (other-calls §2, notices). */
export const notice = {
  myList: endpoint({
    method: 'POST',
    path: '/notice/my/list',
    send: 'body',
    payload: 'baseNoticeSerachDto',
    input: z.object({
      title: filter(text('标题', 100)),
      reading: filter(choice('阅读', { 0: noticeReading[0], 1: noticeReading[1] })),
      startTime: search.startTime,
      endTime: search.endTime,
      ...page,
    }),
    output: pageOf(myNotice),
    ...login,
    says: '分页查询发给本人的通知，未读的在前',
    verb: 'my',
  }),
  open: endpoint({
    method: 'POST',
    path: '/notice/get',
    send: 'query',
    input: z.object({ id: id('通知') }),
    output: row({ ...mine, content: htmlWords('内容'), files: filesOf('附件', 'notice') }),
    effect: 'count',
    repeat: true,
    access: 'login',
    rows: 'myList',
    says: '打开发给本人的一条通知，随即记为已读',
    verb: 'get',
  }),
  read: endpoint({
    method: 'POST',
    path: '/notice/read',
    send: 'body',
    payload: 'saveReadNoticeDto',
    wire: { every: 'all' },
    input: z.object({
      ids: filter(ids('通知')),
      every: choice('全部未读的', yesNo).optional(),
      confirm: choice('同时确认', yesNo).optional(),
    }),
    output: bulk,
    effect: 'count',
    repeat: true,
    access: 'login',
    rows: 'myList',
    says: '把发给本人的通知记为已读，重要的可同时确认',
  }),
  unread: endpoint({
    ...own,
    ...login,
    path: '/x/notice/unread',
    send: 'none',
    input: nothing,
    output: row({
      unread: count('未读', '条'),
      unconfirmed: count('重要而未确认', '条'),
      important: z
        .array(row({ id: idText(), title: words('标题'), sentAt: when('发送时间') }))
        .meta({ title: '其中最近的' }),
    }),
    says: '本人未读的通知数，和还没有确认的重要通知',
  }),
  webList: endpoint({
    method: 'POST',
    path: '/notice/web/list',
    send: 'body',
    payload: 'baseNoticeSerachDto',
    input: z.object({ title: filter(text('标题', 100)), ...page }),
    output: pageOf(row({ id: idText(), title: words('标题'), sentAt: when('发送时间'), content: htmlWords('内容') })),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站公示对外公开的通知',
    says: '分页查询对外公开的通知',
    verb: 'public',
  }),
  list: endpoint({
    ...own,
    path: '/x/notice/list',
    send: 'body',
    input: z.object({ ...search, status: stateFilter(noticeFlow), ...page }),
    output: pageOf(noticeBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: '分页查询起草和发送的通知',
    right: '查看起草和发送的通知、谁已阅读',
  }),
  get: endpoint({
    ...own,
    ...desk,
    path: '/x/notice/view',
    send: 'query',
    input: z.object({ id: id('通知') }),
    output: noticeRow,
    says: '查看一条通知发给谁、多少人已读',
    verb: 'view',
  }),
  add: endpoint({
    method: 'POST',
    path: '/notice/add',
    send: 'body',
    payload: 'saveNoticeDto',
    input: z.object(fields),
    output: noticeRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '起草通知',
    tells: '起草通知{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/notice/update',
    send: 'body',
    bodyOptional: true,
    payload: 'saveNoticeDto',
    input: z.object({ id: id('通知'), version, ...z.object(fields).partial().shape }),
    output: noticeRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '修改没有发送的通知',
    tells: '修改通知{}',
  }),
  send: moveCall(noticeFlow, 'send', { roles: ['auditor'], reaches: { receivers: '共 {} 人收到' } }),
  withdraw: moveCall(noticeFlow, 'withdraw', { roles: ['auditor'] }),
  remind: endpoint({
    ...own,
    path: '/x/notice/remind',
    send: 'body',
    input: z.object({ id: id('通知') }),
    output: row({ id: idText(), reminded: count('提醒', '人'), says: words('说明') }),
    effect: 'write',
    foretells: 'says',
    access: { like: 'notice_send' },
    says: '提醒还没有阅读的人，须确认的为还没有确认的人；每条通知每天一次',
    tells: '提醒没有阅读通知{}的人',
  }),
  dels: endpoint({
    method: 'POST',
    path: '/notice/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids('通知') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '删除通知到回收站',
    tells: '删除通知{}',
  }),
  readers: endpoint({
    ...own,
    ...desk,
    path: '/x/notice/readers',
    send: 'body',
    input: z.object({ ...readers, deptId: filter(id('部门编号')), ...fixedPage('userId') }),
    output: pageOf(noticeReader),
    says: '一条通知的接收人，谁已读、谁未读',
  }),
  readerDepts: endpoint({
    ...own,
    ...desk,
    path: '/x/notice/readers/depts',
    send: 'body',
    input: z.object({ id: id('通知') }),
    output: z.array(
      row({
        deptId: idText('部门编号'),
        deptName: words('部门'),
        total: count('应读', '人'),
        read: count('已读', '人'),
        unread: count('未读', '人'),
        confirmed: count('已确认', '人'),
      }),
    ),
    says: '一条通知各部门的阅读情况，未读多的在前',
  }),
  readersExcel: endpoint({
    ...own,
    path: '/x/notice/readers/excel',
    send: 'body',
    input: z.object({ ...readers, deptId: filter(id('部门编号')) }),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'notice_list' },
    says: '导出一条通知的阅读情况',
    verb: false,
  }),
  ...textCalls(noticeFlow, noticeRow, 'notice_list'),
  ...stateCalls(noticeFlow, binned, 'notice_list', z.object(search)),
}
