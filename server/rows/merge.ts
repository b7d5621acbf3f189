import { type SqlBool, sql } from 'kysely'
import { quoted } from '../../core/domain/log-things.ts'
import { Refused } from '../../core/errors.ts'
import { scopeOf } from '../access/scope.ts'
import { breather } from '../breather.ts'
import type { Ctx } from '../context.ts'
import { saysOf, type Table, tables } from '../db/table.ts'
import { allHold } from './condition.ts'
import type { AnyDb } from './list.ts'

/** One row is taken up by another of its table: whatever names the one names the other from then on. Found from the tables' declarations. */

/** The row that goes, and the one that takes its place. */
export interface Merge {
  readonly from: number
  readonly into: number
}

/** How many rows of a table have followed, by which of its columns. */
export interface Followed {
  readonly table: string
  readonly column: string
  readonly says: string
  readonly unit: string
  readonly n: number
}

interface Naming {
  readonly table: Table
  readonly column: string
}

const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb

/** What only tells of the past stays as it was told, but for what data scope goes by: nobody would see it any more. */
function follows({ columns, scope }: Table, column: string): boolean {
  if (columns[column]?.tie !== 'past') return true
  return scope !== 'all' && [scope.dept, scope.owner, scope.column].includes(column)
}

/** The tables whose rows follow, by which column: people first, for what they save from then on is made where they are then (`deptNow`). */
const namingRows = (target: Table): Naming[] =>
  [...tables.values()]
    .sort((a, b) => Number(b.name === 'user') - Number(a.name === 'user'))
    .flatMap((table) =>
      Object.entries(table.columns).flatMap(([column, { to }]) =>
        to === target.name && follows(table, column) ? [{ table, column }] : [],
      ),
    )

/** Columns of which one row alone may have the same values beside the one that is named, and what they have in common then. */
function alone({ table, column }: Naming): { readonly others: readonly string[]; readonly says: string }[] {
  return (table.unique ?? []).flatMap((one) => {
    if (typeof one === 'string') return one === column ? [{ others: [], says: '' }] : []
    if (one.column === column) return [{ others: [one.among], says: one.says }]
    return one.among === column ? [{ others: [one.column], says: one.says }] : []
  })
}

const namedMax = 3

/** What a row is called, or the one that it belongs to. */
async function calledAs(ctx: Ctx, { table, column }: Naming, row: Readonly<Record<string, unknown>>): Promise<string> {
  if (table.label) return quoted(table.name, String(row[table.label]))
  for (const [other, { to = '' }] of Object.entries(table.columns)) {
    const target = tables.get(to)
    if (other === column || !target?.label || typeof row[other] !== 'number') continue
    const found = await loose(ctx).selectFrom(to).select(target.label).where('id', '=', row[other]).executeTakeFirst()
    if (found) return quoted(to, String(found[target.label]))
  }
  return ` ${row.id} `
}

/** A piece of a large table on SQLite shall take about so long: between two of them everybody else is served. */
const pieceMs = 10
const firstPiece = 200
const mostPiece = 20_000

/**
 * Works on the rows of a table: at once, or where it is a large one on SQLite piece by piece in the order of ids, since all are answered by
 * the thread that does it.
 * @param work does a piece, of those rows alone whose ids lie between, and tells how many it met
 * @returns how many that were
 */
async function inPieces(ctx: Ctx, table: Table, work: (ids: { above: number; to: number } | null) => Promise<number>) {
  if (ctx.dialect === 'postgres' || !table.large) return work(null)
  const { last } = await loose(ctx)
    .selectFrom(table.name)
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  const breathe = breather()
  let met = 0
  let size = firstPiece
  for (let above = 0; above < Number(last ?? 0); ) {
    await breathe()
    const begun = performance.now()
    met += await work({ above, to: above + size })
    above += size
    size = performance.now() - begun > pieceMs ? Math.max(1, size >> 1) : Math.min(mostPiece, size * 2)
  }
  return met
}

/** Of the rows that name the one those that have a like among those that name the other. @param by how two are compared */
const hasTwin = (
  { table, column }: Naming,
  others: readonly string[],
  into: number,
  by: '=' | 'is not distinct from',
) =>
  sql<SqlBool>`exists (select 1 from ${sql.table(table.name)} as twin where ${sql.join(
    [
      sql`twin.${sql.ref(column)} = ${into}`,
      ...others.map((other) => sql`twin.${sql.ref(other)} ${sql.raw(by)} ${sql.ref(`${table.name}.${other}`)}`),
    ],
    sql` and `,
  )})`

