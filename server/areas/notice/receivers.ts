import { type Kysely, type Selectable, sql } from 'kysely'
import { chunksOf } from '../../../core/chunks.ts'
import { type NoticeAudience, noticeAudiences, type noticeReading } from '../../../core/domain/notice-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { granting } from '../../access/rights.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { isSqlite } from '../../db/near.ts'
import type { RowOf, Table } from '../../db/table.ts'
import { noticeTo, type notice as table } from '../../db/tables/notice.ts'
import { dept, user } from '../../db/tables/people.ts'
import type { Schema } from '../../db/tables.ts'
import { allHold, among, amongRows, type Condition, like, test } from '../../rows/condition.ts'
import type { AnyDb, PageOf, Paging } from '../../rows/list.ts'
import { inOrder, refuseMissingAmong } from '../../rows/references.ts'
import { withBelow } from '../../rows/tree.ts'
import { heldDept } from '../user/dept.ts'

/**
 * Who gets a notice. No row stands for a receiver but those that its writer named: who is in a department is asked when it is read.
 * Whom it reached when it was sent is kept in lists (`noticeGot`), by which its reading is counted.
 */

export type Notice = Selectable<RowOf<typeof table.columns>>
type Reading = keyof typeof noticeReading

export const everybody = 0
const departments = 1
const persons = 2

/** The departments and persons that a notice names. */
export const namedBy = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('noticeTo')
    .leftJoin('dept', 'dept.id', 'noticeTo.deptId')
    .leftJoin('user', 'user.id', 'noticeTo.userId')
    .select(['noticeTo.deptId', 'noticeTo.userId', 'dept.name as deptName', 'user.name as userName'])
    .where('noticeTo.noticeId', '=', id)
    .orderBy('noticeTo.id')
    .execute()

/** What a notice's persons are called, as far as the caller reaches them; the others are counted. */
export async function personsIn(ctx: Ctx, named: Awaited<ReturnType<typeof namedBy>>): Promise<string | null> {
  const ids = named.flatMap(({ userId }) => userId ?? [])
  if (ids.length === 0) return null
  const where = allHold([...scopeOf(ctx, user), among('id', ids)])
  const reached = new Set((await ctx.db.selectFrom('user').select('id').where(where).execute()).map(({ id }) => id))
  const names = named.flatMap(({ userId, userName }) => (userId !== null && reached.has(userId) ? [userName] : []))
  const more = ids.length - names.length
  return [...names, ...(more > 0 ? [`不在您数据范围内的 ${more} 人`] : [])].join('、')
}

/** Whom a writer chose. */
export interface Chosen {
  readonly audience: number
  readonly deptIds?: readonly number[] | undefined
  readonly userIds?: readonly number[] | undefined
}

/**
 * Nobody is chosen whom the audience leaves out: what was meant for a few would go to all.
 * @throws Refused BAD_INPUT
 */
export function refuseOthers({ audience, deptIds = [], userIds = [] }: Chosen): void {
  const to = `「发送给」是「${noticeAudiences[audience as NoticeAudience]}」`
  const refuse = (label: string, meant: NoticeAudience) => {
    const other = noticeAudiences[meant]
    throw new Refused(
      'BAD_INPUT',
      `${label}：${to}，不能另选${other}；只发给所选${other}的，请把「发送给」改为「${other}」`,
    )
  }
  if (audience !== departments && deptIds.length > 0) refuse('接收部门（deptIds）', departments)
  if (audience !== persons && userIds.length > 0) refuse('接收人（userIds）', persons)
}

/** Departments that a notice names anew are there and in use; what it names already stays named. @throws Refused NOT_FOUND, BAD_STATE */
async function needDepts(ctx: Ctx, id: number, deptIds: readonly number[]): Promise<void> {
  const named = await ctx.db.selectFrom('noticeTo').select('deptId').where('noticeId', '=', id).execute()
  const had = new Set(named.map(({ deptId }) => deptId))
  for (const deptId of inOrder(deptIds)) {
    if (had.has(deptId)) continue
    const { name, state } = await heldDept(ctx, deptId)
    if (state === 1) throw new Refused('BAD_STATE', `部门「${name}」已停用，没有人会收到，请选择另一个部门`)
  }
}

