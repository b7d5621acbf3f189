import { movesOf, whyPublic } from './states.ts'

/** The days of 政府信息公开条例: for the answer and its one extension (33), for asking what is missing (30) and, unless somebody says more, for supplying it, for a third party (32). */
export const applyDays = { answer: 20, extendMax: 20, clarify: 7, supply: 15, thirdParty: 15 } as const

/** How a request came, and from which day it counts (31). */
export const applyChannels = {
  0: { says: '网上提交', starts: '互联网渠道提交的，以双方确认之日为收到申请之日', confirms: true },
  1: { says: '当面提交', starts: '当面提交的，以提交之日为收到申请之日', confirms: false },
  2: { says: '挂号信或快递', starts: '以邮寄方式提交的，以签收之日为收到申请之日', confirms: false },
  3: { says: '平常信函', starts: '以平常信函等无需签收的方式提交的，以与申请人确认之日为收到申请之日', confirms: true },
  4: { says: '传真', starts: '以传真提交的，以双方确认之日为收到申请之日', confirms: true },
} as const
export type ApplyChannel = keyof typeof applyChannels
export const channelWords = Object.fromEntries(
  Object.entries(applyChannels).map(([channel, { says }]) => [channel, says]),
) as Readonly<Record<ApplyChannel, string>>

/** By what the day is known from which a request's time counts. */
export const startsOf = ({ againAt, channel }: { readonly againAt: unknown; readonly channel: unknown }): string =>
  againAt === null ? applyChannels[Number(channel) as ApplyChannel].starts : '重新答复的，以决定重新答复之日起算'

/** How the applicant wants to have it. */
export const applyMedia = { 0: '纸质', 1: '电子文档' } as const
export const applyWays = { 0: '邮寄', 1: '电子邮件', 2: '当面领取', 3: '网上查看' } as const
export const applyOverdue = { 1: '已超期', 0: '未超期' } as const
/** Nothing was supplied by the day until which it was to come: the request waits for the office. */
export const applyLapsed = { 1: '期限已过，待处理' } as const

/** How far a request is. */
export const applyStates = {
  0: '待确认',
  1: '已受理，待转办',
  2: '办理中',
  3: '待补正',
  4: '已拟答复，待审核',
  5: '已答复，待送达',
  6: '已送达',
  7: '已送达，并公开',
  8: '不予登记',
} as const
export type ApplyState = keyof typeof applyStates
export type ApplyMove =
  | 'confirm'
  | 'reject'
  | 'clarify'
  | 'supplement'
  | 'forward'
  | 'answer'
  | 'giveBack'
  | 'redo'
  | 'issue'
  | 'deliver'
  | 'again'
  | 'publish'
  | 'withdraw'
  | 'delete'

/** The states in which the answer has gone to the applicant. */
export const answeredStates: readonly number[] = [5, 6, 7]
/** Those in which the clock runs, so that a request may be late. */
export const openApplyStates: readonly number[] = [1, 2, 4]
/** That in which the applicant is asked for what is missing. */
export const askedState = 3
/** Those in which somebody writes an answer that is not handed in yet. */
export const draftStates: readonly number[] = [1, 2, 3]
/** Those that the yearly report counts. */
export const countedStates: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

const notYet = '它还没有确认收到，请先确认'
const isAsked = '正等申请人补正'
const isDrafted = '它已有答复稿，请先审核或退回重办'
const isDone = '它已答复'
const isOnline = '它在网站上，请先撤下'
const notTaken = '它没有登记，要办理请重新确认'
const over = { 5: isDone, 6: isDone, 7: isDone, 8: notTaken } as const
const unanswered = { 0: notYet, 1: '它还没有答复', 2: '它还没有答复', 3: isAsked, 8: notTaken } as const

/** For this reason alone what was accepted is taken back. */
export const wrongEntry = '登记有误'

