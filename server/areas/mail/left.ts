import { mailDouble } from '../../../core/contract/mail/rows.ts'
import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { allHold, isEmpty, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'

/** Whoever wrote a letter that was merged into another one waits for that one: what becomes of them when it is over. */

const merged = 8
/** In these a letter is over, and nothing of its answer is public. */
const over = new Set([5, 7, 9])
const namedMost = 3

const doubles = rowsOf(table, { reply: mailDouble, logged: [], order: [['id', 'asc']] })
const within = (id: number) => [test('mergedInto', '=', id), test('state', '=', merged), isEmpty('deletedAt')]

/** The letters that stand in one, as far as the caller may read them. */
export async function doublesOf(ctx: Ctx, id: number) {
  const rows = await ctx.db
    .selectFrom('mail')
    .selectAll()
    .where(allHold([...scopeOf(ctx, table as never, 'mail_list'), ...within(id)]))
    .orderBy('id')
    .execute()
  return doubles.shown(ctx, rows)
}

/** Notes of what was merged into some letters, within the transaction that moved these, whether its writers wait from now on, or no longer. */
export async function noteLeft(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.db
    .selectFrom('mail')
    .innerJoin('mail as into', 'into.id', 'mail.mergedInto')
    .where('mail.mergedInto', 'in', [...ids])
    .where('mail.state', '=', merged)
    .select(['mail.id', 'mail.leftAt', 'mail.reply', 'into.state'])
    .execute()
  const wait = (row: (typeof rows)[number]) => over.has(row.state) && row.reply === null
  const set = async (some: typeof rows, leftAt: number | null) => {
    const changed = some.map(({ id }) => id)
    if (changed.length > 0) await ctx.db.updateTable('mail').set({ leftAt }).where('id', 'in', changed).execute()
  }
  await set(
    rows.filter((row) => row.leftAt === null && wait(row)),
    ctx.now,
  )
  await set(
    rows.filter((row) => row.leftAt !== null && !wait(row)),
    null,
  )
}

/**
 * Nobody would find what stands in a letter that is deleted.
 * @throws Refused BAD_STATE with their names
 */
export async function refuseHolding(ctx: Ctx, id: number): Promise<void> {
  const seen = await doublesOf(ctx, id)
  const { n } = await ctx.db
    .selectFrom('mail')
    .where(allHold(within(id)))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) === 0) return
  const names = seen.slice(0, namedMost).map((one) => `「${one.title}」（编号 ${one.id}）`)
  const more = Number(n) > names.length ? `${names.length > 0 ? '等 ' : ''}${n} 封信` : ''
  throw new Refused(
    'BAD_STATE',
    `${names.join('、')}${more}并入了这封信，删除后来信人无从得到答复；请先取消合并（命令 xzx mail unmerge 编号），或另行处理这些信`,
  )
}