/** Refuses rows that would be there twice, by their names as far as the caller sees them. @throws Refused CONFLICT */
async function refuseTwice(ctx: Ctx, naming: Naming, { from, into }: Merge): Promise<void> {
  const { table, column } = naming
  for (const { others, says } of alone(naming)) {
    const found = loose(ctx)
      .selectFrom(table.name)
      .where(column, '=', from)
      .where(hasTwin(naming, others, into, '='))
    const n = await inPieces(ctx, table, async (ids) => {
      const piece = ids ? found.where('id', '>', ids.above).where('id', '<=', ids.to) : found
      return Number((await piece.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)
    })
    if (n === 0) continue
    const seen = await found
      .selectAll()
      .where(allHold(scopeOf(ctx, table)))
      .orderBy('id')
      .limit(namedMax)
      .execute()
    const names = await Promise.all(seen.map((row) => calledAs(ctx, naming, row)))
    const more = n > names.length ? `${names.length > 0 ? '等 ' : ' '}${n} ${table.unit ?? '个'}` : ''
    throw new Refused(
      'CONFLICT',
      `合并后${says && `${says}下`}会有重复的${saysOf(table)}：${names.join('、')}${more}。请先改动、移走或删除其中之一`,
    )
  }
}

/** A tie that both have is kept once. */
async function dropDoubleTies(ctx: Ctx, naming: Naming, { from, into }: Merge): Promise<void> {
  const { table, column } = naming
  if (!table.link) return
  const others = Object.keys(table.columns).filter((name) => name !== 'id' && name !== column)
  const double = hasTwin(naming, others, into, 'is not distinct from')
  await loose(ctx).deleteFrom(table.name).where(column, '=', from).where(double).execute()
}

/** How many rows there are: of a large table from the counts that it keeps. */
async function countOf(ctx: Ctx, { table: { name, counts }, column }: Naming, id: number): Promise<number> {
  const kept = counts && Object.hasOwn(counts.columns, column) ? counts.name : null
  const { n } = await loose(ctx)
    .selectFrom(kept ?? name)
    .select((eb) => (kept ? eb.fn.sum<number | null>('n') : eb.fn.countAll<number>()).as('n'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  return Number(n ?? 0)
}

const roomKb = 64_000

/**
 * Work that changes a large table with all its indexes: with the room that SQLite has otherwise it writes and reads the same pages again and
 * again, which takes 100,000 articles two and a half times as long.
 */
async function withRoom<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  if (ctx.dialect === 'postgres' || ctx.call.dry) return work()
  const { rows } = await sql<{ cache_size: number }>`pragma cache_size`.execute(ctx.db)
  await sql`pragma cache_size = ${sql.lit(-roomKb)}`.execute(ctx.db)
  try {
    return await work()
  } finally {
    await sql`pragma cache_size = ${sql.lit(rows[0]?.cache_size ?? 0)}`.execute(ctx.db)
  }
}

/** Lets the rows of one table follow. They keep their version and who changed them last, for nobody has worked on them. */
async function letFollow(ctx: Ctx, { table, column }: Naming, { from, into }: Merge): Promise<number> {
  const update = loose(ctx)
    .updateTable(table.name)
    .set({ [column]: into })
    .where(column, '=', from)
  const follow = () =>
    inPieces(ctx, table, async (ids) => {
      const piece = ids ? update.where('id', '>', ids.above).where('id', '<=', ids.to) : update
      return Number((await piece.executeTakeFirstOrThrow()).numUpdatedRows)
    })
  return table.large ? withRoom(ctx, follow) : follow()
}

/**
 * Lets all rows that name one row name another in its place. A rehearsal only counts those of large tables: it keeps nobody waiting.
 * @returns how many of each kind, of those that people have a word for
 * @throws Refused CONFLICT where something would be there twice; then nothing was changed
 */
export async function followInto(ctx: Ctx, target: Table, merge: Merge): Promise<Followed[]> {
  const naming = namingRows(target)
  for (const one of naming) if (!one.table.link) await refuseTwice(ctx, one, merge)
  const followed: Followed[] = []
  for (const one of naming) {
    const { name, says, unit = '个', large } = one.table
    const tried = ctx.call.dry && large
    if (!tried) await dropDoubleTies(ctx, one, merge)
    const n = tried ? await countOf(ctx, one, merge.from) : await letFollow(ctx, one, merge)
    if (n > 0 && says) followed.push({ table: name, column: one.column, says, unit, n })
  }
  return followed
}

/** What followed in words, the most first: 「1,234 篇文章、12 个用户」; of what a table names twice the sum. */
export function followedSays(followed: readonly Followed[], target: Table): string {
  const says = (one: Followed) => (one.table === target.name ? `下级${one.says}` : one.says)
  const kinds = [...Map.groupBy(followed, (one) => `${one.unit}${says(one)}`)]
  return kinds
    .map(([kind, some]) => ({ kind, n: some.reduce((sum, { n }) => sum + n, 0) }))
    .sort((a, b) => b.n - a.n)
    .map(({ kind, n }) => `${n.toLocaleString('en-US')} ${kind}`)
    .join('、')
}

/**
 * What a row named before, as it stands today: what was taken up by another since then is that other one. Until the transaction ends nobody
 * takes these up.
 * @param was columns of the table with their values of before
 */
export async function asTakenUp<R extends object>(ctx: Ctx, table: Table, was: R): Promise<R> {
  const now = { ...was } as Record<string, unknown>
  for (const [column, value] of Object.entries(was)) {
    const target = tables.get(table.columns[column]?.to ?? '')
    if (!target?.columns.intoId || typeof value !== 'number') continue
    for (let id: number | null = value; id !== null; ) {
      now[column] = id
      const found = await loose(ctx)
        .selectFrom(target.name)
        .select('intoId')
        .where('id', '=', id)
        .$if(ctx.dialect === 'postgres', (query) => query.forShare())
        .executeTakeFirst()
      id = (found?.intoId ?? null) as number | null
    }
  }
  return now as unknown as R
}
