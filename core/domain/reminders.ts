/** Days before something or after it: working days where it is people's work that is waited for. */
interface Lead {
  readonly says: string
  readonly usual: number
  readonly unit: '天' | '个工作日'
}

/** What people can be reminded of: the list to extend, with its finder in server/reminders/finders.ts. */
interface ReminderEvent {
  readonly says: string
  /** What the days are that a reminder names; none: it is sent as soon as it is so. */
  readonly lead: Lead | null
  /** Who is concerned. */
  readonly whom: string
}

export const reminderEvents = {
  auditWaits: { says: '待审核超时', lead: { says: '等待超过', usual: 2, unit: '个工作日' }, whom: '可以审核的人' },
  answerWaits: {
    says: '待答复超时',
    lead: { says: '等待超过', usual: 3, unit: '个工作日' },
    whom: '承办部门可以答复的人',
  },
  rejected: { says: '稿件被驳回、答复被退回', lead: null, whom: '作者、承办部门可以答复的人' },
  taskDue: {
    says: '交办任务临近期限',
    lead: { says: '提前', usual: 1, unit: '个工作日' },
    whom: '没有办结的责任部门可以回复的人',
  },
  taskOverdue: { says: '交办任务逾期', lead: null, whom: '没有办结的责任部门可以回复的人' },
  mailDue: {
    says: '来信临近期限',
    lead: { says: '提前', usual: 1, unit: '个工作日' },
    whom: '没有答复的办理部门可以答复的人；在审核、转办的，为办理这一步的人',
  },
  mailOverdue: {
    says: '来信逾期（每天提醒一次）',
    lead: null,
    whom: '没有答复的办理部门可以答复的人；在审核、转办的，为办理这一步的人',
  },
  suggestionDue: {
    says: '建议临近期限',
    lead: { says: '提前', usual: 1, unit: '个工作日' },
    whom: '没有答复的，为可以答复的人；已答复待公开的，为可以公开的人',
  },
  suggestionOverdue: {
    says: '建议逾期（每天提醒一次）',
    lead: null,
    whom: '没有答复的，为可以答复的人；已答复待公开的，为可以公开的人',
  },
  proposalDue: {
    says: '提案临近期限',
    lead: { says: '提前', usual: 10, unit: '个工作日' },
    whom: '没有答复的承办单位可以答复的人；答复待审核的，为可以审核的人',
  },
  proposalOverdue: {
    says: '提案逾期（每天提醒一次）',
    lead: null,
    whom: '没有答复的承办单位可以答复的人；答复待审核的，为可以审核的人',
  },
  applyDue: {
    says: '依申请公开临近期限',
    lead: { says: '提前', usual: 3, unit: '个工作日' },
    whom: '没有答复的办理部门可以答复的人；待转办、待审核的，为办理这一步的人',
  },
  applyOverdue: {
    says: '依申请公开逾期（每天提醒一次）',
    lead: null,
    whom: '没有答复的办理部门可以答复的人；待转办、待审核的，为办理这一步的人；补正期限已过、没有补正的，为可以转办的人',
  },
  noticeUnread: {
    says: '通知还没有阅读',
    lead: { says: '发送超过', usual: 2, unit: '个工作日' },
    whom: '没有阅读的接收人，须确认的为没有确认的接收人',
  },
  announcementEnds: { says: '公告即将结束', lead: { says: '提前', usual: 1, unit: '天' }, whom: '可以修改公告的人' },
  offSiteLeft: { says: '下架的文章在网站上还有残留', lead: null, whom: '可以下架文章的人' },
  compliance: {
    says: '合规检查有预警或达到否决（每天提醒一次）',
    lead: null,
    whom: '可以查看合规检查的人，各按自己的数据范围',
  },
  workFailed: { says: '备份、生成等计划任务失败', lead: null, whom: '可以查看计划任务的人' },
  passwordEnds: { says: '密码即将到期', lead: { says: '提前', usual: 7, unit: '天' }, whom: '本人' },
} as const satisfies Readonly<Record<string, ReminderEvent>>
export type ReminderEventName = keyof typeof reminderEvents

/** The same as words of a choice. */
export const reminderEventWords = Object.fromEntries(
  Object.entries(reminderEvents).map(([name, { says }]) => [name, says]),
) as Readonly<Record<ReminderEventName, string>>

/** Who is told. */
export const reminderReceivers = { 0: '该办理的人', 1: '指定人员' } as const

/** By what somebody is told. */
export const reminderChannels = { 1: '站内通知', 2: '短信', 3: '站内通知和短信', 4: '钉钉', 5: '邮件' } as const
/** The ways that tell in the house, and those that tell by short message. */
export const inInbox: readonly number[] = [1, 3]
export const bySms: readonly number[] = [2, 3]

/** When a reminder is due, in words: 「提前 1 个工作日」. */
export function leadSays(event: string, lead: number | null): string | null {
  const { lead: known } = (reminderEvents as Readonly<Record<string, ReminderEvent>>)[event] ?? { lead: null }
  return known ? `${known.says} ${lead ?? known.usual} ${known.unit}` : '随即'
}
