import { type Kysely, type SqlBool, sql } from 'kysely'
import { type AreaName, areas, eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { type Endpoint, mayReveal, permissionKey } from '../../core/contract/endpoint.ts'
import type { Revealed } from '../../core/contract/reveal.ts'
import { besided } from '../../core/domain/log-things.ts'
import { breather } from '../breather.ts'
import { type Ctx, whoOf } from '../context.ts'
import { type Table, tables } from '../db/table.ts'
import { user as users } from '../db/tables/people.ts'
import type { Schema } from '../db/tables.ts'
import { allHold, allOf, anyOf, type Condition, free, isEmpty, never, oneOf } from '../rows/condition.ts'
import { type AnyDb, namesOf } from '../rows/list.ts'
import { readAside } from '../rows/read-aside.ts'
import { gravestFirst } from './grave.ts'
import { isShippedMenu } from './menu.ts'
import { signedInElsewhere, signedInNow } from './places.ts'
import { holdsKey } from './rights.ts'
import type { RoleRights } from './role-rights.ts'
import { reachOfRole, scopeOf } from './scope.ts'
import {
  type Behind,
  concerned,
  demands,
  markOf,
  mayAll,
  netsFor,
  nobody,
  numbering,
  rightsIn,
  standingBehind,
  standingIn,
} from './standing.ts'
import { endedOf, type Token, tokensOf } from './tokens-ended.ts'

/** What a change of rights lets people see or do: who stands how is read before it and behind it, and compared. */

/** Those of some people who have no second factor yet, and who of them is out by it. */
async function withoutFactor(ctx: Ctx, ids: ReadonlySet<number>) {
  const has = await ctx.db.selectFrom('userFactor').select('userId').execute()
  const bound = new Set(has.map(({ userId }) => userId))
  const some = [...ids].filter((id) => !bound.has(id))
  const signedIn = some.length > 0 ? await signedInNow(ctx) : new Set<number>()
  const out = some.filter((id) => signedIn.has(id))
  return { n: some.length, out: out.length, self: out.includes(whoOf(ctx).userId) }
}

type Demand = keyof typeof demands

/** How many come by each demand, and how many of these have it before them, or nothing beside it. */
async function demandsOver(ctx: Ctx, demanded: ReadonlyMap<Demand, ReadonlySet<number>>) {
  const open: { readonly [name in Demand]: (ids: ReadonlySet<number>) => Promise<{ n: number }> } = {
    factor: (ids) => withoutFactor(ctx, ids),
    password: async (ids) => ({ n: ids.size }),
    phone: async (ids) => ({ n: (await withoutFactor(ctx, ids)).n }),
  }
  const some = [...demanded].filter(([, ids]) => ids.size > 0)
  const each = some.map(async ([demand, ids]) => ({ demand, people: ids.size, ...(await open[demand](ids)) }))
  return each.length > 0 ? { demands: await Promise.all(each) } : {}
}

const inWords = (nets: readonly string[]) => nets.join(' 并且 ')

/** Somebody whose rights change, and all those to whom it happens alike. */
interface Alike {
  readonly userId: number
  readonly userIds: number[]
  readonly before: readonly RoleRights[]
  readonly after: readonly RoleRights[]
}

const holders = (roles: readonly RoleRights[], key: string) =>
  roles.filter(({ keys }) => keys === null || keys.has(key))

/** The rows of a table that these roles show to somebody; [] for all. */
function seenBy(roles: readonly RoleRights[], table: Table, userId: number): Condition[] {
  const each = roles.map((role) => reachOfRole(role, table, userId, 'see'))
  if (each.includes(null)) return []
  return [each.length === 0 ? never : anyOf(each.map((parts) => allOf(parts ?? [])))]
}

/** It is not so, or cannot be told. */
const not = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : free((eb) => sql<SqlBool>`(${allHold(conditions)(eb as never)}) is not true`)

const countedMost = 1000
const titlesMost = 3
/** More groups of people are not looked at one by one. */
const groupsMost = 8
const namesMost = 5

/** The lists that a key opens: of each area with one, its table. */
async function lists(): Promise<{ key: string; table: Table; says: string }[]> {
  return [...eachEndpoint(await wholeContract())].flatMap(([area, call, e]) => {
    const table = call === 'list' && e.effect === 'read' ? tables.get(area) : undefined
    const key = permissionKey(area, call, e)
    const says = table?.says ?? areas[area as AreaName]?.says ?? area
    return table?.columns.id && key !== '' ? [{ key, table, says }] : []
  })
}

/** What comes into somebody's sight of one table. */
interface InSight {
  readonly n: number
  readonly more: boolean
  readonly titles: readonly string[]
}

/** The newest rows of a table that come into somebody's sight, as far as the caller sees it; null: none. @param at stands with each row */
function newInSight(ctx: Ctx, { userId, before, after }: Alike, key: string, table: Table, at: number) {
  const [had, has] = [holders(before, key), holders(after, key)]
  if (has.length === 0) return null
  const where = [
    ...seenBy(has, table, userId),
    ...(had.length === 0 ? [] : [not(seenBy(had, table, userId))]),
    ...scopeOf(ctx, table, key),
    ...(table.columns.deletedAt ? [isEmpty('deletedAt')] : []),
  ]
  const label = table.label && table.columns[table.label]?.kind === 'text' ? table.label : null
  const db = ctx.db as unknown as AnyDb
  const rows = db
    .selectFrom(table.name)
    .select(['id', ...(label ? [`${label} as title`] : [])])
    .where(allHold(where))
    .orderBy('id', 'desc')
    .limit(countedMost + 1)
  return db.selectFrom(rows.as('some')).select([sql.lit(at).as('at'), 'some.id', ...(label ? ['some.title'] : [])])
}

/**
 * What comes into the sight of each of some groups of people, by their places. Of a large table it is one question beside the thread that
 * answers everybody; of others one for each group, and whoever waits has their turn between them.
 */
async function rowsFor(ctx: Ctx, groups: readonly Alike[], key: string, table: Table, breathe: () => Promise<void>) {
  if (!holdsKey(whoOf(ctx).rights, key)) return new Map<number, InSight>()
  const each = groups.flatMap((group, at) => newInSight(ctx, group, key, table, at) ?? [])
  const [first, ...more] = each
  const asked = first && table.large ? [more.reduce((all, one) => all.unionAll(one), first)] : each
  const rows: Record<string, unknown>[] = []
  for (const query of asked) {
    await breathe()
    rows.push(...(table.large ? await readAside(ctx, query.compile()) : await query.execute()))
  }
  const newest = rows.sort((a, b) => Number(b.id) - Number(a.id))
  return new Map<number, InSight>(
    [...Map.groupBy(newest, ({ at }) => Number(at))].map(([at, found]) => [
      at,
      {
        n: Math.min(found.length, countedMost),
        more: found.length > countedMost,
        titles: found.slice(0, titlesMost).flatMap(({ title }) => (title === undefined ? [] : [String(title)])),
      },
    ]),
  )
}

/** Names of users whom the caller sees. */
async function namesAmong(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (!holdsKey(whoOf(ctx).rights, 'user_list')) return new Map()
  const rows = await (ctx.db as unknown as AnyDb)
    .selectFrom('user')
    .select(['id', 'name'])
    .where(allHold([...scopeOf(ctx, users, 'user_list'), ...oneOf('id', ids)]))
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, name }) => [Number(id), String(name)]))
}

