import { scopeOf } from '../../access/scope.ts'
import { breather } from '../../breather.ts'
import type { Ctx } from '../../context.ts'
import { user as table } from '../../db/tables/people.ts'
import { InJson } from '../../pipeline.ts'
import { allHold, test } from '../../rows/condition.ts'
import { keptAlike } from './alike.ts'

interface One {
  readonly id: number
  readonly name: string
  readonly account: string
  readonly deptName: string | null
}

/** So many rows are read in one go: twenty thousand would keep everybody waiting. */
const pieceRows = 1000

/** Everybody with an account in use whom the caller reaches, in the order of their names. */
async function everybody(ctx: Ctx): Promise<One[]> {
  const depts = new Map(
    (await ctx.db.selectFrom('dept').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  const where = [...scopeOf(ctx, table), test('state', '=', 0)]
  const found: One[] = []
  const breathe = breather()
  for (let last = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('user')
      .select(['id', 'name', 'account', 'deptId'])
      .where(allHold([...where, test('id', '>', last)]))
      .orderBy('id')
      .limit(pieceRows)
      .execute()
    for (const { deptId, ...one } of rows)
      found.push({ ...one, deptName: deptId === null ? null : (depts.get(deptId) ?? null) })
    await breathe()
    if (rows.length < pieceRows) break
    last = rows.at(-1)?.id ?? 0
  }
  // by the code of their characters, as SQLite does: a collation takes ten times as long
  return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))
}

/** Of several of one name their departments tell them apart, then their accounts. */
async function toldApart(found: readonly One[]) {
  const breathe = breather()
  const counted = async (words: (one: One) => string) => {
    const counts = new Map<string, number>()
    for (const one of found) {
      await breathe()
      counts.set(words(one), (counts.get(words(one)) ?? 0) + 1)
    }
    return (one: One) => (counts.get(words(one)) ?? 0) > 1
  }
  const alike = await counted(({ name }) => name)
  const inOneDept = await counted(({ name, deptName }) => `${name} ${deptName}`)
  const beside = (one: One) =>
    inOneDept(one) ? `（${one.account}）` : alike(one) ? `（${one.deptName ?? one.account}）` : ''
  const named: { id: string; name: string; deptName: string | null }[] = []
  for (const one of found) {
    await breathe()
    named.push({ id: String(one.id), name: one.name + beside(one), deptName: one.deptName })
  }
  return named
}

/** The answers of some who reach less than everybody, beside the longest one there is. */
const kept = keptAlike<InJson>(8 * 1024 * 1024, ({ bytes }) => bytes.length)

/** Whom one may choose, made once for all who reach alike. */
export const options = (ctx: Ctx) =>
  kept(ctx, async () => new InJson(await toldApart(await everybody(ctx)))) as unknown as ReturnType<typeof toldApart>