/** Writes down whom a notice names. @throws Refused BAD_INPUT where nobody is named; NOT_FOUND, BAD_STATE where somebody is not there */
export async function nameReceivers(ctx: Ctx, id: number, { audience, deptIds = [], userIds = [] }: Chosen) {
  const depts = audience === departments ? deptIds : []
  const users = audience > departments ? userIds : []
  if (audience === departments && depts.length === 0)
    throw new Refused('BAD_INPUT', '接收部门（deptIds）：请选择至少一个部门')
  if (audience > departments && users.length === 0) throw new Refused('BAD_INPUT', '接收人（userIds）：请选择至少一人')
  const rows = [
    ...depts.map((deptId) => ({ noticeId: id, deptId, userId: null })),
    ...users.map((userId) => ({ noticeId: id, deptId: null, userId })),
  ]
  await needDepts(ctx, id, depts)
  await refuseMissingAmong(ctx, noticeTo as unknown as Table, 'userId', users)
  await ctx.db.deleteFrom('noticeTo').where('noticeId', '=', id).execute()
  if (rows.length > 0) await ctx.db.insertInto('noticeTo').values(rows).execute()
}

const inUse = test('state', '=', 0)

/**
 * The people who get a notice, as conditions of table `user`. Who came after it was sent was not told by it; who was stopped is not asked.
 */
async function receiving(db: Kysely<Schema>, { id, audience, sentAt }: Notice): Promise<Condition[]> {
  if (audience > departments) return [inUse, amongRows('id', noticeTo.name, 'userId', [test('noticeId', '=', id)])]
  const there = sentAt === null ? [] : [test('createdAt', '<=', sentAt)]
  if (audience === everybody) return [inUse, ...there]
  const named = (await namedBy(db, id)).flatMap(({ deptId }) => deptId ?? [])
  return [inUse, ...there, among('deptId', await withBelow(db, dept as unknown as Table, named))]
}

export const sent = 1
const shownOfUser = ['user.id', 'user.name', 'user.account', 'user.state', 'user.deptId as nowDeptId'] as const

/** Those whom a notice reached, each in the department that they were in. */
const gotten = (db: Kysely<Schema>, id: number) => {
  const each = isSqlite(db)
    ? sql`json_each(g."userIds") as one`
    : sql`json_array_elements_text(g."userIds"::json) as one(value)`
  return sql<{ userId: number; deptId: number | null }>`(
    select cast(one.value as bigint) as "userId", g."deptId" from "noticeGot" g, ${each} where g."noticeId" = ${id})`
}

/**
 * The people who get a notice, and of one that is out those whom it reached, each with the mark of having read it.
 * @param more conditions of table `user`
 */
async function marked(db: Kysely<Schema>, row: Notice, more: readonly Condition[] = []) {
  const loose = db as unknown as AnyDb
  const isOut = row.status === sent
  const where = isOut ? more : [...(await receiving(db, row)), ...more]
  const those = loose.selectFrom('user').select(['id', 'name', 'account', 'state', 'deptId']).where(allHold(where))
  const who = isOut
    ? loose
        .selectFrom(gotten(db, row.id).as('got'))
        .innerJoin(those.as('user'), 'user.id', 'got.userId')
        .select([...shownOfUser, 'got.deptId'])
    : loose.selectFrom(those.as('user')).select([...shownOfUser, 'user.deptId'])
  return loose
    .selectFrom(who.as('who'))
    .leftJoin('noticeRead as mark', (join) => join.onRef('mark.userId', '=', 'who.id').on('mark.noticeId', '=', row.id))
    .leftJoin('dept', 'dept.id', 'who.deptId')
}

