import { sql } from 'kysely'
import { type AreaName, areas, statesOf } from '../../core/contract/areas.ts'
import { type Area, type Endpoint, permissionKey } from '../../core/contract/endpoint.ts'
import { itemFields } from '../../core/contract/wire.ts'
import type { States } from '../../core/domain/states.ts'
import { Refused } from '../../core/errors.ts'
import { scopeOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import { type Table, tables } from '../db/table.ts'
import type { Handlers } from '../pipeline.ts'
import { allHold, among, isEmpty } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'

/** A kind of rows with a move that may be planned: whatever goes through states has its moves as calls over lists of items. */
export interface PlanKind {
  readonly area: { readonly name: string; readonly contract: Area; readonly handlers: Handlers<Area> }
  readonly states: States
  readonly move: string
  readonly key: string
  readonly table: Table
  /** The fields of an item of the call. */
  readonly fields: readonly string[]
}

/** The call of a move, where that is one over items with versions; of the others a plan could not tell what has changed. */
function callOf(contract: Area, move: string): Endpoint | undefined {
  const e = contract[move]
  return e && itemFields(e).includes('version') ? e : undefined
}

/** The moves of a kind that may be planned; none of what goes through no states. */
async function plannable(name: string): Promise<string[]> {
  if (!Object.hasOwn(areas, name) || !areas[name as AreaName].states) return []
  const contract: Area = await areas[name as AreaName].load()
  return Object.keys(statesOf(contract)?.moves ?? {}).filter((one) => callOf(contract, one))
}

/** @throws Refused BAD_INPUT where there is no such kind or move */
export async function kindOf(name: string, move: string): Promise<PlanKind> {
  const able = await plannable(name)
  if (able.length === 0) {
    const known: string[] = []
    for (const area of Object.keys(areas)) if ((await plannable(area)).length > 0) known.push(area)
    throw new Refused('BAD_INPUT', `事项（area）：没有「${name}」，可选：${known.join('、')}`)
  }
  const contract: Area = await areas[name as AreaName].load()
  const states = statesOf(contract) as States
  const call = able.includes(move) ? callOf(contract, move) : undefined
  if (!call) throw new Refused('BAD_INPUT', `操作（move）：${states.noun}没有「${move}」，可选：${able.join('、')}`)
  const module = (await import(`../areas/${name}.ts`)) as Readonly<Record<string, Handlers<Area>>>
  return {
    area: { name, contract, handlers: module[name] as Handlers<Area> },
    ...{ states, move, key: permissionKey(name, move, call), fields: itemFields(call) },
    table: tables.get(name) as Table,
  }
}

/** What of a row says how it stands. */
export interface Standing {
  readonly id: number
  readonly version: number
  readonly title: string
  /** The states that a move may be about: of the copy under review before that of the row itself. */
  readonly states: readonly number[]
}

/** What rows are called in their copies under review, by the copy's number: it is the copy that is signed for. */
async function titlesUnderReview(ctx: Ctx, title: string, reviews: readonly number[]): Promise<Map<number, string>> {
  if (reviews.length === 0) return new Map()
  const after = ctx.dialect === 'postgres' ? sql`after::json` : sql`after`
  const found = await ctx.db
    .selectFrom('revision')
    .select(['id', sql<string | null>`${after} ->> ${sql.lit(title)}`.as('title')])
    .where('id', 'in', reviews)
    .execute()
  return new Map(found.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])))
}

/** The columns in which kinds keep their state: a table has one of them. */
const stateColumns = ['status', 'state', 'userStatus']

/** The rows that the caller may move in this way, by id; of what lies in the recycle bin none. */
export async function standingOf(
  ctx: Ctx,
  { table, key }: PlanKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const title = table.label ?? 'id'
  const has = (column: string) => Object.hasOwn(table.columns, column)
  const state = stateColumns.find(has) as string
  const columns = ['id', 'version', state, title, ...(has('reviewStatus') ? ['reviewStatus', 'reviewId'] : [])]
  const live = has('deletedAt') ? [isEmpty('deletedAt')] : []
  const rows = (await (ctx.db as unknown as AnyDb)
    .selectFrom(table.name)
    .select(columns)
    .where(allHold([among('id', ids), ...scopeOf(ctx, table, key, 'change'), ...live]))
    .execute()) as unknown as Readonly<Record<string, number | string | null>>[]
  const reviews = rows.flatMap(({ reviewStatus, reviewId }) =>
    typeof reviewStatus === 'number' && reviewId ? [Number(reviewId)] : [],
  )
  const copied = await titlesUnderReview(ctx, title, reviews)
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        ...{ id: Number(row.id), version: Number(row.version) },
        title: copied.get(Number(row.reviewId)) ?? String(row[title]),
        states: [row.reviewStatus, row[state]].flatMap((one) =>
          one === null || one === undefined ? [] : [Number(one)],
        ),
      },
    ]),
  )
}
