import { sql } from 'kysely'
import { chunksOf } from '../../../core/chunks.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { type notice as contract, myNotice } from '../../../core/contract/notice.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { notice as table } from '../../db/tables/notice.ts'
import { allHold, between, like } from '../../rows/condition.ts'
import { filesFor } from '../../rows/files.ts'
import { namesOf } from '../../rows/list.ts'
import { presenterOf } from '../../rows/present.ts'
import { keepReader, sent } from './receivers.ts'

/** What was sent to the caller. */

const show = presenterOf(table, myNotice)

interface Sent {
  id: number
  title: string
  mustConfirm: 0 | 1
  sentAt: number
  sentBy: number | null
}

/**
 * What was sent to the caller and can be read now: to everybody since their account was made, to their department or one above it, to
 * a department in which they were then, to themselves. Each way brings the rows themselves: of ids that are looked up afterwards PostgreSQL without statistics makes a loop in a loop.
 */
function sentTo(ctx: Ctx) {
  const { userId, deptId } = whoOf(ctx)
  const since = sql`(select "createdAt" from "user" where "id" = ${userId})`
  const above = sql`(with recursive above("id", "up") as (
    select "id", "parentId" from "dept" where "id" = ${deptId ?? 0}
    union select d."id", d."parentId" from "dept" d join above on above."up" = d."id"
  ) select "id" from above)`
  const shown = sql`n."id", n."title", n."mustConfirm", n."sentAt", n."sentBy"`
  const live = sql`n."status" = ${sent} and n."deletedAt" is null`
  return sql<Sent>`(
    select ${shown} from "notice" n where n."audience" = 0 and ${live} and n."sentAt" >= ${since}
    union select ${shown} from "noticeTo" t join "notice" n on n."id" = t."noticeId" where t."userId" = ${userId} and ${live}
    union select ${shown} from "noticeTo" t join "notice" n on n."id" = t."noticeId"
      where t."deptId" in ${above} and ${live} and n."sentAt" >= ${since}
    union select ${shown} from "userStay" s join "noticeTo" t on t."deptId" = s."deptId" join "notice" n on n."id" = t."noticeId"
      where s."userId" = ${userId} and ${live} and n."sentAt" >= s."since" and n."sentAt" <= s."until")`
}

/** The same, each with the caller's mark. */
const mine = (ctx: Ctx) =>
  ctx.db
    .selectFrom(sentTo(ctx).as('notice'))
    .leftJoin('noticeRead as mark', (join) =>
      join.onRef('mark.noticeId', '=', 'notice.id').on('mark.userId', '=', whoOf(ctx).userId),
    )

const isUnread = (query: ReturnType<typeof mine>) => query.where('mark.id', 'is', null)
const isUnconfirmed = (query: ReturnType<typeof mine>) =>
  query.where('notice.mustConfirm', '=', 1).where('mark.confirmedAt', 'is', null)

