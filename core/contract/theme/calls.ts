import { z } from 'zod'
import {
  replyFollows,
  showFollows,
  type ThemeGroup,
  type TopicCall,
  themeRecommended,
  topicPath,
} from '../../domain/theme-groups.ts'
import { commentStatus } from '../../domain/theme-moves.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { within } from '../guard.ts'
import { captchaFields, own, ownGuard, receipt, registered, sendingGuard, writerRow } from '../letters.ts'
import { moveCall, stateCalls, version } from '../moves.ts'
import { revealCall } from '../reveal-call.ts'
import { bulk, choice, filter, id, idOf, ids, page, pageOf, sampled, seenVersions, text } from '../shared.ts'
import {
  replyRow,
  topicBinned,
  topicBrief,
  topicDept,
  topicOpen,
  topicOpenWhole,
  topicOwn,
  topicSearch,
  topicTexts,
  topicWhole,
  topicWriter,
} from './rows.ts'

/** The two judgements of an audit, as CommentStatus numbers them. */
export const judged = { 1: commentStatus[1], 2: commentStatus[2] } as const
const why = text('理由', 500).trim().nullish()
const versions = seenVersions().nullish()
const remarks = sampled(text('意见', 500, 1).trim(), '请在一周内回复')

/** How a call stands on the wire: as the specification has it, or under /x/. */
export function onTheWire(
  group: ThemeGroup,
  call: TopicCall,
): Pick<Endpoint, 'method' | 'path' | 'send' | 'payload' | 'own'> {
  const { payload, query } = group.wired[call] ?? {}
  return {
    ...{ method: 'POST', path: topicPath(group, call), send: query ? 'query' : 'body' },
    ...(payload && { payload }),
    ...(!group.wired[call] && { own: true }),
  }
}