/** Writes down whom a notice reaches that is being sent, and in which departments they are. @returns how many */
export async function keepReceivers(db: Kysely<Schema>, row: Notice): Promise<number> {
  await db.deleteFrom('noticeGot').where('noticeId', '=', row.id).execute()
  const where = await receiving(db, row)
  const got = (await (db as unknown as AnyDb)
    .selectFrom('user')
    .select(['id', 'deptId'])
    .where(allHold(where))
    .orderBy('id')
    .execute()) as { id: number; deptId: number | null }[]
  const lists = [...Map.groupBy(got, ({ deptId }) => deptId)].map(([deptId, some]) => ({
    ...{ noticeId: row.id, deptId, userIds: JSON.stringify(some.map(({ id }) => Number(id))) },
  }))
  for (const some of chunksOf(lists, 100)) await db.insertInto('noticeGot').values(some).execute()
  await db.updateTable('notice').set({ sentTo: got.length }).where('id', '=', row.id).execute()
  return got.length
}

/** Whoever came into a department of a notice since it was sent, and has read it, is one of those whom it reached. */
export async function keepReader(
  db: Kysely<Schema>,
  ids: readonly number[],
  { userId, deptId }: { readonly userId: number; readonly deptId: number | null },
): Promise<void> {
  if (ids.length === 0) return
  const within = [`[${userId}]`, `[${userId},%`, `%,${userId},%`, `%,${userId}]`]
  const late = await db
    .selectFrom('notice')
    .select('id')
    .where('id', 'in', ids)
    .where('auto', '=', 0)
    .where(({ not, exists, selectFrom, or }) =>
      not(
        exists(
          selectFrom('noticeGot')
            .select('noticeGot.id')
            .whereRef('noticeGot.noticeId', '=', 'notice.id')
            .where((eb) => or(within.map((like) => eb('noticeGot.userIds', 'like', like)))),
        ),
      ),
    )
    .execute()
  if (late.length === 0) return
  const userIds = JSON.stringify([userId])
  await db
    .insertInto('noticeGot')
    .values(late.map(({ id }) => ({ noticeId: id, deptId, userIds })))
    .execute()
  await db
    .updateTable('notice')
    .set((eb) => ({ sentTo: eb('sentTo', '+', 1) }))
    .where(
      'id',
      'in',
      late.map(({ id }) => id),
    )
    .execute()
}

const counted = (query: Awaited<ReturnType<typeof marked>>) =>
  query.select((eb) => [
    eb.fn.countAll<number>().as('total'),
    eb.fn.count<number>('mark.id').as('read'),
    eb.fn.count<number>('mark.confirmedAt').as('confirmed'),
  ])

/** How many get a notice, or were reached by one that is out, and how many of these have read and confirmed it. */
export async function readingOf(db: Kysely<Schema>, row: Notice) {
  const { total, read, confirmed } = await counted(await marked(db, row)).executeTakeFirstOrThrow()
  return { receivers: Number(total), read: Number(read), confirmed: Number(confirmed) }
}

/** Who has not read it; where it is to be confirmed, who has not confirmed it: those whom it reached, wherever they are now, and who can sign in. */
export async function notReadBy(db: Kysely<Schema>, row: Notice): Promise<number[]> {
  const found = await (await marked(db, row, [inUse]))
    .select('who.id')
    .where(row.mustConfirm === 1 ? 'mark.confirmedAt' : 'mark.id', 'is', null)
    .orderBy('who.id')
    .execute()
  return found.map(({ id }) => Number(id))
}

/** The same by departments, where most have not read it first. */
export async function readingByDept(ctx: Ctx, row: Notice) {
  const found = await counted(await marked(ctx.db, row, scopeOf(ctx, user)))
    .select(['who.deptId', 'dept.name'])
    .groupBy(['who.deptId', 'dept.name'])
    .execute()
  return found
    .map((one) => {
      const [total, read, confirmed] = [Number(one.total), Number(one.read), Number(one.confirmed)]
      const deptName = (one.name as string | null) ?? '（没有部门）'
      return { deptId: String(one.deptId ?? 0), deptName, total, read, unread: total - read, confirmed }
    })
    .sort((a, b) => b.unread - a.unread || Number(a.deptId) - Number(b.deptId))
}

