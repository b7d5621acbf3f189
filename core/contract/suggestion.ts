import { z } from 'zod'
import { suggestionFlow, suggestionOverdue, suggestionStates } from '../domain/suggestion-states.ts'
import { endpoint } from './endpoint.ts'
import { byCode, forwardCall, mine, own, ownGuard, receipt, sendingGuard, sentFields, writerRow } from './letters.ts'
import { moveCall, stateCalls, stateFilter, textCalls, version } from './moves.ts'
import { revealCall } from './reveal-call.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  idOf,
  ids,
  idText,
  masked,
  nameOf,
  oneLine,
  page,
  pageOf,
  phone,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from './shared.ts'

const brief = {
  id: idText(),
  title: words('标题'),
  name: masked('姓名', 'name'),
  phone: masked('手机号', 'phone'),
  status: chosen('状态', suggestionStates),
  reason: words('理由'),
  deptId: words('承办部门编号'),
  deptName: nameOf('deptId', '承办部门'),
  due: when('答复期限'),
  createdAt: when('提交时间'),
  repliedAt: when('答复时间'),
  repliedByName: nameOf('repliedBy', '答复人'),
  publishedAt: when('公开时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** Said of one from somebody who may not come any more: nobody has shown that the phone is theirs, so it is the staff who judge. */
const frozen = words('黑名单')
/** What is said beside what is stored. */
const said = { overdue: chosen('是否超期', suggestionOverdue), provisional: words('期限说明'), frozen }
/** A suggestion as lists show it. */
export const suggestionBrief = row({ ...brief, ...said })
/** The whole of it, with its answer; name and phone stay masked. */
export const suggestionRow = row({
  ...brief,
  limitDays: count('办理期限', '个工作日'),
  draftedAt: when('公开稿写好时间'),
  openTitle: words('公开稿标题'),
  content: words('内容'),
  reply: words('答复'),
  openContent: words('公开稿内容'),
  openReply: words('公开稿答复'),
})
/** A suggestion as its page shows it, and how it would stand on the site. */
const read = row({
  ...suggestionRow.shape,
  ...said,
  draft: row({ title: words('标题'), content: words('内容'), reply: words('答复') }).meta({
    title: '公开稿（自动隐去个人信息）',
  }),
})
/** What everybody may read of one that is public. */
export const suggestionOpen = row({
  id: idText(),
  title: words('标题'),
  shownName: words('提出人'),
  content: words('内容'),
  createdAt: when('提交时间'),
  reply: words('答复'),
  deptName: nameOf('deptId', '承办部门'),
  repliedAt: when('答复时间'),
})
/** What whoever wrote reads of it. */
export const suggestionOwn = row({
  id: idText(),
  title: words('标题'),
  content: words('内容'),
  createdAt: when('提交时间'),
  status: chosen('状态', suggestionStates),
  says: words('说明'),
  due: when('答复期限'),
  dueSays: words('期限说明'),
  deptName: words('承办部门'),
  reply: words('答复'),
  repliedAt: when('答复时间'),
})
const binned = row({ ...brief, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })

/** The words of a search; the page follows. */
const search = {
  title: filter(text('标题', 100)),
  content: filter(text('内容', 100)),
  phone: filter(phone()),
  status: stateFilter(suggestionFlow),
  deptId: filter(idOf('dept', '承办部门')),
  overdue: filter(choice('是否超期', suggestionOverdue)),
  startTime: filter(time('提交时间起')),
  endTime: filter(time('提交时间止', 'end')),
}

/** What visitors suggest, and what was answered (other-calls, /suggest). */
export const suggestion = {
  add: endpoint({
    method: 'POST',
    path: '/suggest/add',
    send: 'body',
    payload: 'saveSuggestDto',
    input: z.object({
      title: oneLine('标题', 100),
      ...sentFields,
    }),
    output: receipt,
    effect: 'write',
    access: 'public',
    keepsVisitor: true,
    open: '访问者提出建议，须答对验证码，次数有限',
    guard: sendingGuard('提交建议'),
    bodyBytes: 16_000,
    says: '提出建议，留手机号的得到查询码',
    tells: '提出建议{}',
    verb: false,
  }),
  webCode: endpoint({
    ...mine,
    path: '/x/suggestion/webCode',
    input: z.object(own),
    output: suggestionOwn,
    effect: 'read',
    open: byCode,
    guard: ownGuard('查询建议'),
    says: '凭查询码和手机号查看建议的办理情况和答复',
  }),
  webList: endpoint({
    method: 'POST',
    path: '/suggest/web/list',
    send: 'body',
    payload: 'baseSuggestSearchDto',
    input: z.object({ title: filter(text('标题', 100)), ...page }),
    output: pageOf(suggestionOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有已公开的建议和答复，姓名只有姓氏',
    says: '查询已公开的建议',
  }),
  list: endpoint({
    method: 'POST',
    path: '/suggest/list',
    send: 'body',
    payload: 'baseSuggestSearchDto',
    input: z.object({ ...search, ...page }),
    output: pageOf(suggestionBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'readonly'],
    says: '分页查询建议',
  }),
  get: endpoint({
    method: 'POST',
    path: '/suggest/get',
    send: 'query',
    input: z.object({ id: id('建议') }),
    output: read,
    effect: 'read',
    repeat: true,
    access: { like: 'suggestion_list' },
    says: '查看一条建议和它的答复',
  }),
  reveal: revealCall('/x/suggestion/reveal', '建议', writerRow, {
    says: '查看提出人的姓名和手机号，每次记入日志',
    right: '查看建议提出人的姓名和手机号，每次记入日志',
    tells: '查看建议{}提出人的姓名和手机号',
  }),
  answer: endpoint({
    method: 'POST',
    path: '/x/suggestion/answer',
    send: 'body',
    input: z.object({
      id: id('建议'),
      version,
      reply: sampled(text('答复', 2000, 1).trim(), '已列入明年的计划').optional(),
      deptId: idOf('dept', '承办部门').optional(),
    }),
    output: suggestionRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor', 'staff'],
    says: '答复建议，或交给承办部门',
    right: '答复建议，交给承办部门',
    tells: '答复建议{}',
    sample: ['reply'],
    own: true,
  }),
  forward: forwardCall(suggestionFlow, suggestionRow, 'suggestion_answer'),
  draft: endpoint({
    method: 'POST',
    path: '/x/suggestion/draft',
    send: 'body',
    input: z.object({
      id: id('建议'),
      version,
      title: oneLine('标题', 100).optional(),
      content: text('内容', 2000, 1).trim().optional(),
      reply: text('答复', 2000, 1).trim().optional(),
    }),
    output: read,
    effect: 'write',
    access: { like: 'suggestion_publish' },
    inStates: [2, 4],
    says: '写建议的公开稿；没有写的，自动隐去个人信息',
    tells: '写建议{}的公开稿',
    own: true,
  }),
  publish: moveCall(suggestionFlow, 'publish', { says: '公开建议和答复', roles: ['auditor'] }),
  settle: moveCall(suggestionFlow, 'settle', { says: '办结建议，不在网站上公开', roles: ['auditor'] }),
  reject: moveCall(suggestionFlow, 'reject', { says: '不予受理建议', roles: ['auditor'] }),
  withdraw: moveCall(suggestionFlow, 'withdraw', { says: '从网站撤下已公开的建议', roles: ['auditor'] }),
  del: endpoint({
    method: 'POST',
    path: '/suggest/del',
    send: 'query',
    input: z.object({ id: id('建议') }),
    output: bulk,
    effect: 'write',
    access: { like: 'suggestion_dels' },
    says: '删除一条建议到回收站',
    tells: '删除建议{}',
    verb: false,
  }),
  dels: endpoint({
    method: 'POST',
    path: '/suggest/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '删除建议到回收站',
    tells: '删除建议{}',
  }),
  ...textCalls(suggestionFlow, suggestionRow, 'suggestion_list'),
  ...stateCalls(suggestionFlow, binned, 'suggestion_list', z.object(search).omit({ status: true })),
}