/** Script tokens that end, the first by their names, of people whom the caller sees. */
async function tokensTold(ctx: Ctx, tokens: readonly Token[]) {
  const seen = await namesAmong(ctx, [...new Set(tokens.map(({ userId }) => userId))])
  const some = tokens.filter(({ userId }) => seen.has(userId) || userId === whoOf(ctx).userId).slice(0, namesMost)
  return { n: tokens.length, names: some.map(({ name, owner }) => besided(name, owner)) }
}

/** How many people come by each key, or lose it. */
function keysOver(
  groups: readonly Alike[],
  keys: ReadonlyMap<string, string>,
  from: 'before' | 'after',
  to: 'before' | 'after',
) {
  return [...keys].flatMap(([key, says]) => {
    const some = groups.filter((one) => holders(one[from], key).length === 0 && holders(one[to], key).length > 0)
    const people = some.reduce((sum, { userIds }) => sum + userIds.length, 0)
    return people > 0 ? [{ key, says, people }] : []
  })
}

/** What comes into sight, by tables: of each how many see more, and who most. The largest groups of people are looked at. */
async function rowsOver(
  ctx: Ctx,
  all: readonly Alike[],
  names: ReadonlyMap<number, string>,
): Promise<Revealed['rows']> {
  const groups = all.slice(0, groupsMost)
  const open = await lists()
  const firsts = groups.map(({ userId }) => userId)
  const deptOf = await namesOf(ctx.db, 'user', 'deptId', firsts)
  const deptNames = await namesOf(ctx.db, 'dept', 'name', [...deptOf.values()].map(Number))
  const nameOf = (userId: number) => names.get(userId) ?? deptNames.get(Number(deptOf.get(userId))) ?? '其中的人'
  const rows: Revealed['rows'] = []
  const breathe = breather()
  for (const { key, table, says } of open) {
    const found = await rowsFor(ctx, groups, key, table, breathe)
    const people = [...found.keys()].reduce((sum, at) => sum + (groups[at]?.userIds.length ?? 0), 0)
    const [most] = [...found].sort(([a, one], [b, other]) => other.n - one.n || a - b)
    const { name, unit = '个' } = table
    if (most)
      rows.push({
        ...{ table: name, says, unit, people, atLeast: all.length > groups.length },
        ...{ who: nameOf(groups[most[0]]?.userId ?? 0), ...most[1], titles: [...most[1].titles] },
      })
  }
  return rows
}

