import { addReminders } from '../due-reminders.ts'
import type { Maker } from '../maker.ts'

const shipped = [
  { name: '依申请公开到期前三个工作日', event: 'applyDue', lead: 3 },
  { name: '依申请公开逾期，每天一次', event: 'applyOverdue', lead: null },
] as const

/** 依申请公开临近期限和逾期的提醒. */
export const up = (make: Maker): Promise<void> => addReminders(make, shipped)
