import { z } from 'zod'
import { forumLead, forumStates, ynStatus } from '../../domain/mail-states.ts'
import {
  proposalClasses,
  proposalFlow,
  proposalOutcomes,
  proposalOverdue,
  proposalRatings,
  proposalStates,
  proposalTypes,
} from '../../domain/proposal-states.ts'
import { stateFilter } from '../moves.ts'
import {
  choice,
  chosen,
  count,
  filter,
  idOf,
  idText,
  nameOf,
  oneLine,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from '../shared.ts'

/** What rows of proposals show, and what is written and searched of them. */

const brief = {
  id: idText(),
  title: words('标题'),
  no: words('案号'),
  type: chosen('提案类型', proposalTypes),
  class: chosen('类别', proposalClasses),
  createdBy: words('提案人编号'),
  createdByName: nameOf('createdBy', '提案人'),
  state: chosen('办理状态', proposalStates),
  reason: words('理由'),
  deptId: words('主办单位编号'),
  deptName: nameOf('deptId', '主办单位'),
  due: when('答复期限'),
  overdue: chosen('是否超期', proposalOverdue),
  provisional: words('期限说明'),
  outcome: chosen('办理结果', proposalOutcomes),
  rating: chosen('委员评价', proposalRatings),
  round: count('办理次数', '次'),
  createdAt: when('提交时间'),
  filedAt: when('立案时间'),
  assignedAt: when('交办时间'),
  answeredAt: when('答复时间'),
  deliveredAt: when('送达委员时间'),
  publishedAt: when('公开时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A proposal as lists show it. */
export const proposalBrief = row(brief)
/** A proposal with its texts: what its history tells of. */
export const proposalRow = row({
  ...brief,
  partners: words('联名人'),
  openFlag: chosen('委员是否同意公开', ynStatus),
  unitOpen: chosen('单位是否同意公开', ynStatus),
  extendMonths: count('延长', '个月'),
  extendReason: words('延长理由'),
  mergedInto: words('并入提案编号'),
  ratedAt: when('评价时间'),
  ratingWords: words('评价意见'),
  content: words('内容'),
  reply: words('答复'),
  earlierReply: words('第一次的答复'),
})
/** What a unit says of a proposal. */
export const proposalPlace = row({
  id: idText(),
  proposalId: idText('提案编号'),
  deptId: idText('单位编号'),
  deptName: nameOf('deptId', '单位'),
  lead: chosen('主办或协办', forumLead),
  state: chosen('办理情况', forumStates),
  remarks: words('交办意见'),
  createdAt: when('交办时间'),
  updatedByName: nameOf('updatedBy', '办理人'),
  updatedAt: when('更新时间'),
  version: count('版本'),
  content: words('答复内容'),
})
/** One that was taken up into another. */
const proposalMerged = row({
  ...{ id: idText(), title: words('标题'), createdByName: nameOf('createdBy', '提案人'), createdAt: when('提交时间') },
})
/** A proposal as its page shows it. */
export const proposalWhole = row({
  ...proposalRow.shape,
  merged: z.array(proposalMerged).meta({ title: '并入的提案' }),
  depts: z.array(proposalPlace).meta({ title: '承办单位' }),
})
export const proposalBinned = row({
  ...brief,
  deletedAt: when('删除时间'),
  deletedByName: nameOf('deletedBy', '删除人'),
})
/** What everybody may read of one that is public. */
export const proposalOpenRow = row({
  id: idText(),
  title: words('标题'),
  no: words('案号'),
  type: chosen('提案类型', proposalTypes),
  class: chosen('类别', proposalClasses),
  content: words('内容'),
  deptName: nameOf('deptId', '主办单位'),
  reply: words('答复'),
  outcome: chosen('办理结果', proposalOutcomes),
  answeredAt: when('答复时间'),
  publishedAt: when('公开时间'),
})

/** By what proposals are counted. */
export const proposalGroups = { deptId: '主办单位', type: '提案类型', class: '类别', outcome: '办理结果' } as const
export const proposalCounted = row({
  id: idText('编号'),
  says: words('名称'),
  received: count('提交', '件'),
  filed: count('立案', '件'),
  notFiled: count('不予立案', '件'),
  merged: count('并案', '件'),
  doing: count('办理中', '件'),
  overdue: count('已超期', '件'),
  delivered: count('已答复委员', '件'),
  satisfied: count('满意', '件'),
  content: count('基本满意', '件'),
  dissatisfied: count('不满意', '件'),
})

/** The words of a search; the page follows. */
export const proposalSearch = {
  title: filter(text('标题', 100)),
  no: filter(text('案号', 20)),
  content: filter(text('内容', 100)),
  type: filter(choice('提案类型', proposalTypes)),
  class: filter(choice('类别', proposalClasses)),
  state: stateFilter(proposalFlow),
  outcome: filter(choice('办理结果', proposalOutcomes)),
  rating: filter(choice('委员评价', proposalRatings)),
  overdue: filter(choice('是否超期', proposalOverdue)),
  dueStart: filter(time('期限起')),
  dueEnd: filter(time('期限止', 'end')),
  deptId: filter(idOf('dept', '主办单位')),
  startTime: filter(time('提交时间起')),
  endTime: filter(time('提交时间止', 'end')),
}
/** What a member writes. */
export const proposalWritten = {
  title: sampled(oneLine('标题', 100), '关于改善老城区停车条件的提案'),
  type: choice('提案类型', proposalTypes),
  class: choice('类别', proposalClasses),
  partners: text('联名人', 300).trim().nullish(),
  openFlag: choice('是否同意公开', ynStatus),
  content: sampled(text('内容', 10_000, 1).trim(), '老城区停车难，建议利用单位大院的车位错时开放'),
}
