import { z } from 'zod'
import { announcementStates, pinned, yesNo } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  html,
  htmlWords,
  id,
  ids,
  idText,
  int,
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

/** Announcements that visitors can be shown at once. */
const topMax = 50

/** What people write. Without a start it is shown from now on, without an end until it is taken off. */
const fields = {
  title: sampled(oneLine('标题', 100), '冬季供暖公告'),
  content: html('内容', 20_000, 1),
  startTime: time('开始时间').nullish(),
  endTime: time('结束时间', 'end').nullish(),
  top: choice('置顶', pinned).optional(),
  banner: choice('各页横幅', yesNo).optional(),
}

/** Why somebody's own data stand in it: who sends it empty is asked, a program that knows nothing of it is not. */
const privacyReason = text('公开个人信息的理由', 200).nullish()

/** What everybody may know of one that is in force. */
const open = {
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  startTime: when('开始时间'),
  endTime: when('结束时间'),
  top: chosen('置顶', pinned),
  banner: chosen('各页横幅', yesNo),
}
const brief = {
  ...open,
  state: chosen('状态', announcementStates),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}

/** An announcement as lists show it: without its content. */
export const announcementBrief = row(brief)
/** The whole of it. */
export const announcementRow = row({ ...brief, content: htmlWords('内容') })

/** Announcements: shown to everybody between two times (main-console §7, Announcement). */
export const announcement = {
  list: endpoint({
    method: 'POST',
    path: '/announcement/list',
    send: 'body',
    input: z.object({
      title: filter(text('标题', 100)),
      state: filter(choice('状态', announcementStates)),
      top: filter(choice('置顶', pinned)),
      banner: filter(choice('各页横幅', yesNo)),
      ...page,
    }),
    output: pageOf(announcementBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: '分页查询公告',
  }),
  get: endpoint({
    method: 'POST',
    path: '/announcement/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: announcementRow,
    effect: 'read',
    repeat: true,
    access: { like: 'announcement_list' },
    says: '查看一条公告',
  }),
  timing: endpoint({
    method: 'POST',
    path: '/x/announcement/timing',
    send: 'none',
    own: true,
    input: nothing,
    output: row({
      automatic: chosen('自动显示和撤下', yesNo),
      says: words('说明'),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'announcement_list' },
    says: '公告到时是否自动显示和撤下',
  }),
  getTop: endpoint({
    method: 'POST',
    path: '/announcement/getTop',
    send: 'query',
    input: z.object({ size: filter(int('最多', 1, topMax, '条')) }),
    output: z.array(row({ ...open, content: htmlWords('内容') })),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站公示正在生效的公告',
    says: '查询正在公示的公告',
    verb: 'top',
  }),
  add: endpoint({
    method: 'POST',
    path: '/announcement/add',
    send: 'body',
    input: z.object({ ...fields, privacyReason }),
    output: announcementRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '新增公告',
    tells: '新增公告{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/x/announcement/edit',
    send: 'body',
    input: z.object({
      id: id(),
      version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
      ...z.object(fields).partial().shape,
      privacyReason,
    }),
    output: announcementRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '修改公告',
    tells: '修改公告{}',
    own: true,
  }),
  dels: endpoint({
    method: 'POST',
    path: '/announcement/dels',
    send: 'query',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '删除公告',
    tells: '删除公告{}',
  }),
}
