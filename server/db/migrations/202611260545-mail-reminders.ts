import { addReminders } from '../due-reminders.ts'
import type { Maker } from '../maker.ts'

const shipped = [
  { name: '来信到期前一天', event: 'mailDue', lead: 1 },
  { name: '来信逾期，每天一次', event: 'mailOverdue', lead: null },
] as const

/** 来信临近期限和逾期的提醒. */
export const up = (make: Maker): Promise<void> => addReminders(make, shipped)
