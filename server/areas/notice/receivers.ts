import type { Kysely, Selectable } from 'kysely'
import { type NoticeAudience, noticeAudiences, type noticeReading } from '../../../core/domain/notice-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { granting } from '../../access/rights.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { RowOf, Table } from '../../db/table.ts'
import { noticeTo, type notice as table } from '../../db/tables/notice.ts'
import { dept, user } from '../../db/tables/people.ts'
import type { Schema } from '../../db/tables.ts'
import { allHold, among, amongRows, type Condition, like, test } from '../../rows/condition.ts'
import type { AnyDb, PageOf, Paging } from '../../rows/list.ts'
import { refuseMissing } from '../../rows/references.ts'
import { withBelow } from '../../rows/tree.ts'

/** Who gets a notice. No row stands for a receiver but those that its writer named: who is in a department is asked when it is read. */

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

/** Writes down whom a notice names. @throws Refused BAD_INPUT where nobody is named, or somebody who is not there */
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
  for (const { deptId, userId } of rows)
    await refuseMissing(ctx, noticeTo as unknown as Table, deptId === null ? { userId } : { deptId })
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

/** The people who get a notice, each with the mark of having read it. */
function marked(db: Kysely<Schema>, id: number, where: readonly Condition[]) {
  const loose = db as unknown as AnyDb
  const who = loose.selectFrom('user').select(['id', 'name', 'account', 'deptId']).where(allHold(where)).as('who')
  return loose
    .selectFrom(who)
    .leftJoin('noticeRead as mark', (join) => join.onRef('mark.userId', '=', 'who.id').on('mark.noticeId', '=', id))
    .leftJoin('dept', 'dept.id', 'who.deptId')
}

const counted = (query: ReturnType<typeof marked>) =>
  query.select((eb) => [
    eb.fn.countAll<number>().as('total'),
    eb.fn.count<number>('mark.id').as('read'),
    eb.fn.count<number>('mark.confirmedAt').as('confirmed'),
  ])

/** How many get a notice, and how many of these have read and confirmed it. */
export async function readingOf(db: Kysely<Schema>, row: Notice) {
  const { total, read, confirmed } = await counted(
    marked(db, row.id, await receiving(db, row)),
  ).executeTakeFirstOrThrow()
  return { receivers: Number(total), read: Number(read), confirmed: Number(confirmed) }
}

/** Who has not read it; where it is to be confirmed, who has not confirmed it. */
export async function notReadBy(db: Kysely<Schema>, row: Notice): Promise<number[]> {
  const found = await marked(db, row.id, await receiving(db, row))
    .select('who.id')
    .where(row.mustConfirm === 1 ? 'mark.confirmedAt' : 'mark.id', 'is', null)
    .orderBy('who.id')
    .execute()
  return found.map(({ id }) => Number(id))
}

/** Those of them whom the caller reaches: whoever writes a draft for everybody is not told who everybody is. */
const reaching = async (ctx: Ctx, row: Notice): Promise<Condition[]> => [
  ...(await receiving(ctx.db, row)),
  ...scopeOf(ctx, user),
]

/** The same by departments, where most have not read it first. */
export async function readingByDept(ctx: Ctx, row: Notice) {
  const found = await counted(marked(ctx.db, row.id, await reaching(ctx, row)))
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
  const where = [...(await reaching(ctx, row)), ...like('name', name), ...(deptId ? [test('deptId', '=', deptId)] : [])]
  let query = marked(ctx.db, row.id, where)
  if (reading !== undefined) query = query.where('mark.id', reading === 0 ? 'is' : 'is not', null)
  if (reading === 2) query = query.where('mark.confirmedAt', 'is not', null)
  const total = Number((await counted(query).executeTakeFirstOrThrow()).total)
  const way = sortOrder.startsWith('desc') ? 'desc' : 'asc'
  if (afterId !== undefined) query = query.where('who.id', way === 'desc' ? '<' : '>', afterId)
  else if (sortField === undefined) query = query.orderBy((eb) => eb('mark.id', 'is not', null)).orderBy('who.deptId')
  const rows = await query
    .select(['who.id', 'who.name', 'who.account', 'dept.name as deptName', 'mark.readAt', 'mark.confirmedAt'])
    .orderBy('who.id', way)
    .limit(pageSize)
    .offset(afterId === undefined ? (pageNumber - 1) * pageSize : 0)
    .execute()
  const list = rows.map((one) => ({
    userId: String(one.id),
    name: one.name as string | null,
    account: one.account as string,
    deptName: one.deptName as string | null,
    readAt: asTime(one.readAt),
    confirmedAt: asTime(one.confirmedAt),
  }))
  return { list, total, pageNumber, pageSize } satisfies PageOf<object>
}

/**
 * Nobody tells more people than they reach: everybody is told by who reaches all, departments and persons by who reaches these.
 * @throws Refused NO_PERMISSION
 */
export async function refuseBeyondReach(ctx: Ctx, row: Notice): Promise<void> {
  const roles = granting(whoOf(ctx).rights, ctx.call.key)
  if (roles.some(({ depts }) => depts === null)) return
  const reached = new Set(roles.flatMap(({ depts }) => depts ?? []))
  const says = '您没有向这些人发送通知的权限：只能发给您数据范围内的部门和人员，请修改接收范围，或请有权限的人发送'
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
