import type { ReminderEventName } from '../../core/domain/reminders.ts'
import { formatDate, formatTime } from '../../core/domain/time.ts'
import { workingDaysAgo, workingDaysAhead } from '../../core/domain/workdays.ts'
import { expiryOf, policyOf } from '../access/unfit-password.ts'
import { leftOnSite, reachedBy } from '../areas/article/off-site-checks.ts'
import { notReadBy } from '../areas/notice/receivers.ts'
import type { Parts } from '../context.ts'
import { offSite } from '../db/tables/offSite.ts'
import { oneOf } from '../rows/condition.ts'
import { waitedSince } from '../rows/piles.ts'
import { calendarNow } from '../workdays/calendar.ts'
import { provisionalOf } from '../workdays/limit.ts'
import { complianceLine } from './compliance.ts'
import { letters, proposals, requests, suggestions, supplies } from './letters.ts'
import { asAnybody, type Breathe, holdersAlike, holdersOf } from './people.ts'
import { type Sight, seenIn } from './seen.ts'

/** Something that somebody is to be reminded of. */
export interface Thing {
  /** By which it is known: reminded once. What waits anew is another one. */
  readonly key: string
  readonly says: string
  /** For how many it stands, where that is not one: those that are not named by themselves. */
  readonly count?: number
  /** By what others than who is concerned may see it. */
  readonly sight: Sight
}
/** Things that are the same for some people. */
export interface Found {
  readonly people: readonly number[]
  readonly things: readonly Thing[]
}
type Finder = (parts: Parts, days: number, breathe: Breathe) => Promise<Found[]>

const day = 24 * 3600_000
/** What has waited longer than that is no news. */
const newsFor = 30 * day
/** Of one pile so many are told of to one person. */
const most = 50

/** Rows of piles that have waited for so long, for those who work on them. */
const waiting =
  (names: readonly string[]): Finder =>
  async (parts, days, breathe) => {
    const found: Found[] = []
    const before = workingDaysAgo(await calendarNow({ db: parts.db.read, parts }), parts.now(), days)
    for (const pile of parts.piles.filter((one) => names.includes(one.pile))) {
      const anybody = asAnybody(parts)
      if ((await waitedSince(anybody, pile, before, 1)).length === 0) continue
      for (const { ctx, people } of await holdersAlike(parts, pile.needs, await pile.waiting(anybody), breathe)) {
        await breathe()
        const rows = await waitedSince(ctx, pile, before, most)
        const things = rows.map(({ id, title, since }) => ({
          key: `${pile.pile}.${id}.${since}`,
          says: `${pile.noun}《${title ?? id}》${pile.title}，自 ${formatTime(since).slice(0, 16)}`,
          sight: seenIn(pile.area, id),
        }))
        if (things.length > 0) found.push({ people, things })
      }
    }
    return found
  }

/** Articles that were rejected, for their writers. */
const rejectedArticles: Finder = async ({ db, now }) => {
  const rows = await db.read
    .selectFrom('article')
    .innerJoin('user', 'user.id', 'article.createdBy')
    .select(['article.id', 'article.title', 'article.updatedAt', 'article.createdBy'])
    .where((eb) => eb.or([eb('article.status', '=', 4), eb('article.reviewStatus', '=', 4)]))
    .where('article.deletedAt', 'is', null)
    .where('article.updatedAt', '>=', now() - newsFor)
    .where('user.state', '=', 0)
    .limit(5000)
    .execute()
  return [...Map.groupBy(rows, ({ createdBy }) => createdBy as number)].map(([writer, own]) => ({
    people: [writer],
    things: own.map(({ id, title, updatedAt }) => ({
      ...{ key: `article.rejected.${id}.${updatedAt}`, says: `文章《${title}》被驳回，请修改后重新提交` },
      sight: seenIn('article', id),
    })),
  }))
}

