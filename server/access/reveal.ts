import type { Kysely } from 'kysely'
import { type Endpoint, mayReveal } from '../../core/contract/endpoint.ts'
import type { Revealed } from '../../core/contract/reveal.ts'
import { besided } from '../../core/domain/log-things.ts'
import { breather } from '../breather.ts'
import { type Ctx, whoOf } from '../context.ts'
import { user as users } from '../db/tables/people.ts'
import type { Schema } from '../db/tables.ts'
import { allHold, oneOf } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'
import { gravestFirst } from './grave.ts'
import { isShippedMenu } from './menu.ts'
import { signedInElsewhere, signedInNow } from './places.ts'
import { columnsOver, titlesIn } from './reveal-columns.ts'
import { type Alike, groupsMost, holders, rowsOver } from './reveal-rows.ts'
import { narrowedOver } from './reveal-scopes.ts'
import { holdsKey } from './rights.ts'
import type { RoleRights } from './role-rights.ts'
import { scopeOf } from './scope.ts'
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

/** More are not named. */
const namesMost = 5

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

/** Those to whom the same roles give the same, whatever department they are of, together. */
function regardlessOfDept(groups: readonly Alike[]): Alike[] {
  const numbers = new Map<object | null, number>()
  const numberOf = (one: object | null) => {
    const known = numbers.get(one) ?? numbers.size
    numbers.set(one, known)
    return known
  }
  const markOf = (roles: readonly RoleRights[]) =>
    roles.map(({ dataScope, keys, columns }) => [dataScope, numberOf(keys), numberOf(columns)].join()).join(' ')
  const kinds = Map.groupBy(groups, ({ before, after }) => `${markOf(before)} → ${markOf(after)}`)
  return [...kinds.values()].map((some) => ({
    ...(some[0] as Alike),
    userIds: some.flatMap(({ userIds }) => userIds),
  }))
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
  let titles = await titlesIn(db)
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
      // what is about some users makes no columns
      if (!only) titles = new Map([...titles, ...(await titlesIn(trx))])
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
      const kinds = regardlessOfDept(all)
      const out = placed.size > 0 ? await signedInElsewhere(ctx, placed) : new Set<number>()
      return {
        ...{ people: ids.length, names: [...names.values()].slice(0, namesMost) },
        gains: gravestFirst(keysOver(all, keys, 'before', 'after')),
        losses: gravestFirst(keysOver(all, keys, 'after', 'before')),
        ...(await columnsOver(kinds, titles, (some) => namesAmong(ctx, some))),
        ...(await narrowedOver(kinds, keys)),
        ...(placed.size > 0 && {
          places: [...Map.groupBy(placed, ([, nets]) => inWords(nets))].map(([nets, some]) => ({
            ...{ nets, people: some.length },
            out: some.filter(([userId]) => out.has(userId)).length,
          })),
        }),
        ...(await demandsOver(ctx, demanded)),
        ...(ended.size > 0 && { tokens: await tokensTold(ctx, [...ended.values()]) }),
        ...(await rowsOver(ctx, all, names, keys)),
      }
    },
  }
}
