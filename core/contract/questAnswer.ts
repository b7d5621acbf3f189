import { z } from 'zod'
import { yesNo } from '../domain/enums.ts'
import { questAnswerFlow, questAnswerStates, questRatings } from '../domain/questAnswer-states.ts'
import { endpoint } from './endpoint.ts'
import { within } from './guard.ts'
import { captchaFields } from './letters.ts'
import { moveCall, stateCalls, stateFilter, textCalls, version } from './moves.ts'
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
  int,
  nameOf,
  nothing,
  oneLine,
  onlyId,
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
const fields = {
  title: sampled(oneLine('问题', 100), '老年证怎么办理'),
  content: sampled(text('答案', contentMax, 1).trim(), '持身份证到社区服务中心办理，当场领取'),
  keywords: text('其他问法', 500).nullish(),
  deptId: idOf('dept', '承办部门').optional(),
}

const brief = {
  id: idText(),
  title: z.string().meta({ title: '问题' }),
  status: chosen('状态', questAnswerStates),
  common: chosen('常见', yesNo),
  satisfied: chosen('满意', yesNo),
  deptId: words('承办部门编号'),
  deptName: nameOf('deptId', '承办部门'),
  ratedCount: count('评价数'),
  satisfiedCount: count('满意的评价'),
  reason: words('理由'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A question as lists show it. */
export const questAnswerBrief = row(brief)
/** The whole of it, with its answer. */
export const questAnswerRow = row({ ...brief, keywords: words('其他问法'), content: words('答案') })
const binned = row({ ...brief, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })
/** What everybody may read of one. */
export const questAnswerOpen = row({
  id: idText(),
  title: words('问题'),
  content: words('答案'),
  deptName: nameOf('deptId', '承办部门'),
})
const found = z.array(row({ ...questAnswerOpen.shape, likeness: count('相近程度', '%') }))

/** What a visitor said of what they were looking for. */
export const searchFeedbackRow = row({
  id: idText(),
  title: words('问题'),
  answerId: words('问答编号'),
  answerTitle: nameOf('answerId', '看到的问答'),
  helpful: chosen('有帮助', yesNo),
  remark: words('意见'),
  createdAt: when('提交时间'),
})

const search = {
  title: filter(text('问题', 100)),
  content: filter(text('答案', 100)),
  common: filter(choice('常见', yesNo)),
  satisfied: filter(choice('满意', yesNo)),
  deptId: filter(idOf('dept', '承办部门')),
}
const size = int('条数', 1, 50)
const asked = { quest: sampled(text('问题', 200, 1).trim(), '怎样办老年证'), size }
const asking = { method: 'GET', send: 'query', effect: 'read', repeat: true, access: 'public' } as const
const auditor = { access: 'granted', roles: ['auditor'] } as const
const mark = (call: string, says: string) =>
  ({
    method: 'POST',
    path: `/questAnswer/${call}`,
    send: 'query',
    effect: 'write',
    output: bulk,
    ...auditor,
    says: `把问答标为${says}，或取消`,
    right: `把问答标为${says}`,
    tells: `标记问答{}为${says}`,
    tellsWhen: [{ after: { mark: 0 }, tells: `取消问答{}的${says}标记` }],
  }) as const
const marked = { ids: ids('问答'), mark: choice('标记', yesNo).optional() }
const feedback = { rows: 'searchFeedbackList', about: 'questFeedback' } as const
const guardOf = (says: string, more: object = {}) => ({
  says,
  limits: [{ by: 'address', most: 60, withinMs: within.hour }],
  ...more,
})
const captcha = { captcha: { id: 'codeId', typed: 'verifyCode' } }

/** Questions with their answers, found by likeness, and what visitors say of them (other-calls, /questAnswer). */
export const questAnswer = {
  list: endpoint({
    method: 'POST',
    path: '/questAnswer/list',
    send: 'body',
    payload: 'baseQuestAnswerSerachDto',
    input: z.object({ ...search, status: stateFilter(questAnswerFlow), ...page }),
    output: pageOf(questAnswerBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'readonly'],
    says: '分页查询问答',
  }),
  get: endpoint({
    method: 'POST',
    path: '/questAnswer/get',
    send: 'query',
    input: z.object({ id: id('问答') }),
    output: questAnswerRow,
    effect: 'read',
    repeat: true,
    access: { like: 'questAnswer_list' },
    says: '查看一条问答',
  }),
  commonList: endpoint({
    method: 'POST',
    path: '/questAnswer/commonList',
    send: 'query',
    input: z.object({ size }),
    output: z.array(questAnswerBrief),
    effect: 'read',
    repeat: true,
    access: { like: 'questAnswer_list' },
    says: '查询常见的问答',
  }),
  getWelcomeMessage: endpoint({
    method: 'POST',
    path: '/questAnswer/getWelcomeMessage',
    send: 'none',
    input: nothing,
    output: row({ message: words('欢迎语'), common: z.array(questAnswerOpen).meta({ title: '常见问题' }) }),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '在线问答的欢迎语和已公布的常见问题',
    says: '在线问答的欢迎语和常见问题',
    verb: 'welcome',
  }),
  getQuestLikeDetail: endpoint({
    ...asking,
    path: '/questAnswer/getqusetLikeDetail',
    input: z.object(asked),
    output: found,
    open: '按问题查找已公布的问答，最相近的在前',
    says: '查找与一个问题最相近的问答',
    verb: 'ask',
  }),
  queryQuestLikeDetail: endpoint({
    ...asking,
    path: '/questAnswer/queryQusetLikeDetail',
    input: z.object({ ...asked, index: int('从第几条起', 0, 10_000) }),
    output: found,
    open: '按问题查找已公布的问答，从第几条起',
    says: '从第几条起查找与一个问题相近的问答，从 0 数起',
    verb: 'ask-more',
  }),
  page: endpoint({
    ...asking,
    path: '/x/questAnswer/page',
    input: z.object({ quest: filter(text('问题', 200)) }),
    output: z.string(),
    reply: 'page',
    effect: 'count',
    open: '在线问答的网页，供不用脚本的浏览器使用，每个网段有限',
    guard: { says: '提问', limits: [{ by: 'address', most: 120, withinMs: within.quarter }] },
    says: '打开在线问答的网页',
    verb: false,
    own: true,
  }),
  save: endpoint({
    method: 'POST',
    path: '/questAnswer/save',
    send: 'body',
    payload: 'saveQuestanswer',
    input: z.object({ id: filter(id('问答')), version, ...z.object(fields).partial().shape }),
    output: questAnswerRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor', 'staff'],
    says: '新增问答，或修改一条（写明编号）',
    right: '新增、修改问答',
    tells: '修改问答{}',
    tellsWhen: [{ added: true, tells: '新增问答{}' }],
    sample: ['title', 'content'],
    verb: 'save',
  }),
  publish: moveCall(questAnswerFlow, 'publish', { roles: ['auditor'] }),
  withdraw: moveCall(questAnswerFlow, 'withdraw', { roles: ['auditor'] }),
  commonAudit: endpoint({ ...mark('commonAudit', '常见'), input: z.object(marked), verb: 'common' }),
  satisfiedAudit: endpoint({ ...mark('satisfiedAudit', '满意'), input: z.object(marked), verb: 'satisfied' }),
  dels: endpoint({
    method: 'POST',
    path: '/questAnswer/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids('问答') }),
    output: bulk,
    effect: 'write',
    ...auditor,
    says: '删除问答到回收站',
    tells: '删除问答{}',
  }),
  searchFeedbackSave: endpoint({
    method: 'POST',
    path: '/questAnswer/dearchfeedack/save',
    send: 'body',
    payload: 'saveDearchreedback',
    input: z.object({
      quest: oneLine('问题', 200),
      answerId: filter(id('看到的问答')),
      helpful: choice('有帮助', yesNo),
      remark: text('意见', 500).nullish(),
      ...captchaFields,
    }),
    output: onlyId,
    effect: 'write',
    access: 'public',
    open: '访问者说明问答有没有帮助，须答对验证码，次数有限',
    guard: guardOf('提交意见', captcha),
    says: '公众对查找结果的意见',
    tells: '提交对查找结果的意见',
    about: 'questFeedback',
    verb: false,
  }),
  assessSearchFeedback: endpoint({
    method: 'POST',
    path: '/questAnswer/assessDearchfeedback',
    send: 'body',
    payload: 'assessDearchfeedbackDto',
    input: z.object({
      answerId: id('看到的问答'),
      rating: choice('评价', questRatings),
      visitorKey: oneLine('设备标识', 100, 16),
      ...captchaFields,
    }),
    output: onlyId,
    effect: 'count',
    access: 'public',
    open: '访问者评价一条答案，须答对验证码，每条一次',
    guard: guardOf('评价', captcha),
    says: '公众评价一条答案，每条一次',
    verb: false,
  }),
  searchFeedbackList: endpoint({
    method: 'POST',
    path: '/questAnswer/dearchfeedack/list',
    send: 'body',
    payload: 'baseDearchfeedbackSerachDto',
    input: z.object({
      quest: filter(text('问题', 100)),
      helpful: filter(choice('有帮助', yesNo)),
      answerId: filter(id('看到的问答')),
      startTime: filter(time('提交时间起')),
      endTime: filter(time('提交时间止', 'end')),
      ...page,
    }),
    output: pageOf(searchFeedbackRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: '分页查询对查找结果的意见',
    verb: 'feedback',
    ...feedback,
  }),
  searchFeedbackGet: endpoint({
    method: 'POST',
    path: '/questAnswer/dearchfeedack/get',
    send: 'query',
    input: z.object({ id: id('意见') }),
    output: searchFeedbackRow,
    effect: 'read',
    repeat: true,
    access: { like: 'questAnswer_searchFeedbackList' },
    says: '查看一条对查找结果的意见',
    verb: 'feedback-get',
    ...feedback,
  }),
  searchFeedbackDels: endpoint({
    method: 'POST',
    path: '/questAnswer/dearchfeedack/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids('意见') }),
    output: bulk,
    effect: 'write',
    ...auditor,
    says: '删除对查找结果的意见',
    tells: '删除对查找结果的意见{}',
    verb: 'feedback-del',
    ...feedback,
  }),
  ...textCalls(questAnswerFlow, questAnswerRow, 'questAnswer_list'),
  ...stateCalls(questAnswerFlow, binned, 'questAnswer_list', z.object(search)),
}
