import { z } from 'zod'
import { ynStatus } from '../../domain/mail-states.ts'
import {
  commentTypes,
  type ThemeGroup,
  themeKinds,
  themeRecommended,
  themeShown,
  topicKinds,
} from '../../domain/theme-groups.ts'
import { commentStatus } from '../../domain/theme-moves.ts'
import { stateFilter } from '../moves.ts'
import {
  choice,
  chosen,
  count,
  filter,
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

/** What rows of all topic groups show. */

/** What is written in a topic. */
export const topicTexts = {
  title: sampled(oneLine('标题', 100), '建议延长图书馆的开放时间'),
  content: sampled(text('内容', 5000, 1).trim(), '县图书馆周末五点闭馆，上班的人来不及借书'),
}
/** Who wrote it, and what may be done with it. */
export const topicWriter = {
  kind: filter(choice('类别', topicKinds)),
  name: sampled(oneLine('姓名', 30), '周小雨'),
  phone: phone(),
  openFlag: choice('是否同意公开', ynStatus),
}

const brief = {
  id: idText(),
  title: words('标题'),
  kind: chosen('类别', themeKinds),
  type: chosen('类型', commentTypes),
  name: masked('姓名', 'name'),
  phone: masked('手机号', 'phone'),
  state: chosen('审核状态', commentStatus),
  reason: words('理由'),
  shown: chosen('显示', themeShown),
  recommend: chosen('推荐', themeRecommended),
  openFlag: chosen('提出人意愿', ynStatus),
  deptId: words('承办部门编号'),
  deptName: nameOf('deptId', '承办部门'),
  replies: count('回复数'),
  createdAt: when('提交时间'),
  auditedAt: when('审核时间'),
  shownAt: when('显示时间'),
  answeredAt: when('答复时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A topic as lists show it. */
export const topicBrief = row(brief)
/** A topic with its text: what its history tells of. */
export const topicRow = row({ ...brief, shownName: words('显示的姓名'), content: words('内容') })
export const topicBinned = row({
  ...brief,
  deletedAt: when('删除时间'),
  deletedByName: nameOf('deletedBy', '删除人'),
})

/** A reply to a topic, or to another reply. */
export const replyRow = row({
  id: idText(),
  themeId: idText('话题编号'),
  themeTitle: nameOf('themeId', '话题'),
  type: chosen('类型', commentTypes),
  parentId: words('回复的编号'),
  state: chosen('审核状态', commentStatus),
  reason: words('理由'),
  deptId: words('部门编号'),
  deptName: nameOf('deptId', '部门'),
  createdByName: nameOf('createdBy', '回复人'),
  createdAt: when('回复时间'),
  auditedByName: nameOf('auditedBy', '审核人'),
  auditedAt: when('审核时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
  content: words('内容'),
})
/** A topic as its page shows it. */
export const topicWhole = row({ ...topicRow.shape, replyList: z.array(replyRow).meta({ title: '回复' }) })

const openBrief = {
  id: idText(),
  title: words('标题'),
  kind: chosen('类别', themeKinds),
  shownName: words('提出人'),
  content: words('内容'),
  createdAt: when('提交时间'),
  deptName: nameOf('deptId', '承办部门'),
  replies: count('回复数'),
  recommend: chosen('推荐', themeRecommended),
  answeredAt: when('答复时间'),
}
const answers = z
  .array(row({ deptName: words('部门'), content: words('内容'), at: when('时间') }))
  .meta({ title: '回复' })
/** What everybody may read of a topic that is shown. */
export const topicOpen = row(openBrief)
export const topicOpenWhole = row({ ...openBrief, answers })
/** What whoever wrote reads of it, with what was answered. */
export const topicOwn = row({
  id: idText(),
  title: words('标题'),
  kind: chosen('类别', themeKinds),
  content: words('内容'),
  createdAt: when('提交时间'),
  state: chosen('审核状态', commentStatus),
  shown: chosen('显示', themeShown),
  says: words('说明'),
  answers,
})

/** Where a topic may go, and where it has been. */
export const topicDept = row({
  deptId: idText('部门编号'),
  deptName: words('部门'),
  now: chosen('现在承办', { 1: '是', 0: '否' }),
  times: count('转到过', '次'),
  lastAt: when('最近一次转到'),
})

/** The words of a search; the page follows. */
export const topicSearch = ({ flow }: Pick<ThemeGroup, 'flow'>) => ({
  title: filter(text('标题', 100)),
  content: filter(text('内容', 100)),
  phone: filter(phone()),
  kind: filter(choice('类别', themeKinds)),
  state: stateFilter(flow),
  shown: filter(choice('显示', themeShown)),
  recommend: filter(choice('推荐', themeRecommended)),
  deptId: filter(idOf('dept', '承办部门')),
  startTime: filter(time('提交时间起')),
  endTime: filter(time('提交时间止', 'end')),
})
