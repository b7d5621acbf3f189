import { type Kysely, sql } from 'kysely'
import { chunksOf } from '../../core/chunks.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import type { DataScope } from '../../core/domain/enums.ts'
import { breather } from '../breather.ts'
import type { Schema } from '../db/tables.ts'
import { setting } from '../settings.ts'
import { adminRole } from './rights.ts'
import type { RoleRights } from './role-rights.ts'

/** Who has which roles, and what these give, at one moment: so that two can be compared. */

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
  readonly gives: object
}

interface Person {
  readonly deptId: number | null
  readonly roleIds: readonly number[]
  readonly passwordAt: number
  readonly mustChange: number
  /** They have a phone that a code can be sent to. */
  readonly phone: boolean
}

interface Dept {
  readonly id: number
  readonly parentId: number
  readonly intoId: number | null
  readonly state: number
}
/** Which departments stand under one, and which it took up. */
interface Depts {
  readonly all: ReadonlyMap<number, Dept>
  readonly under: ReadonlyMap<number, readonly Dept[]>
  readonly merged: ReadonlyMap<number | null, readonly Dept[]>
}

/** Who has which roles, and what these give. */
export interface Standing {
  readonly roles: ReadonlyMap<number, RoleStands>
  readonly people: ReadonlyMap<number, Person>
  /** From where alone everybody may work. */
  readonly nets: string
  /** Everybody must have a second factor. */
  readonly factor: boolean
  /** So old a password may be; 0: as old as it is. */
  readonly expireDays: number
  /** A code sent to one's phone does for a password. */
  readonly byPhone: boolean
  readonly depts: Depts
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
      .where('resource.type', '!=', 'Catalogue')
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
      return [id, { ...one, gives: [dataScope, all || held, one.columns, one.plates] }]
    }),
  )
}

/** So many people are read at once: of 20,000 all together would keep everybody else waiting. */
const peopleAtOnce = 2000

/** Who may sign in, of some or from some id on: as one text, which is written and handed over in a fraction of the time of as many rows. */
async function somePeople(
  db: Kysely<Schema>,
  { after, ids }: { after: number; ids?: readonly number[] | undefined },
): Promise<string> {
  const some = db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.id', 'user.deptId', 'user.passwordAt'])
    // a demo account is never made to change its password
    .select((eb) => eb.case().when('user.demo', '=', 1).then(1).else(eb.ref('user.mustChange')).end().as('mustChange'))
    // a demo account is everybody's, and its phone nobody's
    .select((eb) =>
      eb
        .case()
        .when(eb.and([eb('user.mobile', 'is not', null), eb('user.demo', '=', 0)]))
        .then(1)
        .else(0)
        .end()
        .as('phone'),
    )
    .where('user.state', '=', 0)
    // nobody of a stopped department signs in
    .where((eb) => eb.or([eb('dept.state', 'is', null), eb('dept.state', '=', 0)]))
    .$if(ids !== undefined, (query) => query.where('user.id', 'in', [...(ids ?? [])]))
    .where('user.id', '>', after)
    .orderBy('user.id')
    .limit(peopleAtOnce)
  const { text } = await db
    .selectFrom(some.as('some'))
    .select(({ ref }) =>
      sql<
        string | null
      >`string_agg(concat_ws(',', ${ref('id')}, coalesce(${ref('deptId')}, 0), ${ref('passwordAt')}, ${ref('mustChange')}, ${ref('phone')}), ';' order by ${ref('id')})`.as(
        'text',
      ),
    )
    .executeTakeFirstOrThrow()
  return text ?? ''
}

/** The roles of some people, or of those between two: as one text. */
async function rolesOfSome(db: Kysely<Schema>, ids: readonly number[] | undefined, first: number, last: number) {
  const { text } = await db
    .selectFrom('userRole')
    .select(({ ref }) =>
      sql<
        string | null
      >`string_agg(concat_ws(',', ${ref('userId')}, ${ref('roleId')}), ';' order by ${ref('userId')}, ${ref('roleId')})`.as(
        'text',
      ),
    )
    .$if(ids !== undefined, (query) => query.where('userId', 'in', [...(ids ?? [])]))
    .$if(ids === undefined, (query) => query.where('userId', '>=', first).where('userId', '<=', last))
    .executeTakeFirstOrThrow()
  return text ?? ''
}

/** The numbers of each thing in such a text. */
const numbersOf = (text: string): number[][] =>
  text === '' ? [] : text.split(';').map((one) => one.split(',').map(Number))

