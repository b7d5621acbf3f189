import { z } from 'zod'
import { yesNo } from '../../domain/enums.ts'
import type { FileKind } from '../../domain/files.ts'
import {
  complained,
  forumLead,
  forumStates,
  mailFlow,
  mailLapsed,
  mailLeft,
  mailMergedShown,
  mailOverdue,
  mailRatings,
  mailReadable,
  mailStates,
  mailStatus,
  mailTypes,
  mailWaiting,
  ynStatus,
} from '../../domain/mail-states.ts'
import { lacking } from '../../domain/statistics.ts'
import { type Attachable, files, filesOf } from '../files.ts'
import { stateFilter } from '../moves.ts'
import {
  anyPhone,
  choice,
  chosen,
  count,
  filter,
  id,
  idOf,
  idText,
  masked,
  nameOf,
  oneLine,
  phone,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from '../shared.ts'

/** What strangers may attach: nothing in which a program can lie. */
const kinds: readonly FileKind[] = ['pdf', 'word', 'picture']
export const mailFilesMost = 5
export const mailFile: Attachable = {
  ...{ to: 'mail', kinds, maxMb: 10, most: mailFilesMost, seen: 'mail_list', written: ['mail_add'], citizens: true },
}
export const mailFiles = files('附件', mailFile)

/** What is written in a letter. */
export const mailFields = {
  title: sampled(oneLine('标题', 100), '东街路灯不亮'),
  type: choice('来信类型', mailTypes),
  content: sampled(text('内容', 5000, 1).trim(), '东街从学校到桥头的路灯有一周不亮了'),
  name: sampled(oneLine('姓名', 30), '周小雨'),
  phone: phone(),
  openFlag: choice('是否同意公开', ynStatus),
}

const brief = {
  id: idText(),
  title: words('标题'),
  type: chosen('来信类型', mailTypes),
  name: masked('姓名', 'name'),
  phone: masked('手机号', 'phone'),
  state: chosen('办理状态', mailStates),
  reason: words('理由'),
  status: chosen('回复状态', mailStatus),
  openFlag: chosen('来信人意愿', ynStatus),
  publicFlag: chosen('是否公开', ynStatus),
  deptId: words('主办部门编号'),
  deptName: nameOf('deptId', '主办部门'),
  due: when('答复期限'),
  provisional: words('期限说明'),
  overdue: chosen('是否超期', mailOverdue),
  rating: chosen('满意度', mailRatings),
  complainedAt: when('投诉时间'),
  complaintDoneAt: when('投诉处理时间'),
  createdAt: when('来信时间'),
  acceptedAt: when('受理时间'),
  repliedAt: when('回复时间'),
  publishedAt: when('公开时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A letter as lists show it. */
export const mailBrief = row(brief)
/** A letter with its texts: what its history tells of. */
export const mailRow = row({
  ...brief,
  shownName: words('公开的姓名'),
  limitDays: count('办理期限', '个工作日'),
  extendDays: count('延长', '个工作日'),
  extendReason: words('延长理由'),
  mergedInto: words('并入信件编号'),
  leftAt: when('并入的信件了结时间'),
  ratingWords: words('评价'),
  complaint: words('投诉'),
  complaintResult: words('投诉处理结果'),
  supplement: words('补充的内容'),
  openTitle: words('公开稿标题'),
  content: words('内容'),
  reply: words('答复'),
  openContent: words('公开稿内容'),
  openReply: words('公开稿答复'),
})
export const mailBinned = row({
  ...brief,
  deletedAt: when('删除时间'),
  deletedByName: nameOf('deletedBy', '删除人'),
})

/** What a department says of a letter. */
export const forumRow = row({
  id: idText(),
  mailId: idText('信件编号'),
  mailTitle: nameOf('mailId', '信件'),
  deptId: idText('部门编号'),
  deptName: nameOf('deptId', '部门'),
  lead: chosen('主办或协办', forumLead),
  state: chosen('办理情况', forumStates),
  remarks: words('交办意见'),
  createdAt: when('交办时间'),
  updatedByName: nameOf('updatedBy', '办理人'),
  updatedAt: when('更新时间'),
  version: count('版本'),
  content: words('答复内容'),
})

/** A letter that was merged into another one, on the page of that. */
export const mailDouble = row({
  id: idText(),
  title: words('标题'),
  createdAt: when('来信时间'),
  leftAt: when('待答复起'),
  content: words('内容'),
  supplement: words('补充的内容'),
  reply: words('给来信人的回复'),
  files: filesOf('附件', 'mail'),
  readable: chosen('能否打开', mailReadable),
})

/** A letter as its page shows it. */
export const mailWhole = row({
  ...mailRow.shape,
  files: filesOf('附件', 'mail'),
  depts: z.array(forumRow).meta({ title: '办理部门' }),
  merged: z.array(mailDouble).meta({ title: `并入的来信（最多列 ${mailMergedShown} 封）` }),
  counted: words('期限的天数'),
  extensionGone: words('不再计入的延长'),
  ratingOfEarlier: chosen('评价的是此前的答复', yesNo),
  mergedCount: count('并入的来信', '封'),
  mergedWaiting: count('其中没有另行回复的', '封'),
  draft: row({ title: words('标题'), content: words('内容'), reply: words('答复') }).meta({
    title: '公开稿（自动隐去个人信息）',
  }),
  published: row({ title: words('标题'), content: words('内容'), reply: words('答复') })
    .nullable()
    .meta({ title: '已写好的公开稿' }),
})

/** A letter that resembles another one: answered, or open still. */
export const mailLike = row({
  id: idText(),
  title: words('标题'),
  state: chosen('办理状态', mailStates),
  deptName: nameOf('deptId', '主办部门'),
  createdAt: when('来信时间'),
  repliedAt: when('回复时间'),
  content: words('内容'),
  reply: words('答复'),
})

/** The words of a search; the page follows. */
export const mailSearch = {
  title: filter(text('标题', 100)),
  content: filter(text('内容', 100)),
  phone: filter(anyPhone('手机号')),
  type: filter(choice('来信类型', mailTypes)),
  state: stateFilter(mailFlow),
  status: filter(choice('回复状态', mailStatus)),
  publicFlag: filter(choice('是否公开', ynStatus)),
  waiting: filter(choice('是否待答复', mailWaiting)),
  overdue: filter(choice('是否超期', mailOverdue)),
  complained: filter(choice('投诉', complained)),
  lapsed: filter(choice('来信人补充', mailLapsed)),
  left: filter(choice('并入的信件', mailLeft)),
  deptId: filter(idOf('dept', '主办部门')),
  without: filter(choice('未填写的', lacking.mail)),
  mergedInto: filter(id('并入的信件').meta({ title: '并入哪封信', sample: '101' })),
  sameAs: filter(id('与哪封信同一来处').meta({ title: '与哪封信同一来处', sample: '101' })),
  startTime: filter(time('来信时间起')),
  endTime: filter(time('来信时间止', 'end')),
}