interface ReaderSearch extends Paging {
  readonly reading?: Reading | undefined
  readonly name?: string | undefined
  readonly deptId?: number | undefined
}

const asTime = (value: unknown) => (value === null || value === undefined ? null : formatTime(Number(value)))

/** The people who get a notice, those who have not read it first. */
export async function readersOf(ctx: Ctx, row: Notice, { reading, name, deptId, ...paging }: ReaderSearch) {
  const { pageNumber = 1, pageSize = 10, sortField, sortOrder = 'asc', afterId } = paging
  // whom the caller reaches: whoever writes a draft for everybody is not told who everybody is
  let query = await marked(ctx.db, row, [...scopeOf(ctx, user), ...like('name', name)])
  if (deptId) query = query.where('who.deptId', '=', deptId)
  if (reading !== undefined) query = query.where('mark.id', reading === 0 ? 'is' : 'is not', null)
  if (reading === 2) query = query.where('mark.confirmedAt', 'is not', null)
  const total = Number((await counted(query).executeTakeFirstOrThrow()).total)
  const way = sortOrder.startsWith('desc') ? 'desc' : 'asc'
  if (afterId !== undefined) query = query.where('who.id', way === 'desc' ? '<' : '>', afterId)
  else if (sortField === undefined) query = query.orderBy((eb) => eb('mark.id', 'is not', null)).orderBy('who.deptId')
  const rows = await query
    .select(['who.id', 'who.name', 'who.account', 'who.state', 'who.deptId', 'who.nowDeptId'])
    .select(['dept.name as deptName', 'mark.readAt', 'mark.confirmedAt'])
    .orderBy('who.id', way)
    .limit(pageSize)
    .offset(afterId === undefined ? (pageNumber - 1) * pageSize : 0)
    .execute()
  const list = rows.map((one) => ({
    userId: String(one.id),
    name: one.name as string | null,
    account: one.account as string,
    deptName: one.deptName as string | null,
    since: Number(one.state) !== 0 ? '已停用' : one.deptId === one.nowDeptId ? null : '已转出',
    readAt: asTime(one.readAt),
    confirmedAt: asTime(one.confirmedAt),
  }))
  return { list, total, pageNumber, pageSize } satisfies PageOf<object>
}

const notYours = '您没有向这些人发送通知的权限：只能发给您数据范围内的部门和人员，请修改接收范围，或请有权限的人发送'

/**
 * Nobody tells more people than they reach: everybody is told by who reaches all, departments and persons by who reaches these.
 * @param says what is refused, and what to do @throws Refused NO_PERMISSION
 */
export async function refuseBeyondReach(ctx: Ctx, row: Notice, says = notYours): Promise<void> {
  const roles = granting(whoOf(ctx).rights, ctx.call.key)
  if (roles.some(({ depts }) => depts === null)) return
  const reached = new Set(roles.flatMap(({ depts }) => depts ?? []))
  if (row.audience === everybody) throw new Refused('NO_PERMISSION', says)
  const named = await namedBy(ctx.db, row.id)
  const depts = await withBelow(
    ctx.db,
    dept as unknown as Table,
    named.flatMap(({ deptId }) => deptId ?? []),
  )
  const ids = named.flatMap(({ userId }) => userId ?? [])
  const users =
    ids.length === 0 ? [] : await ctx.db.selectFrom('user').select(['id', 'deptId']).where('id', 'in', ids).execute()
  const self = whoOf(ctx).userId
  const beyond = depts.some((id) => !reached.has(id)) || users.some((u) => u.id !== self && !reached.has(u.deptId ?? 0))
  if (beyond) throw new Refused('NO_PERMISSION', says)
}
