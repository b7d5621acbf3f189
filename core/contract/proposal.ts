import { z } from 'zod'
import { proposalFlow } from '../domain/proposal-states.ts'
import { endpoint } from './endpoint.ts'
import { explained } from './explained.ts'
import { moveCall, stateCalls, version } from './moves.ts'
import {
  proposalBinned,
  proposalBrief,
  proposalCounted,
  proposalGroups,
  proposalRow,
  proposalSearch,
  proposalWhole,
  proposalWritten,
} from './proposal/rows.ts'
import { proposalWeb } from './proposal/web.ts'
import { proposalWork } from './proposal/work.ts'
import { bulk, choice, id, ids, page, pageOf } from './shared.ts'

const own = { method: 'POST', send: 'body', own: true } as const
const seen = { effect: 'read', repeat: true, access: { like: 'proposal_list' } } as const
<<<<<<< HEAD
=======

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
/** A proposal as its page shows it. */
export const proposalWhole = row({
  ...proposalRow.shape,
  depts: z.array(proposalPlace).meta({ title: '承办单位' }),
})
const binned = row({ ...brief, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })
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
const search = {
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
const written = {
  title: sampled(oneLine('标题', 100), '关于改善老城区停车条件的提案'),
  type: choice('提案类型', proposalTypes),
  class: choice('类别', proposalClasses),
  partners: text('联名人', 300).trim().nullish(),
  openFlag: choice('是否同意公开', ynStatus),
  content: sampled(text('内容', 10_000, 1).trim(), '老城区停车难，建议利用单位大院的车位错时开放'),
}
>>>>>>> compliance16
const office = ['auditor'] as const

/** Proposals of the committee's members (main-console, proposalAll and proposalPrivate). */
export const proposal = {
  list: endpoint({
    ...own,
    path: '/x/proposal/list',
    input: z.object({ ...proposalSearch, ...page }),
    output: pageOf(proposalBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'reporter', 'readonly'],
    says: '分页查询提案',
  }),
  myList: endpoint({
    ...own,
    path: '/x/proposal/my/list',
    input: z.object({ ...proposalSearch, ...page }),
    output: pageOf(proposalBrief),
    ...seen,
    says: '分页查询本人的提案',
    verb: 'mine',
  }),
  get: endpoint({
    ...own,
    path: '/x/proposal/get',
    input: z.object({ id: id('提案') }),
    output: proposalWhole,
    ...seen,
    says: '查看一件提案、各单位的办理和答复',
  }),
  explain: endpoint({
    ...own,
    path: '/x/proposal/explain',
    input: z.object({ id: id('提案') }),
    output: explained,
    ...seen,
    says: '逐日说明一件提案的答复期限是怎样算出来的',
  }),
  stats: endpoint({
    ...own,
    path: '/x/proposal/stats',
    input: z.object({
      by: choice('统计方式', proposalGroups),
      startTime: proposalSearch.startTime,
      endTime: proposalSearch.endTime,
    }),
    output: z.array(proposalCounted),
    ...seen,
    says: '按主办单位、提案类型、类别或办理结果统计提案',
  }),
  excel: endpoint({
    ...own,
    path: '/x/proposal/excel',
    input: z.object(proposalSearch),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'proposal_file' },
    says: '导出提案',
    tells: '导出提案',
    verb: false,
  }),
  add: endpoint({
    ...own,
    path: '/x/proposal/add',
    input: z.object(proposalWritten),
    output: proposalRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor', 'staff', 'reporter'],
    says: '提交提案',
    right: '提交、修改和评价本人的提案',
    tells: '提交提案{}',
  }),
  edit: endpoint({
    ...own,
    path: '/x/proposal/edit',
    input: z.object({ id: id('提案'), version, ...z.object(proposalWritten).partial().shape }),
    output: proposalRow,
    effect: 'write',
    access: { like: 'proposal_add' },
    sample: ['title'],
    says: '修改还没有审查的提案',
    tells: '修改提案{}',
  }),
  file: moveCall(proposalFlow, 'file', { says: '立案', tells: '提案{}立案', roles: office }),
  notFile: moveCall(proposalFlow, 'notFile', { says: '不予立案', tells: '提案{}不予立案', roles: office }),
  ...proposalWork,
  publish: moveCall(proposalFlow, 'publish', { says: '公开提案和答复', roles: office }),
  withdraw: moveCall(proposalFlow, 'withdraw', { says: '从网站撤下已公开的提案', roles: office }),
  dels: endpoint({
    ...own,
    path: '/x/proposal/dels',
    input: z.object({ ids: ids('提案') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: office,
    says: '删除提案到回收站',
    tells: '删除提案{}',
  }),
  ...proposalWeb,
  ...stateCalls(proposalFlow, proposalBinned, 'proposal_list', z.object(proposalSearch).omit({ state: true })),
}
