import { movesOf, whyPublic } from './states.ts'

/** The state of a letter that was taken up into another one. */
export const mailMerged = 8

/** What a letter is about, each kind with the working days within which it is answered. */
export const mailKinds = {
  0: { says: '咨询', days: 5 },
  1: { says: '求助', days: 10 },
  2: { says: '建议', days: 15 },
  3: { says: '投诉', days: 15 },
  4: { says: '举报', days: 15 },
  5: { says: '其他', days: 10 },
  6: { says: '网站纠错', days: 3 },
} as const
export type MailKind = keyof typeof mailKinds
export const mailTypes = Object.fromEntries(
  Object.entries(mailKinds).map(([kind, { says }]) => [kind, says]),
) as Readonly<Record<MailKind, string>>
/** Within so many working days from its receipt its writer may be asked so that the time waits for them, once, as of requests for disclosure. */
export const mailAskWithin = 7
/** Whose writer says nothing for so many working days, while its time waits for them, waits for the office again: as long as an applicant has to supply what is missing. */
export const mailSupplyWithin = 15
/** So many working days a letter's time may be extended by, once. */
export const mailExtendMax = 15
/** So many letters may stand in one: what is about more is no double. */
export const mailMergedMost = 500
/** So many of them stand on its page; the others are found by a filter of the list. */
export const mailMergedShown = 20

/** MailStatus of the specification: what whoever wrote knows of it. */
export const mailStatus = { 0: '未回复', 1: '已回复' } as const
/** YnStatus, and OpenFlag of the specification. */
export const ynStatus = { 0: '不公开', 1: '公开' } as const
/** Whether it still waits for an answer. */
export const mailWaiting = { 1: '待答复' } as const
export const mailOverdue = { 1: '已超期', 0: '未超期' } as const
/** What whoever wrote thinks of the answer. */
export const mailRatings = { 1: '满意', 2: '基本满意', 3: '不满意' } as const
export const complained = { 2: '投诉待处理', 1: '有投诉', 0: '没有投诉' } as const

/** Its writer was asked and has said nothing in time: it waits for the office. */
export const mailLapsed = { 1: '逾期未补充，待处理' } as const

/** Whether the letter that one was merged into is over, and nothing of its answer public. */
export const mailLeft = { 1: '并入的信已了结，待答复来信人' } as const

/** Whether who reads a letter may open one that stands in it, or reads there what it says. */
export const mailReadable = { 1: '可以打开', 0: '只看内容' } as const

/** How far a letter is: finer than MailStatus. */
export const mailStates = {
  0: '待审核',
  1: '已受理，待转办',
  2: '办理中',
  3: '待来信人补充',
  4: '已答复，待审核',
  5: '已办结，不公开',
  6: '已公开',
  7: '不予受理',
  8: '已合并',
  9: '垃圾信件',
} as const
export type MailState = keyof typeof mailStates
export type MailMove =
  | 'examine'
  | 'ask'
  | 'supplement'
  | 'forward'
  | 'answer'
  | 'returnMail'
  | 'redo'
  | 'settle'
  | 'publish'
  | 'withdraw'
  | 'reopen'
  | 'reject'
  | 'spam'
  | 'notSpam'
  | 'merge'
  | 'unmerge'
  | 'delete'

/** The states in which the answer has gone to whoever wrote. */
export const repliedStates: readonly number[] = [5, 6]
/** Those in which a letter waits for the office or a department, so that it may be late. */
export const openStates: readonly number[] = [0, 1, 2, 4]
/** Those in which its time may run: it goes on too where a writer is asked for whom it does not wait, and is stored empty where it does. */
export const runningStates: readonly number[] = [...openStates, 3]

const notYet = '它还没有审核，请先审核'
const isOver = '它已办结，要再办请先重新办理'
const isOnline = '它在网站上，请先撤下'
const noMore = '它没有受理，要办理请重新审核'
const isSpam = '它在垃圾信件中，要办理请先恢复（命令 xzx mail not-spam 编号）'
const isMerged = '它已并入另一封信，请办理那一封；并错了的请取消合并（命令 xzx mail unmerge 编号）'
const stillDue = '它还等着办理；不受理的请用「不予受理」并写明理由，广告等请用「移入垃圾信件」'
const over = { 5: isOver, 6: isOnline, 7: noMore, 8: isMerged, 9: isSpam } as const