/** People as they were read, before they are told one from another: some at once, with their roles. */
type Read = readonly { readonly people: string; readonly roles: string }[]

/** Reads who may sign in, and which roles they have. @param only these; null: everybody */
async function readPeople(db: Kysely<Schema>, only: readonly number[] | null): Promise<Read> {
  const shares = only && [...chunksOf([...new Set(only)], peopleAtOnce)]
  const read: { people: string; roles: string }[] = []
  const breathe = breather()
  let after = 0
  for (let i = 0; shares === null || i < shares.length; i += 1) {
    await breathe()
    const ids = shares?.[i]
    const people = await somePeople(db, { after, ids })
    if (people === '' && shares) continue
    if (people === '') return read
    const first = Number.parseInt(people, 10)
    const last = Number.parseInt(people.slice(people.lastIndexOf(';') + 1), 10)
    read.push({ people, roles: await rolesOfSome(db, ids, first, last) })
    if (shares === null) after = last
  }
  return read
}

/** Who may sign in, with those of their roles that are enabled. */
async function peopleOf(read: Read, roles: ReadonlyMap<number, unknown>): Promise<Map<number, Person>> {
  const people = new Map<number, Person & { roleIds: number[] }>()
  const breathe = breather()
  for (const some of read) {
    await breathe()
    for (const [id = 0, deptId = 0, passwordAt = 0, mustChange = 0, phone = 0] of numbersOf(some.people))
      people.set(id, { deptId: deptId || null, passwordAt, mustChange, phone: phone === 1, roleIds: [] })
    for (const [userId = 0, roleId = 0] of numbersOf(some.roles))
      if (roles.has(roleId)) people.get(userId)?.roleIds.push(roleId)
  }
  return people
}

/** All that people's rights follow from but they themselves. */
export type Ground = Omit<Standing, 'people'>

/** What roles give at this moment, and how departments stand. */
export async function groundIn(db: Kysely<Schema>): Promise<Ground> {
  const all = await db.selectFrom('dept').select(['id', 'parentId', 'intoId', 'state']).execute()
  const depts = {
    all: new Map(all.map((one) => [one.id, one])),
    under: Map.groupBy(all, ({ parentId }) => parentId),
    merged: Map.groupBy(
      all.filter(({ intoId }) => intoId !== null),
      ({ intoId }) => intoId,
    ),
  }
  return {
    ...{ roles: await rolesIn(db), depts, reaches: new Map() },
    nets: (await setting(db, 'signIn.nets')).trim(),
    factor: (await setting(db, 'signIn.factor')) === 'all',
    expireDays: Number(await setting(db, 'password.expireDays')),
    byPhone: (await setting(db, 'signIn.mobile')) === '1',
  }
}

/** How people stand on a ground; who may not sign in has no role. @param only these; null: everybody */
export const standingOn = async (
  db: Kysely<Schema>,
  ground: Ground,
  only: readonly number[] | null,
): Promise<Standing> => ({
  ...ground,
  people: await peopleOf(await readPeople(db, only), ground.roles),
})

/** How people stand at this moment. @param only these; null: everybody */
export const standingIn = async (db: Kysely<Schema>, only: readonly number[] | null): Promise<Standing> =>
  standingOn(db, await groundIn(db), only)

/** Whether a department stands elsewhere, goes in with another, or is in use otherwise than before. A new one has nothing to be seen yet. */
const standsOtherwise = (before: Ground, after: Ground): boolean =>
  [...before.depts.all.values()].some(({ id, parentId, intoId, state }) => {
    const now = after.depts.all.get(id)
    return now && (now.parentId !== parentId || now.intoId !== intoId || now.state !== state)
  })

/** Whom a change of roles and departments may give more to; null: it may be anybody. Words that change give nobody anything. */
export async function whomItMoves(db: Kysely<Schema>, before: Ground, after: Ground): Promise<number[] | null> {
  if (standsOtherwise(before, after)) return null
  const givesOf = (ground: Ground, id: number) => JSON.stringify(ground.roles.get(id)?.gives)
  const others = [...after.roles.keys()].filter((id) => givesOf(before, id) !== givesOf(after, id))
  if (others.length === 0) return []
  const held = await db.selectFrom('userRole').select('userId').distinct().where('roleId', 'in', others).execute()
  return held.map(({ userId }) => userId)
}