/** Open tasks with a deadline between two times, for those of their departments that have not done them. */
async function tasks(
  parts: Parts,
  [from, to]: readonly [number, number],
  breathe: Breathe,
  says: (title: string, deadline: string) => string,
): Promise<Found[]> {
  const { db } = parts
  const calendar = await calendarNow({ db: db.read, parts })
  const rows = await db.read
    .selectFrom('assignment')
    .innerJoin('assignmentDept as asked', 'asked.assignmentId', 'assignment.id')
    .select(['assignment.id', 'assignment.title', 'assignment.deadline', 'asked.deptId'])
    .select(['assignment.createdAt', 'assignment.limitDays'])
    .where('assignment.state', '!=', 2)
    .where('assignment.deadline', '>=', from)
    .where('assignment.deadline', '<', to)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('assignmentReply as reply')
            .select('reply.id')
            .whereRef('reply.assignmentId', '=', 'assignment.id')
            .whereRef('reply.deptId', '=', 'asked.deptId')
            .where('reply.state', '=', 2),
        ),
      ),
    )
    .execute()
  if (rows.length === 0) return []
  const holders = await holdersOf(db.read, 'assignment_replyEdit', breathe)
  const people = Map.groupBy(holders, ({ deptId }) => deptId)
  return [...Map.groupBy(rows, ({ deptId }) => deptId)].map(([deptId, own]) => ({
    people: (people.get(deptId) ?? []).map(({ id }) => id),
    things: own.map(({ id, title, deadline, createdAt, limitDays }) => {
      const provisional = limitDays === null ? null : provisionalOf(calendar, { createdAt, limitDays })
      const told = `${says(title, formatDate(deadline as number))}${provisional ? `（${provisional}）` : ''}`
      return { key: `assignment.${id}.${deadline}`, says: told, sight: seenIn('assignment', id) }
    }),
  }))
}

const both =
  (...finders: readonly Finder[]): Finder =>
  async (parts, days, breathe) =>
    (await Promise.all(finders.map((find) => find(parts, days, breathe)))).flat()