/** The states in which a letter takes up others: those who wrote them will read its answer. */
export const takesUp = (state: MailState): boolean => ![5, 7, 8, 9].includes(state)

/** Letters of the public, from their receipt to the answer. */
export const mailFlow = movesOf<MailState, MailMove>({
  area: 'mail',
  noun: '信件',
  unit: '封',
  words: mailStates,
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '●', tone: 'wait' },
    2: { mark: '◐', tone: 'wait' },
    3: { mark: '○', tone: 'rest' },
    4: { mark: '◐', tone: 'wait' },
    5: { mark: '✓', tone: 'rest' },
    6: { mark: '✓', tone: 'good' },
    7: { mark: '✗', tone: 'bad' },
    8: { mark: '⊘', tone: 'rest' },
    9: { mark: '⊘', tone: 'bad' },
  },
  ways: {
    转办: '要改由其他部门办理，请重新转办（命令 xzx mail forward 编号 --dept 部门）',
    答复: '要让部门修改，请退回重办（命令 xzx mail redo 编号）',
    退回: '请重新转办（命令 xzx mail forward 编号 --dept 部门）',
    补充: '来信人已写明，请审核；还不清楚的可以再要求补充',
    重新办理: '答复后请再办结',
    合并: '并错了的请取消合并（命令 xzx mail unmerge 编号 --reason 理由）',
    取消合并: '要再并入，请重新合并（命令 xzx mail merge 编号 --into 编号）',
  },
  moves: {
    examine: {
      says: '审核通过',
      became: '已受理',
      to: { 0: 1, 7: 1 },
      done: [1],
      instead: { 3: '正等来信人补充，补充后再审核', 5: isOver, 6: isOnline, 8: isMerged, 9: isSpam },
    },
    ask: {
      says: '要求补充',
      became: '待来信人补充',
      to: { 0: 3, 1: 3 },
      done: [3],
      reasons: ['请写明事情发生的时间和地点', '请写明所属乡镇和村（社区）', '请说明希望解决的具体问题'],
      follows: `来信人凭查询码看到并补充。在期限内、收到来信 ${mailAskWithin} 个工作日内第一次要求的，补充之前不计期限，补充后重新起算；此外期限照常计算，已超期的仍算超期`,
      instead: { 2: '它在部门办理，请先由部门退回', 4: '它已有答复，请先退回重办', ...over },
    },
    supplement: {
      says: '补充',
      became: '已补充',
      key: 'mail_ask',
      to: { 3: 0 },
      done: [],
      instead: {
        0: '没有要求来信人补充',
        1: '没有要求来信人补充',
        2: '它在部门办理',
        4: '它已有答复',
        ...over,
      },
    },
    forward: {
      says: '转办',
      became: '已转办',
      key: 'mailForum_deptSave',
      to: { 1: 2, 2: 2 },
      done: [],
      instead: { 0: notYet, 3: '正等来信人补充', 4: '它已有答复，请先退回重办', ...over },
    },
    answer: {
      says: '答复',
      became: '已答复',
      key: 'mailForum_save',
      to: { 2: 4 },
      done: [],
      instead: {
        0: notYet,
        1: '它还没有转给部门',
        3: '正等来信人补充',
        4: '它已有答复，待审核，要修改请由审核人员退回重办',
        ...over,
        6: '它已办结并公开，不能再答复',
      },
    },
    returnMail: {
      says: '退回',
      became: '已退回',
      key: 'mailForum_returnMail',
      to: { 2: 1 },
      done: [],
      reasons: ['不属于本部门职责', '应由其他部门主办', '来信内容不明确，无法办理'],
      instead: { 0: notYet, 1: '它没有在部门办理', 3: '正等来信人补充', 4: '它已有答复', ...over },
    },
    redo: {
      says: '退回重办',
      became: '已退回重办',
      to: { 4: 2 },
      done: [],
      reasons: ['答复没有回应来信的问题', '答复缺少依据', '答复的用语不当', '答复含有个人信息'],
      follows: '主办部门修改后重新答复',
      instead: { 0: notYet, 1: '它还没有答复', 2: '它还没有答复', 3: '它还没有答复', ...over },
    },
    settle: {
      says: '办结不公开',
      became: '已办结',
      to: { 4: 5 },
      done: [5],
      asks: true,
      follows: '来信人凭查询码即可看到答复，网站上不显示',
      instead: { 0: notYet, 1: '它还没有答复', 2: '它还没有答复', 3: '它还没有答复', 6: '它在网站上，请用「撤下」' },
    },
    publish: {
      says: '公开',
      became: '已公开',
      to: { 4: 6, 5: 6 },
      done: [6],
      public: true,
      allTheSame: whyPublic,
      needs: { field: 'reply', says: '还没有答复，请先由部门答复' },
      follows: '来信和答复随即出现在网站上，姓名只显示姓氏',
      instead: {
        0: notYet,
        1: '它还没有答复',
        2: '它还没有答复',
        3: '它还没有答复',
        7: noMore,
        8: isMerged,
        9: isSpam,
      },
    },
    withdraw: {
      says: '撤下',
      became: '已撤下',
      to: { 6: 5 },
      done: [5],
      public: true,
      reasons: ['涉及个人隐私', '答复有误，更正后再公开', '应来信人要求撤下'],
      follows: '网页随即从网站撤下，来信人仍可查询',
    },
    reopen: {
      says: '重新办理',
      became: '重新办理',
      to: { 5: 1 },
      done: [1],
      reasons: ['来信人投诉答复不实', '来信人不满意，需要补充答复', '情况有变化'],
      follows: '期限从今天重新计算，来信人暂时看不到原来的答复',
      instead: { 6: isOnline },
    },
    reject: {
      says: '不予受理',
      became: '不予受理',
      to: { 0: 7, 1: 7, 3: 7 },
      done: [7],
      reasons: [
        '内容不明确，无法办理',
        '不属于本单位职责',
        '已经或应当通过诉讼、仲裁解决',
        '与来信无关的内容',
        '广告或恶意内容',
      ],
      follows: '来信人凭查询码看到理由',
      instead: {
        2: '它在部门办理，请先由部门退回',
        ...{ 4: '它已有答复', 5: isOver, 6: isOnline, 8: isMerged, 9: isSpam },
      },
    },
    spam: {
      says: '移入垃圾信件',
      became: '已移入垃圾信件',
      to: { 0: 9, 1: 9, 3: 9, 7: 9 },
      done: [9],
      reasons: ['广告、推销', '同一内容反复发送', '辱骂、恶意内容', '无意义的内容'],
      follows: '不再列入待办和期限，来信人看到「不予受理」',
      instead: { 2: '它在部门办理，请先由部门退回', 4: '它已有答复', 5: isOver, 6: isOnline, 8: isMerged },
    },
    notSpam: {
      says: '移出垃圾信件',
      became: '已移出垃圾信件',
      key: 'mail_spam',
      to: { 9: 0 },
      done: [],
      follows: '回到待审核，期限从收到之日算起',
    },
    merge: {
      says: '合并',
      became: '已合并',
      to: { 0: 8, 1: 8, 3: 8 },
      done: [],
      instead: { 2: '它在部门办理，请先由部门退回', 4: '它已有答复', ...over },
    },
    unmerge: {
      says: '取消合并',
      became: '已取消合并',
      key: 'mail_merge',
      to: { 8: 0 },
      done: [],
      reasons: ['并错了信件', '反映的不是同一件事', '那一封的答复不能回应来信人'],
      follows: '回到待审核，期限从收到之日算起，来信人重新看到这封信自己的办理情况',
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'mail_dels',
      to: { 5: 'deleted', 7: 'deleted', 8: 'deleted', 9: 'deleted' },
      done: [],
      follows: '来信人凭查询码不再查到这封信和答复，部门的统计数随之减少',
      instead: {
        0: stillDue,
        1: stillDue,
        2: '它在部门办理，请先由部门退回',
        3: stillDue,
        4: '它已有答复，请先办结',
        6: isOnline,
      },
    },
  },
})

/** How far a department is with a letter. */
export const forumStates = { 0: '待办', 1: '正在办理', 2: '已答复' } as const
/** Whether a department leads, or assists. */
export const forumLead = { 1: '主办', 0: '协办' } as const
