import { type Kysely, type SqlBool, sql } from 'kysely'
import { type AreaName, areas, eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { type Endpoint, mayReveal, permissionKey } from '../../core/contract/endpoint.ts'
import type { Revealed } from '../../core/contract/reveal.ts'
import type { DataScope } from '../../core/domain/enums.ts'
import { type Ctx, whoOf } from '../context.ts'
import { type Table, tables } from '../db/table.ts'
import { user as users } from '../db/tables/people.ts'
import type { Schema } from '../db/tables.ts'
import { allHold, allOf, anyOf, type Condition, free, isEmpty, never, oneOf } from '../rows/condition.ts'
import { type AnyDb, namesOf } from '../rows/list.ts'
import { descendants } from '../rows/tree.ts'
import { setting } from '../settings.ts'
import { gravestFirst } from './grave.ts'
import { signedInElsewhere } from './places.ts'
import { adminRole, holdsKey } from './rights.ts'
import type { RoleRights } from './role-rights.ts'
import { reachOfRole, scopeOf } from './scope.ts'

/** What a change of rights lets people see or do: who stands how is read before it and behind it, and compared. */

interface RoleStands {
  readonly id: number
  readonly name: string
  readonly dataScope: DataScope
  readonly keys: ReadonlySet<string> | null
  readonly columns: readonly number[] | null
  readonly plates: readonly number[] | null
  /** From which addresses alone its people may work. */
  readonly nets: string
  /** Its people must have a second factor. */
  readonly factor: boolean
  /** All of it that decides. */
  readonly mark: string
}

interface Person {
  readonly deptId: number | null
  readonly roleIds: readonly number[]
  readonly passwordAt: number
  readonly mustChange: number
}

/** Who has which roles, and what these give. */
interface Standing {
  readonly roles: ReadonlyMap<number, RoleStands>
  readonly people: ReadonlyMap<number, Person>
  /** From where alone everybody may work. */
  readonly nets: string
  /** Everybody must have a second factor. */
  readonly factor: boolean
  /** So old a password may be; 0: as old as it is. */
  readonly expireDays: number
  readonly depts: readonly { readonly id: number; readonly parentId: number; readonly intoId: number | null }[]
  /** The departments that a data scope reaches from one of them, told once each. */
  readonly reaches: Map<string, readonly number[]>
}

/** The enabled roles, as they stand. */
async function rolesIn(db: Kysely<Schema>): Promise<Map<number, RoleStands>> {
  const found = await db
    .selectFrom('role')
    .select(['id', 'name', 'alias', 'dataScope', 'nets', 'factor'])
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute()
  const keys = Map.groupBy(
    await db
      .selectFrom('roleResource')
      .innerJoin('resource', 'resource.id', 'roleResource.resourceId')
      .select(['roleResource.roleId', 'resource.alias'])
      .where('resource.type', '=', 'Button')
      .orderBy('resource.id')
      .execute(),
    ({ roleId }) => roleId,
  )
  const columns = Map.groupBy(
    await db.selectFrom('columnRole').selectAll().orderBy('columnId').execute(),
    ({ roleId }) => roleId,
  )
  const plates = Map.groupBy(
    await db.selectFrom('plateRole').selectAll().orderBy('plateId').execute(),
    ({ roleId }) => roleId,
  )
  return new Map(
    found.map(({ id, name, alias, dataScope, nets, factor }) => {
      const all = alias === adminRole
      const held = (keys.get(id) ?? []).map((one) => one.alias)
      const granted = (columns.get(id) ?? []).map(({ columnId }) => columnId)
      const boards = (plates.get(id) ?? []).map(({ plateId }) => plateId)
      const one = {
        ...{ id, name, dataScope: dataScope as DataScope, keys: all ? null : new Set(held) },
        columns: all || granted.includes(0) ? null : granted,
        plates: all || boards.includes(0) ? null : boards,
        nets: nets?.trim() ?? '',
        factor: factor === 1,
      }
      return [id, { ...one, mark: JSON.stringify([dataScope, all || held, one.columns, one.plates]) }]
    }),
  )
}

/** How people stand at this moment; who may not sign in has no role. @param only these; null: everybody */
async function standingIn(db: Kysely<Schema>, only: readonly number[] | null): Promise<Standing> {
  const roles = await rolesIn(db)
  const found = await db
    .selectFrom('user')
    .leftJoin('userRole', 'userRole.userId', 'user.id')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.id', 'user.deptId', 'user.passwordAt', 'user.mustChange', 'userRole.roleId'])
    .where('user.state', '=', 0)
    // nobody of a stopped department signs in
    .where((eb) => eb.or([eb('dept.state', 'is', null), eb('dept.state', '=', 0)]))
    .$if(only !== null, (query) => query.where('user.id', 'in', [...(only ?? [])]))
    .orderBy('user.id')
    .orderBy('userRole.roleId')
    .execute()
  const people = new Map<number, Person & { roleIds: number[] }>()
  for (const { id, roleId, ...of } of found) {
    const one = people.get(id) ?? { ...of, roleIds: [] }
    if (roleId !== null && roles.has(roleId)) one.roleIds.push(roleId)
    people.set(id, one)
  }
  const depts = await db.selectFrom('dept').select(['id', 'parentId', 'intoId']).execute()
  return {
    ...{ roles, people, depts, reaches: new Map() },
    nets: (await setting(db, 'signIn.nets')).trim(),
    factor: (await setting(db, 'signIn.factor')) === 'all',
    expireDays: Number(await setting(db, 'password.expireDays')),
  }
}

/** The departments that a role reaches from somebody's own; null: all. Whoever reaches one that took up another reaches what was that one's. */
function reachIn({ depts, reaches }: Standing, scope: DataScope, deptId: number | null): readonly number[] | null {
  if (scope === 'ALL') return null
  if (scope === 'SELF' || deptId === null) return []
  const known = reaches.get(`${scope} ${deptId}`)
  if (known) return known
  const found = new Set(scope === 'DEPART' ? [deptId] : descendants(depts, deptId))
  for (const into of found) for (const { id, intoId } of depts) if (intoId === into) found.add(id)
  reaches.set(`${scope} ${deptId}`, [...found])
  return [...found]
}

const nobody = { deptId: null, roleIds: [], passwordAt: 0, mustChange: 0 }
/** All that decides what somebody may. */
function markOf(standing: Standing, userId: number): string {
  const { deptId, roleIds } = standing.people.get(userId) ?? nobody
  const roles = roleIds.flatMap((id) => standing.roles.get(id) ?? [])
  const each = roles.map(({ mark, dataScope }) => `${mark} ${reachIn(standing, dataScope, deptId)}`)
  return roleIds.length === 0 ? '' : `${deptId} ${each.join()}`
}

/** Whom no role gives any more. */
const mayAll = ({ roles, people }: Standing, userId: number): boolean =>
  (people.get(userId) ?? nobody).roleIds.some((id) => roles.get(id)?.keys === null)

/** From where alone somebody may work: what the setting and each role names, all of which hold; none: from anywhere. */
function netsFor({ nets, roles, people }: Standing, userId: number): readonly string[] {
  const each = (people.get(userId) ?? nobody).roleIds.map((id) => roles.get(id)?.nets ?? '')
  return [...new Set([nets, ...each])].filter(Boolean)
}

/** What somebody must have or do to get in, by its name in the reply. */
const demands = {
  factor: ({ factor, roles }: Standing, { roleIds }: Person, _now: number): boolean =>
    factor || roleIds.some((id) => roles.get(id)?.factor === true),
  password: ({ expireDays }: Standing, { passwordAt, mustChange }: Person, now: number): boolean =>
    expireDays > 0 && mustChange === 0 && passwordAt <= now - expireDays * day,
} as const
const day = 24 * 3600_000

/** How many of some people have no second factor yet. */
async function withoutFactor({ db }: Ctx, ids: readonly number[]): Promise<number> {
  const has = await db.selectFrom('userFactor').select('userId').execute()
  const bound = new Set(has.map(({ userId }) => userId))
  return ids.filter((id) => !bound.has(id)).length
}

const inWords = (nets: readonly string[]) => nets.join(' 并且 ')

/** What somebody's roles give them. */
function rightsIn(standing: Standing, userId: number): RoleRights[] {
  const { roles, people } = standing
  const { deptId, roleIds } = people.get(userId) ?? nobody
  return roleIds.flatMap((id) => {
    const role = roles.get(id)
    if (!role) return []
    const { name, dataScope, keys, columns, plates } = role
    return [
      {
        roleId: id,
        nets: '',
        factor: false,
        name,
        dataScope,
        keys,
        columns,
        plates,
        depts: reachIn(standing, dataScope, deptId),
      },
    ]
  })
}

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

/** What comes into somebody's sight of one table, as far as the caller sees it; null: nothing. */
async function rowsFor(ctx: Ctx, { userId, before, after }: Alike, key: string, table: Table) {
  const [had, has] = [holders(before, key), holders(after, key)]
  if (has.length === 0 || !holdsKey(whoOf(ctx).rights, key)) return null
  const where = [
    ...seenBy(has, table, userId),
    ...(had.length === 0 ? [] : [not(seenBy(had, table, userId))]),
    ...scopeOf(ctx, table, key),
    ...(table.columns.deletedAt ? [isEmpty('deletedAt')] : []),
  ]
  const label = table.label && table.columns[table.label]?.kind === 'text' ? table.label : null
  const found = (await (ctx.db as unknown as AnyDb)
    .selectFrom(table.name)
    .select(['id', ...(label ? [label] : [])])
    .where(allHold(where))
    .orderBy('id', 'desc')
    .limit(countedMost + 1)
    .execute()) as Record<string, unknown>[]
  if (found.length === 0) return null
  return {
    n: Math.min(found.length, countedMost),
    more: found.length > countedMost,
    titles: label ? found.slice(0, titlesMost).map((row) => String(row[label])) : [],
  }
}

/** Names of users whom the caller sees. */
async function namesAmong(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (!holdsKey(whoOf(ctx).rights, 'user_list')) return new Map()
  const rows = await (ctx.db as unknown as AnyDb)
    .selectFrom('user')
    .select(['id', 'name'])
    .where(allHold([...scopeOf(ctx, users, 'user_list'), ...oneOf('id', ids)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [Number(id), String(name)]))
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
  for (const { key, table, says } of open) {
    let people = 0
    let most: { readonly userId: number; readonly found: NonNullable<Awaited<ReturnType<typeof rowsFor>>> } | null =
      null
    for (const group of groups) {
      const found = await rowsFor(ctx, group, key, table)
      if (!found) continue
      people += group.userIds.length
      if (found.n > (most?.found.n ?? 0)) most = { userId: group.userId, found }
    }
    const { name, unit = '个' } = table
    if (most)
      rows.push({
        ...{ table: name, says, unit, people, atLeast: all.length > groups.length },
        ...{ who: nameOf(most.userId), ...most.found },
      })
  }
  return rows
}

/** Watches a rehearsal: hears of each of its transactions before it is undone, and tells in the end what all of them would reveal. */
export interface RightsWatch {
  /** How it stands behind a piece of the work. */
  note(db: Kysely<Schema>): Promise<void>
  told(ctx: Ctx): Promise<Revealed | null>
}

/** The users whom alone a call concerns; null: it may be anybody. */
function concerned({ reveals }: Endpoint, input: unknown): readonly number[] | null {
  if (typeof reveals !== 'string') return null
  const named = (input as Readonly<Record<string, unknown>>)[reveals]
  return [named].flat().filter((id) => typeof id === 'number')
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
  const groups = new Map<string, Alike>()
  const placed = new Map<number, readonly string[]>()
  const demanded = { factor: new Set<number>(), password: new Set<number>() }
  return {
    async note(trx) {
      const after = await standingIn(trx, only)
      for (const userId of new Set([...before.people.keys(), ...after.people.keys()])) {
        const nets = netsFor(after, userId)
        // who may not come at all comes from nowhere
        if (after.people.has(userId) && inWords(nets) !== inWords(netsFor(before, userId))) placed.set(userId, nets)
        const [was, is] = [before.people.get(userId) ?? nobody, after.people.get(userId)]
        for (const name of ['factor', 'password'] as const)
          if (is && demands[name](after, is, now) && !demands[name](before, was, now)) demanded[name].add(userId)
        const marks = [markOf(before, userId), markOf(after, userId)]
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
    },
    async told(ctx) {
      const all = [...groups.values()].sort((a, b) => b.userIds.length - a.userIds.length)
      const ids = [
        ...new Set([
          ...all.flatMap(({ userIds }) => userIds),
          ...placed.keys(),
          ...demanded.factor,
          ...demanded.password,
        ]),
      ]
      if (ids.length === 0) return null
      const names = await namesAmong(ctx, [...all.map(({ userId }) => userId), ...ids].slice(0, groupsMost + namesMost))
      const buttons = await ctx.db
        .selectFrom('resource')
        .select(['alias', 'name'])
        .where('type', '=', 'Button')
        .orderBy('sort')
        .execute()
      const keys = new Map(buttons.map(({ alias, name }) => [alias, name]))
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
        ...(demanded.factor.size + demanded.password.size > 0 && {
          demands: [
            { demand: 'factor' as const, n: await withoutFactor(ctx, [...demanded.factor]) },
            { demand: 'password' as const, n: demanded.password.size },
          ]
            .map((one) => ({ ...one, people: demanded[one.demand].size }))
            .filter(({ people }) => people > 0),
        }),
        rows: await rowsOver(ctx, all, names),
      }
    },
  }
}
