import { z } from 'zod'
import { adviceFlow, adviceStates } from '../domain/advice-states.ts'
import { endpoint } from './endpoint.ts'
import { forwardCall } from './letters.ts'
import { moveCall, stateCalls, stateFilter, textCalls, version } from './moves.ts'
import {
  bulk,
  chosen,
  count,
  filter,
  id,
  idOf,
  ids,
  idText,
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

const contentMax = 5000
/** What was said, by whom, and who is to answer. */
const fields = {
  title: sampled(oneLine('标题', 100), '增设公交站点的意见'),
  content: sampled(text('内容', contentMax, 1), '县医院门口没有公交站，建议增设'),
  proposer: text('提出人', 50).nullish(),
  deptId: idOf('dept', '承办部门').optional(),
}

const brief = {
  id: idText(),
  title: words('标题'),
  proposer: words('提出人'),
  status: chosen('状态', adviceStates),
  reason: words('退回理由'),
  deptId: words('承办部门编号'),
  deptName: nameOf('deptId', '承办部门'),
  resultTitle: words('答复标题'),
  createdBy: words('登记人编号'),
  createdByName: nameOf('createdBy', '登记人'),
  createdAt: when('登记时间'),
  resultByName: nameOf('resultBy', '答复人'),
  resultAt: when('答复时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** An opinion as lists show it. */
export const adviceBrief = row(brief)
/** The whole of it, with its answer. */
export const adviceRow = row({ ...brief, content: words('内容'), resultContent: words('答复内容') })
const binned = row({ ...brief, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })

/** The search of a list, and of its export. */
const search = {
  title: filter(text('标题', 100)),
  content: filter(text('内容', 100)),
  proposer: filter(text('提出人', 50)),
  status: stateFilter(adviceFlow),
  deptId: filter(idOf('dept', '承办部门')),
  startTime: filter(time('登记时间起')),
  endTime: filter(time('登记时间止', 'end')),
}

const list = (path: `/${string}`, says: string) =>
  endpoint({
    method: 'POST',
    path,
    send: 'body',
    input: z.object({ ...search, ...page }),
    output: pageOf(adviceBrief),
    effect: 'read',
    repeat: true,
    access: { like: 'advice_list' },
    says,
  })

/** Opinions that were put forward, and the answers to them (main-console §7, Advice). */
export const advice = {
  list: {
    ...list('/advice/list', '分页查询意见'),
    access: 'granted' as const,
    roles: ['auditor', 'staff', 'readonly'] as const,
  },
  myList: list('/advice/my/list', '分页查询本人登记的意见'),
  detail: endpoint({
    method: 'POST',
    path: '/advice/detail',
    send: 'query',
    input: z.object({ id: id('意见') }),
    output: adviceRow,
    effect: 'read',
    repeat: true,
    access: { like: 'advice_list' },
    says: '查看一条意见和它的答复',
    verb: 'get',
  }),
  add: endpoint({
    method: 'POST',
    path: '/advice/add',
    send: 'body',
    payload: 'saveAdviceDto',
    input: z.object(fields),
    output: adviceRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '登记意见',
    tells: '登记意见{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/x/advice/edit',
    send: 'body',
    input: z.object({ id: id('意见'), version, ...z.object(fields).partial().shape }),
    output: adviceRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '修改意见',
    tells: '修改意见{}',
    own: true,
  }),
  forward: forwardCall(adviceFlow, adviceRow, 'advice_edit'),
  resultReply: endpoint({
    method: 'POST',
    path: '/advice/resultReply',
    send: 'body',
    payload: 'saveAdviceDto',
    wire: { resultTitle: 'title', resultContent: 'content' },
    input: z.object({
      id: id('意见'),
      version,
      resultTitle: sampled(text('答复标题', 100, 1).trim(), '关于增设公交站点的答复'),
      resultContent: sampled(text('答复内容', contentMax, 1), '年底前在县医院门口增设站点'),
    }),
    output: adviceRow,
    effect: 'write',
    access: 'granted',
    roles: ['staff'],
    says: '答复意见',
    tells: '答复意见{}',
    verb: 'reply',
  }),
  confirm: moveCall(adviceFlow, 'confirm', {
    says: '通过意见的答复',
    tells: '通过对{}的答复',
    roles: ['auditor'],
    seen: true,
  }),
  giveBack: moveCall(adviceFlow, 'giveBack', { says: '退回意见的答复', tells: '退回对{}的答复', roles: ['auditor'] }),
  reopen: moveCall(adviceFlow, 'reopen', { says: '重新办理已答复的意见', roles: ['auditor'] }),
  dels: endpoint({
    method: 'POST',
    path: '/advice/dels',
    send: 'query',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '删除意见到回收站',
    tells: '删除意见{}',
  }),
  ...stateCalls(adviceFlow, binned, 'advice_list', z.object(search).omit({ status: true })),
  ...textCalls(adviceFlow, adviceRow, 'advice_list'),
  adviceExcel: endpoint({
    method: 'POST',
    path: '/advice/adviceExcel',
    send: 'body',
    input: z.object(search),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: 'granted',
    roles: ['auditor'],
    says: '导出意见和答复',
    verb: false,
  }),
}
