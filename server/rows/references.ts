import { chunksOf } from '../../core/chunks.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { Refused } from '../../core/errors.ts'
import { scopeOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import { saysOf, type Table, type Tie, tables } from '../db/table.ts'
import { allHold, amongRows, type Condition, oneOf } from './condition.ts'
import { type AnyDb, namesOf } from './list.ts'
import type { ReplyRow } from './present.ts'

/** References between rows, from the tables' declarations: what they name must be there, and does not go while it is named. */

type Loose = Readonly<Record<string, unknown>>
interface Reference {
  readonly column: string
  readonly to: string
  readonly tie: Tie
}

const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb

const referencesOf = (table: Table): Reference[] =>
  Object.entries(table.columns).flatMap(([column, { to, tie = 'holds' }]) => (to ? [{ column, to, tie }] : []))

/** The tables whose rows name rows of this one, by which column. */
const namedBy = (table: Table, tie: Tie): { readonly from: Table; readonly column: string }[] =>
  [...tables.values()].flatMap((from) =>
    referencesOf(from)
      .filter((one) => one.to === table.name && one.tie === tie)
      .map(({ column }) => ({ from, column })),
  )

/** Refuses what names a row that is not there or out of the caller's reach; nobody deletes that row before the transaction ends. */
export async function refuseMissing(ctx: Ctx, table: Table, given: Loose): Promise<void> {
  for (const { column, to, tie } of referencesOf(table)) {
    const id = given[column]
    if (tie === 'past' || typeof id !== 'number' || id === 0) continue
    await needTarget(ctx, to, id)
  }
}

/** Several rows that are held to the end of a transaction are held in the order of their numbers, so that no two wait for each other. */
export const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

/** The same for several that one column may name. @throws Refused NOT_FOUND */
export async function refuseMissingAmong(
  ctx: Ctx,
  table: Table,
  column: string,
  ids: readonly number[],
): Promise<void> {
  for (const id of inOrder(ids)) await refuseMissing(ctx, table, { [column]: id })
}

/** @throws Refused NOT_FOUND */
async function needTarget(ctx: Ctx, to: string, id: number): Promise<void> {
  const target = tables.get(to)
  const query =
    target &&
    loose(ctx)
      .selectFrom(to)
      .select('id')
      // strangers reach nothing of their own: their call says which rows they may name
      .where(allHold([...(ctx.call.key === '' ? [] : scopeOf(ctx, target)), ...oneOf('id', [id])]))
  const row = await (ctx.dialect === 'postgres' ? query?.forKeyShare() : query)?.executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND', `${target ? saysOf(target) : to} ${id} 不存在或无权使用`)
}

/** More are not counted to the last. */
const countedMax = 1000

/** How many rows of a table name a row, in words: 「12 篇文章（含回收站）」; '' for none. */
async function usesIn(ctx: Ctx, from: Table, column: string, id: number): Promise<string> {
  const db = loose(ctx)
  const { counts } = from
  const kept = counts && Object.hasOwn(counts.columns, column) ? counts : null
  const some = db
    .selectFrom(from.name)
    .select(column)
    .where(column, '=', id)
    .limit(countedMax + 1)
  const { n } = await (kept
    ? db
        .selectFrom(kept.name)
        .select((eb) => eb.fn.sum<number | null>('n').as('n'))
        .where(column, '=', id)
    : db.selectFrom(some.as('some')).select((eb) => eb.fn.countAll<number>().as('n'))
  ).executeTakeFirstOrThrow()
  const found = Number(n ?? 0)
  if (found === 0) return ''
  const many = !kept && found > countedMax ? `超过 ${countedMax}` : String(found)
  const bin = Object.hasOwn(from.columns, 'deletedAt') ? '（含回收站）' : ''
  return `${many} ${from.unit ?? '个'}${saysOf(from)}${bin}`
}

/** The first row below one of a tree, for the words of a refusal. */
async function firstBelow(ctx: Ctx, table: Table, column: string, id: number): Promise<string> {
  if (!table.label) return ''
  const found = await loose(ctx)
    .selectFrom(table.name)
    .select(table.label)
    .where(column, '=', id)
    .orderBy('id')
    .executeTakeFirst()
  return found ? `（「${found[table.label]}」等）` : ''
}

/** What is to be done before: people are not advised to be deleted. */
function freeing(holders: readonly Table[]): string {
  const own = [...new Set(holders.flatMap(({ freed }) => freed ?? []))]
  if (own.length === 0) return '请先移走或删除它们'
  return own.join('，') + (holders.every(({ freed }) => freed !== undefined) ? '' : '，其余的移走或删除')
}

/**
 * Refuses to delete a row that others name.
 * @param past a column by which rows of the past hold it too, where people have a word for them: what somebody has written
 * @param advice what is to be done instead, where that is not to move or delete them
 * @throws Refused BAD_STATE telling how many, and of what kind
 */
export async function refuseUsed(ctx: Ctx, table: Table, row: Loose, past?: string, advice?: string): Promise<void> {
  const id = Number(row.id)
  const uses = []
  const holders: Table[] = []
  const before = namedBy(table, 'past').filter(
    ({ from, column }) => column === past && from.says !== undefined && from !== table,
  )
  for (const { from, column } of [...namedBy(table, 'holds'), ...before]) {
    const words = await usesIn(ctx, from, column, id)
    if (words === '') continue
    holders.push(from)
    const below = from.name === table.name
    uses.push(
      below ? words.replace(saysOf(table), `下级${saysOf(table)}`) + (await firstBelow(ctx, table, column, id)) : words,
    )
  }
  if (uses.length === 0) return
  const name = table.label ? `「${row[table.label]}」` : ` ${id} `
  throw new Refused(
    'BAD_STATE',
    `${saysOf(table)}${name}还有${uses[0]?.startsWith('超过') ? '' : ' '}${uses.join('、')}，不能删除，${advice ?? freeing(holders)}`,
  )
}

/** So many are named in one statement. */
const idsAtOnce = 500

/**
 * Deletes the rows that go with some, and those that go with these.
 * @returns how many went, in words, where people have a word for them: 「3 条回复」
 * @throws Refused BAD_STATE when one of them is named by what holds it
 */
export async function deleteWith(ctx: Ctx, table: Table, ids: readonly number[]): Promise<string[]> {
  const gone: string[] = []
  for (const { from, column } of namedBy(table, 'goes')) {
    let count = 0n
    for (const some of chunksOf(ids, idsAtOnce)) {
      const below = await goingIds(ctx, from, column, some)
      if (below.length > 0) gone.push(...(await deleteWith(ctx, from, below)))
      const deleted = await loose(ctx).deleteFrom(from.name).where(column, 'in', some).executeTakeFirstOrThrow()
      count += deleted.numDeletedRows
    }
    if (count > 0n && from.says && !from.link) gone.push(`${count} ${from.unit ?? '个'}${from.says}`)
  }
  return gone
}

/** The rows that go, where others may name them; none of them is one that is held. */
async function goingIds(ctx: Ctx, from: Table, column: string, ids: readonly number[]): Promise<number[]> {
  const holders = namedBy(from, 'holds')
  if (holders.length === 0 && namedBy(from, 'goes').length === 0) return []
  const query = loose(ctx).selectFrom(from.name).select('id').where(column, 'in', ids)
  const rows = await (ctx.dialect === 'postgres' ? query.forUpdate() : query).execute()
  const going = rows.map((row) => Number(row.id))
  for (const holder of holders)
    for (const some of chunksOf(going, idsAtOnce)) {
      const { from: by, column: at } = holder
      const used = await loose(ctx).selectFrom(by.name).select(at).where(at, 'in', some).limit(1).executeTakeFirst()
      if (!used) continue
      const row = loose(ctx).selectFrom(from.name).selectAll().where('id', '=', used[at])
      await refuseUsed(ctx, from, await row.executeTakeFirstOrThrow())
    }
  return going
}

/** A field of a reply that tells how many rows name the row. */
interface Counted {
  readonly field: string
  readonly from: Table
  readonly column: string
}

/** The fields of a contract's row that count what names it (`manyOf` in core/contract/shared.ts). */
export const countedFields = (reply: ReplyRow): readonly Counted[] =>
  Object.entries(reply.shape).flatMap(([field, schema]) => {
    const [name = '', column = ''] = metaOf(schema as unknown as Shaped).manyOf?.split('.') ?? []
    if (name === '') return []
    const from = tables.get(name)
    if (!from?.columns[column]?.to) throw new Error(`${name}.${column} 不是引用，不能计数`)
    return [{ field, from, column }]
  })

/** What a link ties is counted as far as the caller reaches what it ties to. */
const tiedWithin = (ctx: Ctx, from: Table, counted: string): Condition[] =>
  referencesOf(from)
    .filter(({ column }) => from.link && column !== counted)
    .flatMap(({ column, to }) => {
      const scope = scopeOf(ctx, tables.get(to) as Table)
      return scope.length > 0 ? [amongRows(column, to, 'id', scope)] : []
    })

/** How many rows, within the caller's reach, name each of these: one query for each field. */
export async function countsFor(
  ctx: Ctx,
  fields: readonly Counted[],
  ids: readonly number[],
): Promise<readonly Loose[]> {
  const all = await Promise.all(
    fields.map(async ({ from, column }) => {
      if (ids.length === 0) return new Map<number, number>()
      const rows = await loose(ctx)
        .selectFrom(from.name)
        .select((eb) => [column, eb.fn.countAll<number>().as('n')])
        .where(allHold([...scopeOf(ctx, from), ...tiedWithin(ctx, from, column), ...oneOf(column, ids)]))
        .groupBy(column)
        .execute()
      return new Map(rows.map((row) => [Number(row[column]), Number(row.n)]))
    }),
  )
  return ids.map((id) => Object.fromEntries(fields.map(({ field }, i) => [field, all[i]?.get(id) ?? 0])))
}

/** A field of a reply that tells what a reference names. */
interface Named {
  readonly field: string
  readonly column: string
  readonly to: Table
  readonly label: string
}

/** The fields of a contract's row that are names of what other fields refer to (`nameOf` in core/contract/shared.ts). */
export const namedFields = (table: Table, reply: ReplyRow): readonly Named[] =>
  Object.entries(reply.shape).flatMap(([field, schema]) => {
    const { nameOf: column } = metaOf(schema as unknown as Shaped)
    if (!column) return []
    const to = tables.get(table.columns[column]?.to ?? '')
    if (!to?.label) throw new Error(`${table.name}.${column} 没有可以显示的名称`)
    return [{ field, column, to, label: to.label }]
  })

/** What people call a column: as a contract's row calls it, and a reference by the field that shows its name; the column itself where the row has neither. */
export function titleIn(reply: ReplyRow, column: string): string {
  const metas = Object.values(reply.shape).map((schema) => metaOf(schema as unknown as Shaped))
  const named =
    metas.find(({ nameOf }) => nameOf === column) ?? metaOf((reply.shape[column] ?? {}) as unknown as Shaped)
  return named.title ?? column
}

/** The names of what rows refer to: one query for each field, however many rows. */
export async function namesFor(ctx: Ctx, fields: readonly Named[], rows: readonly Loose[]): Promise<readonly Loose[]> {
  const all = await Promise.all(
    fields.map(({ column, to, label }) =>
      namesOf(
        ctx.db,
        to.name,
        label,
        rows.map((row) => row[column] as number | null),
      ),
    ),
  )
  return rows.map((row) =>
    Object.fromEntries(fields.map(({ field, column }, i) => [field, all[i]?.get(row[column] as number) ?? null])),
  )
}