/** The users whom alone a call concerns; null: it may be anybody. */
export function concerned({ reveals }: Endpoint, input: unknown): readonly number[] | null {
  if (typeof reveals !== 'string') return null
  const named = (input as Readonly<Record<string, unknown>>)[reveals]
  return [named].flat().filter((id) => typeof id === 'number')
}

/** How people stand behind a change, and who is to be looked at. */
export interface Behind {
  readonly after: Standing
  readonly ids: Iterable<number>
}

/**
 * Reads how people stand behind a change: no more than that within its transaction, for which others wait. A call about some users changes
 * nothing but them: of a piece of it only its own are read again.
 * @param only the users whom alone the call concerns; null: it may be anybody @param about those of a piece of it
 * @returns tells what was read, when nobody waits for it any more
 */
export async function standingBehind(
  db: Kysely<Schema>,
  before: Standing,
  only: readonly number[] | null,
  about?: readonly number[],
): Promise<() => Promise<Behind>> {
  if (!only || !about) {
    const [ground, read] = [await groundIn(db), await readPeople(db, only)]
    return async () => {
      const after = { ...ground, people: await peopleOf(read, ground.roles) }
      return { after, ids: new Set([...before.people.keys(), ...after.people.keys()]) }
    }
  }
  const named = new Set(only)
  const ids = about.filter((id) => named.has(id))
  const read = await readPeople(db, ids)
  return async () => ({ after: { ...before, people: await peopleOf(read, before.roles) }, ids })
}

/** The departments that a role reaches from somebody's own; null: all. Whoever reaches one that took up another reaches what was that one's. */
function reachIn({ depts, reaches }: Standing, scope: DataScope, deptId: number | null): readonly number[] | null {
  if (scope === 'ALL') return null
  if (scope === 'SELF' || deptId === null) return []
  const known = reaches.get(`${scope} ${deptId}`)
  if (known) return known
  const found = new Set([deptId])
  if (scope !== 'DEPART') for (const id of found) for (const below of depts.under.get(id) ?? []) found.add(below.id)
  for (const into of found) for (const { id } of depts.merged.get(into) ?? []) found.add(id)
  reaches.set(`${scope} ${deptId}`, [...found])
  return [...found]
}

export const nobody = { deptId: null, roleIds: [], passwordAt: 0, mustChange: 0, phone: false }
/** Gives each of some things a number, those that are equal the same: what is long is written out once, and not for each of thousands of people. */
export function numbering() {
  const numbers = new Map<string, number>()
  const of = new WeakMap<object, number>()
  return (one: object): number => {
    const known = of.get(one)
    if (known !== undefined) return known
    const text = JSON.stringify(one)
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    of.set(one, number)
    return number
  }
}

/** All that decides what somebody may. */
export function markOf(standing: Standing, userId: number, numberOf: (one: object) => number): string {
  const { deptId, roleIds } = standing.people.get(userId) ?? nobody
  const roles = roleIds.flatMap((id) => standing.roles.get(id) ?? [])
  const each = roles.map(({ gives, dataScope }) => {
    const reach = reachIn(standing, dataScope, deptId)
    return `${numberOf(gives)}:${reach && numberOf(reach)}`
  })
  return roleIds.length === 0 ? '' : `${deptId} ${each.join()}`
}

/** Whom no role gives any more. */
export const mayAll = ({ roles, people }: Standing, userId: number): boolean =>
  (people.get(userId) ?? nobody).roleIds.some((id) => roles.get(id)?.keys === null)

/** From where alone somebody may work: what the setting and each role names, all of which hold; none: from anywhere. */
export function netsFor({ nets, roles, people }: Standing, userId: number): readonly string[] {
  const each = (people.get(userId) ?? nobody).roleIds.map((id) => roles.get(id)?.nets ?? '')
  return [...new Set([nets, ...each])].filter(Boolean)
}

/** What somebody must have or do to get in, or is enough for it, by its name in the reply. */
export const demands = {
  factor: ({ factor, roles }: Standing, { roleIds }: Person, _now: number): boolean =>
    factor || roleIds.some((id) => roles.get(id)?.factor === true),
  password: ({ expireDays }: Standing, { passwordAt, mustChange }: Person, now: number): boolean =>
    expireDays > 0 && mustChange === 0 && passwordAt <= now - expireDays * day,
  phone: ({ byPhone }: Standing, { phone }: Person, _now: number): boolean => byPhone && phone,
} as const
const day = 24 * 3600_000

/** What somebody's roles give them. */
export function rightsIn(standing: Standing, userId: number): RoleRights[] {
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
