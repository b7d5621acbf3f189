import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** On is what surely helps; the others wait for who wants them. */
const shipped = [
  { name: '交办任务到期前一天', event: 'taskDue', lead: 1, enabled: 1 },
  { name: '交办任务逾期', event: 'taskOverdue', lead: null, enabled: 1 },
  { name: '计划任务失败', event: 'workFailed', lead: null, enabled: 1 },
  { name: '密码到期前一周', event: 'passwordEnds', lead: 7, enabled: 1 },
  { name: '待审核超过两天', event: 'auditWaits', lead: 2, enabled: 0 },
  { name: '待答复超过三天', event: 'answerWaits', lead: 3, enabled: 0 },
  { name: '被驳回、退回', event: 'rejected', lead: null, enabled: 0 },
  { name: '公告结束前一天', event: 'announcementEnds', lead: 1, enabled: 0 },
] as const

/** What people are reminded of, and who was. */
export async function up(make: Maker): Promise<void> {
  await make.table('reminder', {
    id: 'id',
    name: 'text',
    event: 'text',
    lead: 'int?',
    receivers: 'int',
    channel: 'int',
    enabled: 'flag',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
  })
  await make.table('reminderTo', { id: 'id', reminderId: 'ref', userId: 'ref' })
  await make.index('reminderTo', ['reminderId', 'userId'], { unique: true })
  await make.index('reminderTo', ['userId'])
  await make.table('reminderSent', { id: 'id', reminderId: 'ref', thing: 'text', userId: 'ref', at: 'time' })
  await make.index('reminderSent', ['reminderId', 'userId', 'thing'], { unique: true })
  await make.index('reminderSent', ['at'])
  await make.index('reminderSent', ['userId'])
  const now = Date.now()
  await (make.db as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto('reminder')
    .values(shipped.map((one) => ({ ...one, receivers: 0, channel: 1, createdAt: now, updatedAt: now, version: 1 })))
    .execute()
}