/** How the things of each event are found: the list to extend, with its words in core/domain/reminders.ts. */
export const finders: Readonly<Record<ReminderEventName, Finder>> = {
  auditWaits: waiting([
    ...[
      'article.toAccept',
      'article.toRecheck',
      'article.toApprove',
      'advice.toConfirm',
      'suggestion.toPublish',
      'people.toJudge',
      'mail.toExamine',
      'mail.complained',
      'mail.lapsed',
    ],
  ]),
  answerWaits: waiting(['advice.toReply', 'suggestion.toAnswer', 'mail.toAnswer']),
  rejected: both(rejectedArticles, (parts, _, breathe) => waiting(['advice.returned'])(parts, 0, breathe)),
  async taskDue(parts, days, breathe) {
    const until = workingDaysAhead(await calendarNow({ db: parts.db.read, parts }), parts.now(), days)
    return tasks(parts, [parts.now(), until + 1], breathe, (title, at) => `交办任务《${title}》${at} 到期，请及时办理`)
  },
  taskOverdue: (parts, _, breathe) =>
    tasks(
      parts,
      [parts.now() - newsFor, parts.now()],
      breathe,
      (title, at) => `交办任务《${title}》已于 ${at} 到期，还没有办结`,
    ),
  mailDue: letters.due,
  mailOverdue: letters.overdue,
  suggestionDue: suggestions.due,
  suggestionOverdue: suggestions.overdue,
  proposalDue: proposals.due,
  proposalOverdue: proposals.overdue,
  applyDue: requests.due,
  applyOverdue: both(requests.overdue, supplies.overdue),
  async noticeUnread(parts, days, breathe) {
    const { db, now } = parts
    const rows = await db.read
      .selectFrom('notice')
      .selectAll()
      .where('status', '=', 1)
      .where('auto', '=', 0)
      .where('deletedAt', 'is', null)
      .where('sentAt', '>=', now() - newsFor)
      .where('sentAt', '<=', workingDaysAgo(await calendarNow({ db: db.read, parts }), now(), days))
      .orderBy('id', 'desc')
      .limit(200)
      .execute()
    const found: Found[] = []
    for (const row of rows) {
      await breathe()
      const { id, title, sentAt, mustConfirm } = row
      const says = `通知《${title}》于 ${formatTime(sentAt as number).slice(0, 16)} 发送，您还没有${mustConfirm === 1 ? '确认' : '阅读'}`
      const people = await notReadBy(db.read, row)
      found.push({ people, things: [{ key: `notice.${id}.${sentAt}`, says, sight: seenIn('notice', id) }] })
    }
    return found
  },
  async announcementEnds({ db, now }, days, breathe) {
    const rows = await db.read
      .selectFrom('announcement')
      .select(['id', 'title', 'endTime'])
      .where('endTime', '>=', now())
      .where('endTime', '<', now() + days * day)
      .execute()
    if (rows.length === 0) return []
    const people = (await holdersOf(db.read, 'announcement_edit', breathe)).map(({ id }) => id)
    const things = rows.map(({ id, title, endTime }) => ({
      key: `announcement.${id}.${endTime}`,
      says: `公告《${title}》将于 ${formatTime(endTime as number).slice(0, 16)} 结束公示`,
      sight: seenIn('announcement', id),
    }))
    return [{ people, things }]
  },
  async offSiteLeft(parts, _, breathe) {
    const rows = await leftOnSite(parts, parts.now() - newsFor)
    if (rows.length === 0) return []
    const some = [
      {
        table: offSite,
        where: oneOf(
          'id',
          rows.map(({ id }) => id),
        ),
      },
    ]
    const found: Found[] = []
    for (const { ctx, people } of await holdersAlike(parts, 'article_takeDown', some, breathe)) {
      await breathe()
      const things = (await reachedBy(ctx, rows)).map(({ articleId, title, says, offAt, found: left }) => ({
        key: `offSite.${articleId}.${offAt}.${left}`,
        says: `《${title}》已下线，${says}`,
        sight: seenIn('article', articleId),
      }))
      if (things.length > 0) found.push({ people, things })
    }
    return found
  },
  compliance: complianceLine,
  async workFailed({ db, now }, _, breathe) {
    const rows = await db.read
      .selectFrom('job')
      .select(['scope', 'says', 'endedAt'])
      // what the server does by itself
      .where('byId', 'is', null)
      .where('state', 'in', ['failed', 'lost'])
      .where('endedAt', '>=', now() - 3 * day)
      .orderBy('id', 'desc')
      .limit(200)
      .execute()
    if (rows.length === 0) return []
    const people = (await holdersOf(db.read, 'schedule_list', breathe)).map(({ id }) => id)
    // what fails at every beat is told once a day
    const byDay = new Map(rows.map((row) => [`job.${row.scope}.${formatDate(row.endedAt as number)}`, row]))
    const things = [...byDay].map(([key, { scope, says, endedAt }]) => ({
      key,
      says: `「${scope}」于 ${formatTime(endedAt as number).slice(0, 16)} 未能完成${says ? `：${says}` : ''}`,
      sight: { needs: 'schedule_list' },
    }))
    return [{ people, things }]
  },
  async passwordEnds({ db, now }, days, breathe) {
    const policy = await policyOf({ db: db.read })
    if (policy.expireDays === 0) return []
    const at = now()
    const rows = await db.read
      .selectFrom('user')
      .select(['id', 'passwordAt'])
      .where('state', '=', 0)
      .where('mustChange', '=', 0)
      .where('passwordAt', '<=', at - (policy.expireDays - days) * day)
      .where('passwordAt', '>', at - policy.expireDays * day)
      .execute()
    const says = new Map<number, string>()
    const found: Found[] = []
    for (const { id, passwordAt } of rows) {
      await breathe()
      const told =
        says.get(passwordAt) ??
        `您的密码将于 ${formatDate(expiryOf(policy, { passwordAt }) as number)} 到期，请及时修改`
      says.set(passwordAt, told)
      found.push({ people: [id], things: [{ key: `password.${passwordAt}`, says: told, sight: seenIn('user', id) }] })
    }
    return found
  },
}