/** Watches a rehearsal: hears of each of its transactions before it is undone, and tells in the end what all of them would reveal. */
export interface RightsWatch {
  /**
   * Reads how it stands behind a piece of the work. @param about the users which alone that piece was about
   * @returns compares it with how it stood: to be done when the transaction is over, for which others wait
   */
  note(db: Kysely<Schema>, about?: readonly number[]): Promise<() => Promise<void>>
  told(ctx: Ctx): Promise<Revealed | null>
}

/** Begins to watch a call. @param db as it stands before the work. @returns null where it concerns nobody who is there */
export async function watchRights(
  db: Kysely<Schema>,
  e: Endpoint,
  input: unknown,
  now: number,
): Promise<RightsWatch | null> {
  const only = concerned(e, input)
  if (!mayReveal(e, input) || only?.length === 0) return null
  const before = await standingIn(db, only)
  const tokens = await tokensOf(db, only, now)
  const ended = new Map<number, Token>()
  const numberOf = numbering()
  const groups = new Map<string, Alike>()
  const placed = new Map<number, readonly string[]>()
  const demanded = new Map((Object.keys(demands) as Demand[]).map((name) => [name, new Set<number>()]))
  async function compare({ after, ids }: Behind): Promise<void> {
    const breathe = breather()
    for (const userId of ids) {
      await breathe()
      const nets = netsFor(after, userId)
      // who may not come at all comes from nowhere
      if (after.people.has(userId) && inWords(nets) !== inWords(netsFor(before, userId))) placed.set(userId, nets)
      const [was, is] = [before.people.get(userId) ?? nobody, after.people.get(userId)]
      for (const [name, those] of demanded)
        if (is && demands[name](after, is, now) && !demands[name](before, was, now)) those.add(userId)
      const marks = [markOf(before, userId, numberOf), markOf(after, userId, numberOf)]
      if (marks[0] === marks[1] || (mayAll(before, userId) && mayAll(after, userId))) continue
      const name = marks.join(' → ')
      const found = groups.get(name)
      if (found) found.userIds.push(userId)
      else
        groups.set(name, {
          ...{ userId, userIds: [userId] },
          ...{ before: rightsIn(before, userId), after: rightsIn(after, userId) },
        })
    }
  }
  return {
    async note(trx, about) {
      for (const token of await endedOf(trx, tokens)) ended.set(token.id, token)
      const behind = await standingBehind(trx, before, only, about)
      return async () => compare(await behind())
    },
    async told(ctx) {
      const all = [...groups.values()].sort((a, b) => b.userIds.length - a.userIds.length)
      const ids = [
        ...new Set([
          ...all.flatMap(({ userIds }) => userIds),
          ...placed.keys(),
          ...[...demanded.values()].flatMap((those) => [...those]),
        ]),
      ]
      if (ids.length === 0 && ended.size === 0) return null
      const names = await namesAmong(ctx, [...all.map(({ userId }) => userId), ...ids].slice(0, groupsMost + namesMost))
      const buttons = await ctx.db
        .selectFrom('resource')
        .select(['alias', 'name', 'type'])
        .where('type', '!=', 'Catalogue')
        .orderBy('sort')
        .execute()
      // an entry of one's own is held as rights are; those that come with the program follow these
      const keys = new Map(
        buttons.flatMap(({ alias, name, type }) =>
          type === 'Button' ? [[alias, name]] : isShippedMenu(alias) ? [] : [[alias, `菜单「${name}」`]],
        ) as [string, string][],
      )
      const out = placed.size > 0 ? await signedInElsewhere(ctx, placed) : new Set<number>()
      return {
        ...{ people: ids.length, names: [...names.values()].slice(0, namesMost) },
        gains: gravestFirst(keysOver(all, keys, 'before', 'after')),
        losses: gravestFirst(keysOver(all, keys, 'after', 'before')),
        ...(placed.size > 0 && {
          places: [...Map.groupBy(placed, ([, nets]) => inWords(nets))].map(([nets, some]) => ({
            ...{ nets, people: some.length },
            out: some.filter(([userId]) => out.has(userId)).length,
          })),
        }),
        ...(await demandsOver(ctx, demanded)),
        ...(ended.size > 0 && { tokens: await tokensTold(ctx, [...ended.values()]) }),
        rows: await rowsOver(ctx, all, names),
      }
    },
  }
}
