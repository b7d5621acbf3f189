import { type SqlBool, sql } from 'kysely'
import { type AreaName, areas, eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { type Endpoint, permissionKey } from '../../core/contract/endpoint.ts'
import { innerOf, type Shaped } from '../../core/contract/meta.ts'
import type { Revealed } from '../../core/contract/reveal.ts'
import { breather } from '../breather.ts'
import { type Ctx, whoOf } from '../context.ts'
import { type Table, tables } from '../db/table.ts'
import { allHold, allOf, anyOf, type Condition, free, isEmpty, never } from '../rows/condition.ts'
import { type AnyDb, namesOf } from '../rows/list.ts'
import { readAside } from '../rows/read-aside.ts'
import { gravestFirst } from './grave.ts'
import { holdsKey } from './rights.ts'
import type { RoleRights } from './role-rights.ts'
import { type Reach, rowsOfRole, scopeOf } from './scope.ts'
import { tableOf } from './why.ts'

/** Which rows a change of rights brings into people's sight, and of those that they saw already, which they may do more with. */

/** Somebody whose rights change, and all those to whom it happens alike. */
export interface Alike {
  readonly userId: number
  readonly userIds: number[]
  readonly before: readonly RoleRights[]
  readonly after: readonly RoleRights[]
}

export const holders = (roles: readonly RoleRights[], key: string) =>
  roles.filter(({ keys }) => keys === null || keys.has(key))

/** The rows of a table that these roles bring within somebody's reach; [] for all. */
function reachedBy(roles: readonly RoleRights[], table: Table, userId: number, reach: Reach): Condition[] {
  const each = roles.map((role) => rowsOfRole(role, table, userId, reach))
  if (each.includes(null)) return []
  return [each.length === 0 ? never : anyOf(each.map((parts) => allOf(parts ?? [])))]
}

/** It is not so, or cannot be told. */
const not = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : free((eb) => sql<SqlBool>`(${allHold(conditions)(eb as never)}) is not true`)

const countedMost = 1000
const titlesMost = 3
/** More groups of people are not looked at one by one. */
export const groupsMost = 8

/** A key beside the list's, of calls that name rows of the list's table. */
interface Doing {
  readonly key: string
  readonly reach: Reach
}

/** A key by which rows of a table are listed, and those by which they are dealt with. */
interface Opened {
  readonly key: string
  readonly table: Table
  readonly says: string
  readonly doings: readonly Doing[]
}

/** Whether a call is about rows that are there: it takes their ids, by themselves or with what is done to each. */
function namesRows(area: string, e: Endpoint): boolean {
  const { shape = {} } = innerOf(e.input as unknown as Shaped)
  const each = shape.items && innerOf(innerOf(shape.items).def?.element ?? {}).shape
  return ['id', 'ids', `${area}Id`, `${area}Ids`].some((name) => name in shape || name in (each ?? {}))
}

/** The lists that a key opens: of each area with one, its table, and what is done there with rows by other keys. */
async function lists(): Promise<Opened[]> {
  const all = [...eachEndpoint(await wholeContract())].map(([area, call, e]) => ({
    ...{ area, call, e, key: permissionKey(area, call, e), table: namesRows(area, e) ? tableOf(area, e) : undefined },
  }))
  return all.flatMap(({ area, call, e, key }) => {
    const table = call === 'list' && e.effect === 'read' ? tables.get(area) : undefined
    if (!table?.columns.id || key === '') return []
    const doings = new Map<string, Doing>()
    for (const one of all)
      if (one.table === table && one.key !== '' && one.key !== key && doings.get(one.key)?.reach !== 'change')
        doings.set(one.key, { key: one.key, reach: one.e.effect === 'write' ? 'change' : 'see' })
    const says = table.says ?? areas[area as AreaName]?.says ?? area
    return [{ key, table, says, doings: [...doings.values()] }]
  })
}

/** What becomes of rows of one table for somebody. */
interface Found {
  readonly n: number
  readonly more: boolean
  readonly titles: readonly string[]
}

/** The newest rows of a table that the caller sees, of which something holds. @param at stands with each row */
function newest(ctx: Ctx, { key, table }: Opened, where: readonly Condition[], at: number) {
  const all = [...where, ...scopeOf(ctx, table, key), ...(table.columns.deletedAt ? [isEmpty('deletedAt')] : [])]
  const label = table.label && table.columns[table.label]?.kind === 'text' ? table.label : null
  const db = ctx.db as unknown as AnyDb
  const rows = db
    .selectFrom(table.name)
    .select(['id', ...(label ? [`${label} as title`] : [])])
    .where(allHold(all))
    .orderBy('id', 'desc')
    .limit(countedMost + 1)
  return db.selectFrom(rows.as('some')).select([sql.lit(at).as('at'), 'some.id', ...(label ? ['some.title'] : [])])
}

/** What somebody may see of a list that they did not; null: nothing can be. */
function newInSight({ key, table }: Opened, { userId, before, after }: Alike): Condition[] | null {
  const [had, has] = [holders(before, key), holders(after, key)]
  if (has.length === 0) return null
  return [
    ...reachedBy(has, table, userId, 'see'),
    ...(had.length === 0 ? [] : [not(reachedBy(had, table, userId, 'see'))]),
  ]
}

const alike = (some: readonly RoleRights[], others: readonly RoleRights[]) =>
  JSON.stringify(some.map(({ depts, columns, plates }) => [depts, columns, plates])) ===
  JSON.stringify(others.map(({ depts, columns, plates }) => [depts, columns, plates]))

/**
 * What somebody saw of a list, and may deal with by a key that they had, where they could not. What a new key brings is told by its name, and
 * of rows that are newly seen that they are; so null where the same roles let them see and do.
 */
function newInHand({ key, table }: Opened, doing: Doing, { userId, before, after }: Alike): Condition[] | null {
  const [saw, sees] = [holders(before, key), holders(after, key)]
  const [had, has] = [holders(before, doing.key), holders(after, doing.key)]
  if (saw.length === 0 || had.length === 0 || has.length === 0 || alike(had, has)) return null
  const through = table.scope !== 'all' && table.scope.through && doing.reach === 'change'
  if (!through && table.name !== 'dept' && alike(saw, had) && alike(sees, has)) return null
  return [
    ...reachedBy(saw, table, userId, 'see'),
    ...reachedBy(has, table, userId, doing.reach),
    not(reachedBy(had, table, userId, doing.reach)),
  ]
}

/** A question about rows, and the place in a list of whom it is about. */
interface Asked {
  readonly at: number
  readonly where: readonly Condition[]
}

/**
 * Answers questions about the rows of one list, by their places. Of a large table it is one question beside the thread that answers everybody;
 * of others one for each, and whoever waits has their turn between them.
 */
async function answered(ctx: Ctx, open: Opened, asked: readonly Asked[], breathe: () => Promise<void>) {
  const each = asked.map(({ at, where }) => newest(ctx, open, where, at))
  const [first, ...more] = each
  const rows: Record<string, unknown>[] = []
  for (const query of first && open.table.large ? [more.reduce((all, one) => all.unionAll(one), first)] : each) {
    await breathe()
    rows.push(...(open.table.large ? await readAside(ctx, query.compile()) : await query.execute()))
  }
  const sorted = rows.sort((a, b) => Number(b.id) - Number(a.id))
  return new Map<number, Found>(
    [...Map.groupBy(sorted, ({ at }) => Number(at))].map(([at, found]) => [
      at,
      {
        n: Math.min(found.length, countedMost),
        more: found.length > countedMost,
        titles: found.slice(0, titlesMost).flatMap(({ title }) => (title === undefined ? [] : [String(title)])),
      },
    ]),
  )
}

/** Whose rows become how many, of some: how many people they are, and who has most. */
type Summed = Omit<Revealed['rows'][number], 'table' | 'says' | 'unit'>

/** @param all the groups, and how the first of each is called: no more than these were looked at */
const summed = (found: ReadonlyMap<number, Found>, all: Looked): Summed | null => {
  const people = [...found.keys()].reduce((sum, at) => sum + (all.groups[at]?.userIds.length ?? 0), 0)
  const [most] = [...found].sort(([a, one], [b, other]) => other.n - one.n || a - b)
  if (!most) return null
  return { ...{ people, atLeast: all.cut }, who: all.nameOf(most[0]), ...most[1], titles: [...most[1].titles] }
}

interface Looked {
  readonly groups: readonly Alike[]
  /** There are more groups. */
  readonly cut: boolean
  readonly nameOf: (at: number) => string
}

/** What people may do with rows that they saw, by keys that they had: of each how many by each question, those that ask alike together. */
async function inHand(ctx: Ctx, open: Opened, all: Looked, breathe: () => Promise<void>) {
  const keys = new Map<number, Set<string>>()
  const best = new Map<number, Found>()
  // keys that the same roles give, before and behind, ask the same
  const asked = new Map<string, { readonly doings: Doing[]; readonly ask: Asked }>()
  for (const [at, group] of all.groups.entries())
    for (const doing of open.doings) {
      const where = newInHand(open, doing, group)
      if (!where) continue
      const placeOf = (roles: readonly RoleRights[]) => holders(roles, doing.key).map((one) => roles.indexOf(one))
      const name = [at, doing.reach, placeOf(group.before), '→', placeOf(group.after)].join()
      const known = asked.get(name)
      if (known) known.doings.push(doing)
      else asked.set(name, { doings: [doing], ask: { at, where } })
    }
  const each = [...asked.values()]
  const questions = each.map(({ ask: { where } }, at) => ({ at, where }))
  const found = await answered(ctx, open, questions, breathe)
  for (const [i, rows] of found) {
    const { doings, ask } = each[i] as (typeof each)[number]
    const had = keys.get(ask.at) ?? new Set()
    keys.set(ask.at, had)
    for (const { key } of doings) had.add(key)
    if (rows.n > (best.get(ask.at)?.n ?? 0)) best.set(ask.at, rows)
  }
  return { found: best, keys: new Set([...keys.values()].flatMap((some) => [...some])) }
}

/**
 * What comes into sight, and what of that which was seen can be done more with, by tables: of each whom it concerns, and whom most. The largest
 * groups of people are looked at.
 * @param says what each key lets people do
 */
export async function rowsOver(
  ctx: Ctx,
  all: readonly Alike[],
  names: ReadonlyMap<number, string>,
  says: ReadonlyMap<string, string>,
): Promise<Pick<Revealed, 'rows' | 'farther'>> {
  const groups = all.slice(0, groupsMost)
  const firsts = groups.map(({ userId }) => userId)
  const deptOf = await namesOf(ctx.db, 'user', 'deptId', firsts)
  const deptNames = await namesOf(ctx.db, 'dept', 'name', [...deptOf.values()].map(Number))
  const nameOf = (at: number) => {
    const userId = groups[at]?.userId ?? 0
    return names.get(userId) ?? deptNames.get(Number(deptOf.get(userId))) ?? '其中的人'
  }
  const looked = { groups, cut: all.length > groups.length, nameOf }
  const rows: Revealed['rows'] = []
  const farther: NonNullable<Revealed['farther']> = []
  const breathe = breather()
  for (const open of await lists()) {
    if (!holdsKey(whoOf(ctx).rights, open.key)) continue
    const { name, unit = '个' } = open.table
    const of = { table: name, says: open.says, unit }
    const asked = groups.flatMap((group, at) => {
      const where = newInSight(open, group)
      return where ? [{ at, where }] : []
    })
    const seen = summed(await answered(ctx, open, asked, breathe), looked)
    if (seen) rows.push({ ...of, ...seen })
    const { found, keys } = await inHand(ctx, open, looked, breathe)
    const more = summed(found, looked)
    const doings = gravestFirst([...keys].map((key) => ({ key, says: says.get(key) ?? key })))
    if (more) farther.push({ ...of, ...more, doings: doings.map((one) => one.says) })
  }
  return { rows, ...(farther.length > 0 && { farther }) }
}