/** Requests for disclosure, from their receipt to the delivered answer. */
export const applyFlow = movesOf<ApplyState, ApplyMove>({
  area: 'apply',
  noun: '申请',
  unit: '件',
  words: applyStates,
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '●', tone: 'wait' },
    2: { mark: '◐', tone: 'wait' },
    3: { mark: '○', tone: 'rest' },
    4: { mark: '◐', tone: 'wait' },
    5: { mark: '◐', tone: 'good' },
    6: { mark: '✓', tone: 'good' },
    7: { mark: '✓', tone: 'good' },
    8: { mark: '✗', tone: 'bad' },
  },
  ways: {
    转办: '要改由其他部门办理，请重新转办（命令 xzx apply forward 编号 --dept 部门）',
    拟定答复: '要让部门修改，请退回重办（命令 xzx apply redo 编号）',
    退回: '请重新转办（命令 xzx apply forward 编号 --dept 部门）',
    告知补正: '补正后继续办理；逾期不补正的，以「其他处理」答复',
    补正: '请转给部门办理',
    登记送达: '送达情况有误的，再登记一次',
    重新答复: '原来的答复仍要用的，由主办部门照原稿提交，再签发',
  },
  moves: {
    confirm: {
      says: '确认收到',
      became: '已受理',
      to: { 0: 1, 8: 1 },
      done: [1],
      asks: true,
      follows: '答复期限从今天起算，次日为第一日',
      instead: { 2: '它已在办理', 3: isAsked, 4: isDrafted, 5: isDone, 6: isDone, 7: isDone },
    },
    reject: {
      says: '不予登记',
      became: '不予登记',
      // one that the office entered wrongly goes this way too (`enteredWrong`)
      to: { 0: 8, 1: 8 },
      done: [8],
      reasons: [
        `${wrongEntry}，另行登记`,
        '多次联系不上申请人，无法确认',
        '与政府信息公开无关的内容',
        '同一申请重复提交',
        '广告或恶意内容',
      ],
      follows: '不计入年度报告，申请人凭查询码看到理由',
      instead: { 2: '它已受理，请作出答复', 3: isAsked, 4: isDrafted, ...over, 8: notTaken },
    },
    clarify: {
      says: '告知补正',
      became: '待补正',
      to: { 1: 3, 2: 3 },
      done: [],
      instead: { 0: notYet, 3: '已经告知补正', 4: isDrafted, ...over },
    },
    supplement: {
      says: '补正',
      became: '已补正',
      key: 'apply_clarify',
      to: { 3: 1 },
      done: [],
      instead: { 0: notYet, 1: '没有告知补正', 2: '没有告知补正', 4: isDrafted, ...over },
    },
    forward: {
      says: '转办',
      became: '已转办',
      to: { 1: 2, 2: 2 },
      done: [],
      instead: { 0: notYet, 3: isAsked, 4: isDrafted, ...over },
    },
    answer: {
      says: '拟定答复',
      became: '已拟答复',
      to: { 1: 4, 2: 4, 3: 4 },
      done: [],
      instead: { 0: notYet, 4: '它已有答复稿，待审核，要修改请由审核人员退回重办', ...over },
    },
    giveBack: {
      says: '退回',
      became: '已退回',
      to: { 2: 1 },
      done: [],
      reasons: ['不属于本部门职责', '本部门没有相关信息', '应由其他部门主办'],
      instead: { 0: notYet, 1: '它没有在部门办理', 3: isAsked, 4: isDrafted, ...over },
    },
    redo: {
      says: '退回重办',
      became: '已退回重办',
      to: { 4: 2 },
      done: [],
      reasons: ['依据的条款不当', '没有说明理由', '应当区分处理', '答复的用语不当'],
      follows: '主办部门修改后重新提交，期限照常计算',
      instead: { 0: notYet, 1: '它还没有答复稿', 2: '它还没有答复稿', 3: isAsked, ...over },
    },
    issue: {
      says: '签发答复',
      became: '已答复',
      to: { 4: 5 },
      done: [5],
      asks: true,
      needs: { field: 'outcome', says: '还没有办理结果，请先拟定答复' },
      follows: '申请人凭查询码即可看到答复，期限不再计算',
      instead: { ...unanswered, 6: isDone, 7: isDone },
    },
    deliver: {
      says: '登记送达',
      became: '已送达',
      to: { 5: 6, 6: 6 },
      done: [],
      instead: { ...unanswered, 4: '答复还没有签发', 7: isOnline },
    },
    again: {
      says: '重新答复',
      became: '已交重新答复',
      key: 'apply_redo',
      to: { 5: 2, 6: 2 },
      done: [2],
      reasons: ['行政复议决定重新答复', '法院判决重新答复', '答复内容有误，更正', '附件有误或遗漏'],
      follows:
        '回到主办部门，答复期限从今天重新计算；申请人暂时看不到原来的答复，原答复、办理结果、送达情况和附件留在办理记录',
      instead: { ...unanswered, 4: isDrafted, 7: isOnline },
    },
    publish: {
      says: '公开',
      became: '已公开',
      to: { 6: 7 },
      done: [7],
      public: true,
      allTheSame: whyPublic,
      needs: { field: 'openTitle', says: '还没有公开稿，请先写公开稿（命令 xzx apply draft 编号）' },
      follows: '公开稿随即出现在网站「依申请公开选登」，不显示申请人',
      instead: { ...unanswered, 4: '答复还没有签发', 5: '答复还没有送达' },
    },
    withdraw: {
      says: '撤下',
      became: '已撤下',
      to: { 7: 6 },
      done: [6],
      public: true,
      reasons: ['涉及第三方权益', '内容有误，更正后再公开', '应申请人要求撤下'],
      follows: '网页随即从网站撤下，申请人仍可查询',
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'apply_dels',
      to: { 8: 'deleted' },
      done: [],
      follows: '申请人凭查询码不再查到这件申请和不予登记的理由',
      instead: {
        0: '它还没有确认收到；不是申请的请用「不予登记」并写明理由',
        1: '它已受理，请作出答复',
        2: '它在部门办理',
        3: isAsked,
        4: isDrafted,
        5: '已答复的计入年度报告，不能删除',
        6: '已答复的计入年度报告，不能删除',
        7: isOnline,
      },
    },
  },
})

/** How far a department is with a request, and whether it leads. */
export { forumLead as applyLead, forumStates as placeStates } from './mail-states.ts'

/** An entry of the office that nothing has followed from: made by mistake, it is taken back, and is counted nowhere. */
export const enteredWrong = ({ channel, version }: { readonly channel: unknown; readonly version: unknown }): boolean =>
  Number(channel) !== 0 && Number(version) === 1

/** So long ago no request was received that is entered now: the year is a slip. */
export const receivedWithinDays = 366
