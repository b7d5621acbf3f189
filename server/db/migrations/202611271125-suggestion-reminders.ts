import { addReminders } from '../due-reminders.ts'
import type { Maker } from '../maker.ts'

const shipped = [
  { name: '建议到期前一天', event: 'suggestionDue', lead: 1 },
  { name: '建议逾期，每天一次', event: 'suggestionOverdue', lead: null },
] as const

/** 建议临近期限和逾期的提醒；没有设答复期限时无可提醒. */
export const up = (make: Maker): Promise<void> => addReminders(make, shipped)