/** The calls that all groups of topics have: they differ in paths and words alone. */
export function topicCalls(group: ThemeGroup) {
  const { area, noun, flow } = group
  const at = (call: TopicCall) => onTheWire(group, call)
  const seen = { effect: 'read', repeat: true, access: { like: `${area}_list` } } as const
  const search = topicSearch(group)
  const open = `只有正在显示的${noun}，姓名只有姓氏`
  const shownOnes = { effect: 'read', repeat: true, access: 'public', open } as const
  const theirs = { effect: 'read', repeat: true, access: 'visitor', verb: false } as const
  const reply = { about: `${area}Reply`, rows: 'replyQuery' } as const
  const office: Endpoint['roles'] = ['auditor']
  return {
    list: endpoint({
      ...at('list'),
      input: z.object({ ...search, ...page }),
      output: pageOf(topicBrief),
      effect: 'read',
      repeat: true,
      access: 'granted',
      roles: ['auditor', 'staff', 'readonly'],
      says: `分页查询${noun}`,
    }),
    get: endpoint({
      ...at('get'),
      input: z.object({ id: id(noun) }),
      output: topicWhole,
      ...seen,
      says: `查看一条${noun}和它的回复`,
    }),
    add: endpoint({
      ...at('add'),
      input: z.object({ ...topicTexts, ...topicWriter }),
      output: registered,
      effect: 'write',
      answers: true,
      access: 'granted',
      roles: office,
      says: `登记${noun}，得到查询码`,
      tells: `登记${noun}{}`,
    }),
    update: endpoint({
      ...at('update'),
      input: z.object({
        id: id(noun),
        version,
        ...z.object(topicTexts).partial().shape,
        kind: topicWriter.kind,
      }),
      output: topicWhole,
      effect: 'write',
      access: 'granted',
      roles: office,
      sample: ['title'],
      says: `修改没有显示的${noun}`,
      tells: `修改${noun}{}`,
      verb: 'edit',
    }),
    pass: moveCall(flow, 'pass', { says: `审核通过${noun}`, roles: office }),
    reject: moveCall(flow, 'reject', { says: `驳回${noun}`, roles: office }),
    dels: endpoint({
      ...at('dels'),
      input: z.object({ ids: ids(noun) }),
      output: bulk,
      effect: 'write',
      access: 'granted',
      roles: office,
      says: `删除${noun}到回收站`,
      tells: `删除${noun}{}`,
    }),
    show: endpoint({
      ...at('show'),
      input: z.object({ ids: ids(noun), show: choice('显示', { 1: '显示', 0: '隐藏' }), reason: why, versions }),
      output: bulk,
      effect: 'write',
      access: 'granted',
      roles: office,
      says: `在网站上显示${noun}，或隐藏`,
      right: `显示和隐藏${noun}`,
      tells: `显示或隐藏${noun}{}`,
      asks: {
        show: {
          1: { doing: `显示${noun}`, follows: showFollows[1] },
          0: { doing: `隐藏${noun}`, follows: showFollows[0] },
        },
      },
      tellsWhen: [
        { after: { shown: 1 }, tells: `显示${noun}{}` },
        { after: { shown: 2 }, tells: `隐藏${noun}{}` },
      ],
    }),
    recommend: endpoint({
      ...at('recommend'),
      input: z.object({ ids: ids(noun), recommend: choice('推荐', themeRecommended), versions }),
      output: bulk,
      effect: 'write',
      access: { like: `${area}_show` },
      says: `推荐${noun}，或取消推荐`,
      tells: `推荐${noun}{}`,
      tellsWhen: [{ after: { recommend: 0 }, tells: `取消推荐${noun}{}` }],
    }),
    transfer: endpoint({
      ...at('transfer'),
      input: z.object({ ids: ids(noun), deptId: idOf('dept', '承办部门'), remarks: remarks.nullish(), versions }),
      output: bulk,
      effect: 'write',
      access: 'granted',
      roles: office,
      says: `把${noun}转给部门；部门为 0 即收回`,
      right: `转交${noun}`,
      tells: `转交${noun}{}`,
    }),
    giveBack: endpoint({
      ...at('giveBack'),
      input: z.object({ ids: ids(noun), remarks, versions }),
      output: bulk,
      effect: 'write',
      access: { like: `${area}_replySave` },
      says: `退回转来的${noun}，须写明意见`,
      tells: `退回${noun}{}`,
      verb: 'return',
    }),
    deptList: endpoint({
      ...at('deptList'),
      input: z.object({ id: id(noun) }),
      output: z.array(topicDept),
      ...seen,
      says: `一条${noun}可以转给哪些部门，转到过哪些`,
      verb: 'depts',
    }),
    reveal: revealCall(topicPath(group, 'reveal'), noun, writerRow, {
      says: `查看${noun}提出人的姓名和手机号，每次记入日志`,
      right: `查看${noun}提出人的姓名和手机号，每次记入日志`,
      tells: `查看${noun}{}提出人的姓名和手机号`,
    }),
    replySave: endpoint({
      ...at('replySave'),
      spelled: { id: ['themeId'] },
      input: z.object({
        id: id(noun),
        replyId: filter(id('修改的回复').meta({ title: '修改的回复', sample: '101' })),
        parentId: filter(id('回复哪一条').meta({ title: '回复哪一条', sample: '101' })),
        version,
        content: sampled(text('内容', 5000, 1).trim(), '图书馆从下月起周末开放到晚上八点'),
      }),
      output: replyRow,
      effect: 'write',
      access: 'granted',
      roles: ['auditor', 'staff'],
      writes: `${area}Reply`,
      says: `回复${noun}，送交审核；也修改没有通过的回复`,
      right: `回复和退回${noun}`,
      tells: `回复${noun}{}`,
      verb: 'reply',
    }),
    replyGet: endpoint({
      ...at('replyGet'),
      input: z.object({ id: id('回复') }),
      output: replyRow,
      ...seen,
      ...reply,
      says: `查看${noun}的一条回复`,
      verb: 'show-reply',
    }),
    replyQuery: endpoint({
      ...at('replyQuery'),
      input: z.object({ id: filter(id(noun)), state: filter(choice('审核状态', commentStatus)), ...page }),
      output: pageOf(replyRow),
      ...seen,
      about: `${area}Reply`,
      says: `分页查询${noun}的回复`,
      verb: 'replies',
    }),
    replyAudit: endpoint({
      ...at('replyAudit'),
      input: z.object({ id: id('回复'), state: choice('审核结果', judged), reason: why, version }),
      output: replyRow,
      effect: 'write',
      access: 'granted',
      roles: office,
      ...reply,
      says: `审核${noun}的回复；驳回须写明理由`,
      right: `审核${noun}的回复`,
      asks: {
        state: {
          1: { doing: `审核通过${noun}的回复`, follows: replyFollows[1] },
          2: { doing: `驳回${noun}的回复`, follows: replyFollows[2] },
        },
      },
      tells: `审核${noun}的回复{}`,
      verb: 'audit-reply',
    }),
    replyDelete: endpoint({
      ...at('replyDelete'),
      input: z.object({ ids: ids('回复') }),
      output: bulk,
      effect: 'write',
      access: { like: `${area}_replyAudit` },
      ...reply,
      says: `删除${noun}的回复`,
      tells: `删除${noun}的回复{}`,
      verb: 'del-reply',
    }),
    webAdd: endpoint({
      ...at('webAdd'),
      // the specification has the typed captcha of one group in the query, where our clients put nothing
      ...(group.wired.webAdd?.query && { confidential: true as const }),
      input: z.object({ ...topicTexts, ...topicWriter, ...captchaFields }),
      output: receipt,
      effect: 'write',
      access: 'public',
      keepsVisitor: true,
      open: `公众提出${noun}，须答对验证码，次数有限`,
      guard: sendingGuard(`提出${noun}`),
      bodyBytes: 32_000,
      says: `公众提出${noun}，得到查询码`,
      tells: `提出${noun}{}`,
      verb: false,
    }),
    webCode: endpoint({
      ...at('webCode'),
      spelled: { phone: ['tel'] },
      input: z.object(own),
      output: topicOwn,
      effect: 'read',
      access: 'public',
      open: '凭查询码和手机号，次数有限',
      verb: false,
      guard: ownGuard(`查询${noun}`),
      says: `凭查询码和手机号查看${noun}的审核和回复`,
    }),
    webGet: endpoint({
      ...at('webGet'),
      input: z.object({ id: id(noun) }),
      output: topicOpenWhole,
      ...shownOnes,
      rows: 'webList',
      says: `查看一条正在显示的${noun}和它的回复`,
    }),
    webList: endpoint({
      ...at('webList'),
      input: z.object({ title: search.title, kind: topicWriter.kind, ...page }),
      output: pageOf(topicOpen),
      ...shownOnes,
      says: `查询正在显示的${noun}`,
    }),
    myList: endpoint({
      ...at('myList'),
      input: z.object({ title: search.title, state: search.state, ...page }),
      output: pageOf(topicOwn),
      ...theirs,
      says: `公众查询本人的${noun}`,
    }),
    myGet: endpoint({
      ...at('myGet'),
      input: z.object({ id: id(noun) }),
      output: topicOwn,
      ...theirs,
      guard: { says: `查看本人的${noun}`, limits: [{ by: 'visitor', most: 600, withinMs: within.hour }] },
      says: `公众查看本人的一条${noun}`,
    }),
    ...stateCalls(flow, topicBinned, `${area}_list`, z.object(search).omit({ state: true })),
  }
}
export type TopicCalls = ReturnType<typeof topicCalls>

/** A public list of topics beside the group's own: those that are recommended, or hot, or of one kind. */
export const openList = (
  group: ThemeGroup,
  path: `/${string}`,
  says: string,
  more: { readonly payload?: string } = {},
) =>
  endpoint({
    method: 'POST',
    path,
    send: 'body',
    ...more,
    input: z.object({ title: filter(text('标题', 100)), ...page }),
    output: pageOf(topicOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: `只有正在显示的${group.noun}，姓名只有姓氏`,
    says,
  })

/** An audit as the specification sends it: of several topics, with its judgement. */
export const auditCall = ({ area, noun }: ThemeGroup, path: `/${string}`, payload: string) =>
  endpoint({
    method: 'POST',
    path,
    send: 'body',
    payload,
    input: z.object({ ids: ids(noun), state: choice('审核结果', judged), reason: why, versions }),
    output: bulk,
    effect: 'write',
    access: { like: `${area}_pass` },
    says: `审核${noun}，通过或驳回`,
    tells: `审核${noun}{}`,
    verb: false,
  })