const countOf = async (query: ReturnType<typeof mine>): Promise<number> =>
  Number((await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)

/** So many of the important ones stand in the banner by their titles. */
const bannerMax = 3
const notMine = (id: number) => `通知 ${id} 不存在、已撤回，或不是发给您的`
const sentByName = ({ sentBy }: { readonly sentBy: number | null }, names: ReadonlyMap<number, string>) =>
  sentBy === null ? '系统' : (names.get(sentBy) ?? null)
const shownTime = (value: number | null) => (value === null ? null : formatTime(value))

/** What was sent to the caller, what is unread first. */
export async function myList(ctx: Ctx, input: Parsed<typeof contract.myList>) {
  const { title, reading, startTime, endTime, pageNumber = 1, pageSize = 10, afterId } = input
  const { sortField, sortOrder = 'desc', withTotal = 1 } = input
  let query = mine(ctx).where(
    allHold([...like('notice.title', title), ...between('notice.sentAt', startTime, endTime)]),
  )
  if (reading !== undefined) query = query.where('mark.id', reading === 0 ? 'is' : 'is not', null)
  const total = withTotal === 0 ? 0 : await countOf(query)
  const way = sortOrder.startsWith('desc') ? 'desc' : 'asc'
  if (afterId !== undefined) query = query.where('notice.id', way === 'desc' ? '<' : '>', afterId)
  else if (sortField === undefined)
    query = query.orderBy((eb) => eb('mark.id', 'is not', null)).orderBy('sentAt', 'desc')
  else if (sortField === 'sentAt') query = query.orderBy('sentAt', way)
  else if (sortField !== 'id') throw new Refused('BAD_INPUT', '排序字段（sortField）：只能是 sentAt')
  const rows = await query
    .select([
      ...(['notice.id', 'notice.title', 'notice.mustConfirm', 'notice.sentAt', 'notice.sentBy'] as const),
      ...(['mark.readAt', 'mark.confirmedAt'] as const),
    ])
    .orderBy('notice.id', way)
    .limit(pageSize)
    .offset(afterId === undefined ? (pageNumber - 1) * pageSize : 0)
    .execute()
  const names = await namesOf(
    ctx.db,
    'user',
    'name',
    rows.flatMap((row) => row.sentBy ?? []),
  )
  const list = rows.map(({ readAt, confirmedAt, ...row }) => ({
    ...show(row),
    sentByName: sentByName(row, names),
    readAt: shownTime(readAt),
    confirmedAt: shownTime(confirmedAt),
  }))
  return { list, total, pageNumber, pageSize } as never
}

/** What a person is asked to look at: how many are unread, and what is important and not yet confirmed. */
export async function unread(ctx: Ctx) {
  const counted = await mine(ctx)
    .select((eb) => [
      eb.fn.count<number>(eb.case().when('mark.id', 'is', null).then(1).end()).as('unread'),
      eb.fn
        .count<number>(
          eb
            .case()
            .when(eb.and([eb('notice.mustConfirm', '=', 1), eb('mark.confirmedAt', 'is', null)]))
            .then(1)
            .end(),
        )
        .as('unconfirmed'),
    ])
    .executeTakeFirstOrThrow()
  const unconfirmed = Number(counted.unconfirmed)
  const important =
    unconfirmed === 0
      ? []
      : await isUnconfirmed(mine(ctx))
          .select(['notice.id', 'notice.title', 'notice.sentAt'])
          .orderBy('notice.sentAt', 'desc')
          .limit(bannerMax)
          .execute()
  return {
    unread: Number(counted.unread),
    unconfirmed,
    important: important.map(({ id, title, sentAt }) => ({ id: String(id), title, sentAt: shownTime(sentAt) })),
  }
}

/** Marks some as read by the caller; what was read before keeps its time. Of these, `confirm` confirms the important ones. */
async function mark(ctx: Ctx, ids: readonly number[], confirm: boolean): Promise<void> {
  if (ids.length === 0) return
  const { userId, deptId } = whoOf(ctx)
  for (const some of chunksOf(ids, 500)) {
    const marks = await ctx.db
      .insertInto('noticeRead')
      .values(some.map((noticeId) => ({ noticeId, userId, readAt: ctx.now, confirmedAt: null })))
      .onConflict((oc) => oc.columns(['userId', 'noticeId']).doNothing())
      .returning('noticeId')
      .execute()
    await keepReader(
      ctx.db,
      marks.map(({ noticeId }) => noticeId),
      { userId, deptId },
    )
    if (!confirm) continue
    await ctx.db
      .updateTable('noticeRead')
      .set({ confirmedAt: ctx.now })
      .where('userId', '=', userId)
      .where('noticeId', 'in', some)
      .where('confirmedAt', 'is', null)
      .where('noticeId', 'in', (eb) => eb.selectFrom('notice').select('id').where('mustConfirm', '=', 1))
      .execute()
  }
}

/** Marks what is named, or all that is unread. @throws Refused BAD_INPUT where it is neither */
export async function read(ctx: Ctx, { ids, every, confirm }: Parsed<typeof contract.read>): Promise<BulkResult> {
  if (every === 1 && ids) throw new Refused('BAD_INPUT', '编号（ids）和全部（all）只能给一样')
  if (every === 1 && confirm === 1)
    throw new Refused('BAD_INPUT', '同时确认（confirm）：重要通知请看过之后逐条确认，不能一次全部确认')
  if (every !== 1 && !ids) throw new Refused('BAD_INPUT', '通知（ids）：请给出编号，或用 all=1 把未读的全部记为已读')
  const asked = every === 1 ? isUnread(mine(ctx)) : mine(ctx).where('notice.id', 'in', ids ?? [])
  const there = (await asked.select('notice.id').execute()).map(({ id }) => id)
  await mark(ctx, there, confirm === 1)
  return {
    done: there.map(String),
    failed: (ids ?? [])
      .filter((id) => !there.includes(id))
      .map((id) => ({ id: String(id), errorCode: 'NOT_FOUND', errorMsg: notMine(id) })),
  }
}

/** Opens what was sent to the caller, which is read from then on; or what they wrote themselves. */
export async function open(ctx: Ctx, { id }: { readonly id: number }) {
  const sentToMe = await mine(ctx).where('notice.id', '=', id).select('notice.id').executeTakeFirst()
  if (sentToMe) await mark(ctx, [id], false)
  const row = await ctx.db
    .selectFrom('notice')
    .leftJoin('noticeRead as mark', (join) =>
      join.onRef('mark.noticeId', '=', 'notice.id').on('mark.userId', '=', whoOf(ctx).userId),
    )
    .selectAll('notice')
    .select(['mark.readAt', 'mark.confirmedAt'])
    .where('notice.id', '=', id)
    .where('notice.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row || !(sentToMe || row.createdBy === whoOf(ctx).userId)) throw new Refused('NOT_FOUND', notMine(id))
  const [attached] = await filesFor(ctx, [{ field: 'files', to: 'notice' }], [id])
  const names = await namesOf(ctx.db, 'user', 'name', [row.sentBy])
  return {
    ...show(row),
    sentByName: sentByName(row, names),
    readAt: shownTime(row.readAt),
    confirmedAt: shownTime(row.confirmedAt),
    content: row.content,
    files: attached?.files ?? [],
  } as never
}

/** Whether a notice was sent to the caller: whoever has it reads its files. */
export const isMine = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await mine(ctx).where('notice.id', '=', id).select('notice.id').executeTakeFirst()) !== undefined
