import { addReminders } from '../due-reminders.ts'
import type { Maker } from '../maker.ts'

const shipped = [
  { name: '提案到期前十个工作日', event: 'proposalDue', lead: 10 },
  { name: '提案逾期，每天一次', event: 'proposalOverdue', lead: null },
] as const

/** 提案临近期限和逾期的提醒. */
export const up = (make: Maker): Promise<void> => addReminders(make, shipped)
