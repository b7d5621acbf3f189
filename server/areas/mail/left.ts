import { chunksOf } from '../../../core/chunks.ts'
import { mailDouble } from '../../../core/contract/mail/rows.ts'
import { mailMerged, mailMergedShown } from '../../../core/domain/mail-states.ts'
import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { allHold, among, isEmpty, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { dueOf, type Timed, timedColumns } from './clock.ts'
import { history, type Letter, online } from './letters.ts'

/** Whoever wrote a letter that was merged into another one waits for that one: what becomes of them when it is over. */

/** In these a letter is over, and nothing of its answer is public. */
const over = [5, 7, 9]
const namedMost = 3
/** So many rows are written by one statement. */
const atOnce = 500

const doubles = rowsOf(table, { reply: mailDouble, logged: [], order: [['id', 'asc']] })
const within = (id: number) => [test('mergedInto', '=', id), test('state', '=', mailMerged), isEmpty('deletedAt')]

/** How many letters stand in one, and how many of these wait for its answer because they have none of their own. */
export async function countDoubles(ctx: Ctx, id: number): Promise<{ readonly n: number; readonly waiting: number }> {
  const { n, told } = await ctx.db
    .selectFrom('mail')
    .where(allHold(within(id)))
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.count<number>('reply').as('told')])
    .executeTakeFirstOrThrow()
  return { n: Number(n), waiting: Number(n) - Number(told) }
}

/** The letter in which one stands, whose readers read this one too; null: it stands by itself. */
export async function heldBy(ctx: Ctx, id: number): Promise<number | null> {
  const found = await ctx.db
    .selectFrom('mail')
    .select('mergedInto')
    .where(allHold([test('id', '=', id), test('state', '=', mailMerged), isEmpty('deletedAt')]))
    .executeTakeFirst()
  return found?.mergedInto ?? null
}

/** The letters that stand in one, as whoever reads that may read what they say: first those whose writers are to be answered, and no more than a page holds. */
export async function doublesOf(ctx: Ctx, id: number) {
  const rows = await ctx.db
    .selectFrom('mail')
    .selectAll()
    .where(allHold(within(id)))
    .orderBy((eb) => eb.case().when('leftAt', 'is', null).then(1).else(0).end())
    .orderBy('id')
    .limit(mailMergedShown)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const near = await ctx.db
    .selectFrom('mail')
    .select('id')
    .where(allHold([...scopeOf(ctx, table as never, 'mail_list'), among('id', ids)]))
    .execute()
  const readable = new Set(near.map((row) => String(row.id)))
  return (await doubles.shown(ctx, rows)).map((one) => ({ ...one, readable: readable.has(one.id) ? 1 : 0 }))
}

/** Notes of what was merged into some letters, within the transaction that moved these, whether its writers wait from now on, or no longer. */
export async function noteLeft(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const isOver = ctx.db
    .selectFrom('mail as other')
    .select('other.id')
    .where('other.id', 'in', [...ids])
    .where('other.state', 'in', over)
  const standing = ctx.db
    .selectFrom('mail')
    .select(['id', ...timedColumns])
    .where('mergedInto', 'in', [...ids])
    .where('state', '=', mailMerged)
    .where('reply', 'is', null)
  const left = await standing.where('leftAt', 'is', null).where('mergedInto', 'in', isOver).execute()
  const taken = await standing.where('leftAt', 'is not', null).where('mergedInto', 'not in', isOver).execute()
  await setLeft(ctx, left, ctx.now)
  await setLeft(ctx, taken, null)
}

/** Whether the writers of some letters are promised an answer of their own, and until when: by the time that they had. */
async function setLeft(ctx: Ctx, rows: readonly ({ readonly id: number } & Timed)[], leftAt: number | null) {
  if (rows.length === 0) return
  const calendar = await calendarHeld(ctx)
  for (const [due, some] of Map.groupBy(rows, (row) => dueOf(calendar, row)))
    for (const part of chunksOf(some, atOnce))
      await ctx.db
        .updateTable('mail')
        .set({ leftAt, due })
        .where(
          'id',
          'in',
          part.map(({ id }) => id),
        )
        .execute()
}

/** Tells those whose writers were answered apart that the letter in which they stand is public: these read that answer too. */
export async function notePublic(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.db
    .selectFrom('mail')
    .select(['id', 'version', 'state', 'mergedInto'])
    .where('mergedInto', 'in', [...ids])
    .where('state', '=', mailMerged)
    .where('reply', 'is not', null)
    .where('deletedAt', 'is', null)
    .execute()
  for (const part of chunksOf(rows, atOnce)) {
    await ctx.db
      .updateTable('mail')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where(
        'id',
        'in',
        part.map(({ id }) => id),
      )
      .execute()
    await history.keep(
      ctx,
      part.map(({ id, version, state, mergedInto }) => {
        const step = { act: '并入的信已公开答复', status: state, reason: `${mergedInto} 号信，来信人也可查看` }
        return { id, no: version + 1, step }
      }),
    )
  }
}

/**
 * Nobody would answer what stands in a letter that is deleted and has no answer of its own.
 * @throws Refused BAD_STATE with their names
 */
async function refuseHolding(ctx: Ctx, id: number): Promise<void> {
  const { waiting } = await countDoubles(ctx, id)
  if (waiting === 0) return
  const seen = await ctx.db
    .selectFrom('mail')
    .select(['id', 'title'])
    .where(allHold([...within(id), isEmpty('reply')]))
    .orderBy('id')
    .limit(namedMost)
    .execute()
  const names = seen.map((one) => `「${one.title}」（编号 ${one.id}）`)
  const more = waiting > names.length ? `等 ${waiting} 封信` : ''
  throw new Refused(
    'BAD_STATE',
    `${names.join('、')}${more}并入了这封信，删除后来信人无从得到答复；请先取消合并（命令 xzx mail unmerge 编号），或另行处理这些信`,
  )
}

/** Whoever wrote a letter that stands in another one and reads no answer yet would never get one. @throws Refused BAD_STATE */
async function refuseWaiting(ctx: Ctx, row: Letter): Promise<void> {
  if (row.state !== mailMerged || row.reply !== null || row.mergedInto === null) return
  const query = ctx.db
    .selectFrom('mail')
    .select('state')
    .where('id', '=', row.mergedInto)
    .where('deletedAt', 'is', null)
  if ((await query.executeTakeFirst())?.state === online) return
  throw new Refused(
    'BAD_STATE',
    `来信人还没有得到答复：并入的 ${row.mergedInto} 号信没有公开；请先另行回复来信人（命令 xzx mail tell-merged 编号），不必回复的请取消合并后处理（命令 xzx mail unmerge 编号）`,
  )
}

/** What keeps a letter from being deleted: whoever still waits for an answer. @throws Refused BAD_STATE */
export async function refuseAwaited(ctx: Ctx, row: Letter): Promise<void> {
  await refuseWaiting(ctx, row)
  await refuseHolding(ctx, row.id)
}
