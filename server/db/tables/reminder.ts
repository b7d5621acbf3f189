import { flag, id, int, ref, table, text, time } from '../table.ts'

/** What people are reminded of. */
export const reminder = table({
  name: 'reminder',
  says: '消息提醒',
  unit: '项',
  label: 'name',
  columns: {
    id: id(),
    name: text(),
    /** One of `reminderEvents`. */
    event: text(),
    /** Days, of an event that has such. */
    lead: int().orEmpty,
    /** `reminderReceivers` */
    receivers: int(),
    /** `reminderChannels` */
    channel: int(),
    enabled: flag(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  scope: 'all',
  sort: { name: 'name', event: 'event', enabled: 'enabled', updatedAt: 'updatedAt' },
})

/** Who is told of it beside or in place of who is concerned. */
export const reminderTo = table({
  name: 'reminderTo',
  says: '消息提醒',
  unit: '项',
  link: true,
  // without its receivers it would go on, and tell nobody
  columns: { id: id(), reminderId: ref('reminder', 'goes'), userId: ref('user') },
  scope: 'all',
})

/** Who was reminded of what: no two rows are the same, so that nobody is reminded twice. */
export const reminderSent = table({
  name: 'reminderSent',
  link: true,
  columns: { id: id(), reminderId: ref('reminder', 'goes'), thing: text(), userId: ref('user', 'goes'), at: time() },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    reminder: typeof reminder
    reminderTo: typeof reminderTo
    reminderSent: typeof reminderSent
  }
}
