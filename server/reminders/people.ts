import type { Kysely } from 'kysely'
import type { Right } from '../../core/contract/rights.ts'
import { callerAs, everywhere, ownCall } from '../access/by-itself.ts'
import { rolesForMany, rolesNow, rolesWith } from '../access/rights.ts'
import type { RoleRights } from '../access/role-rights.ts'
import type { Ctx, Parts, Staff } from '../context.ts'
import type { Table } from '../db/table.ts'
import type { Schema } from '../db/tables.ts'
import { allHold, type Condition } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'

/** Somebody with an account in use. */
export interface Somebody {
  readonly id: number
  readonly name: string
  readonly account: string
  readonly deptId: number | null
}

/** Lets others have their turn; throws where nobody waits for the work any more. */
export type Breathe = () => Promise<void>

/** So many people are read at once. */
const peopleAtOnce = 1000
type Holder = Somebody & { readonly roleIds: readonly number[] }

/** Everybody whose account is in use, with their roles. */
async function everybody(db: Kysely<Schema>, breathe: Breathe): Promise<Holder[]> {
  const people: Holder[] = []
  for (let after = 0; ; ) {
    await breathe()
    const found = await db
      .selectFrom('user')
      .select(['id', 'name', 'account', 'deptId'])
      .where('state', '=', 0)
      .where('id', '>', after)
      .orderBy('id')
      .limit(peopleAtOnce)
      .execute()
    const last = found.at(-1)?.id
    if (last === undefined) return people
    await breathe()
    const held = await db
      .selectFrom('userRole')
      .select(['userId', 'roleId'])
      .where('userId', '>', after)
      .where('userId', '<=', last)
      .orderBy('userId')
      .orderBy('roleId')
      .execute()
    const roleIds = Map.groupBy(held, ({ userId }) => userId)
    for (const one of found) people.push({ ...one, roleIds: (roleIds.get(one.id) ?? []).map(({ roleId }) => roleId) })
    after = last
  }
}

/** What one reckoning has read of people and roles, for all that it looks for. */
interface Read {
  people?: Promise<Holder[]>
  rolesOf?: ReturnType<typeof rolesForMany>
}
const reads = new WeakMap<Breathe, Read>()
function readBy(breathe: Breathe): Read {
  const read = reads.get(breathe) ?? {}
  reads.set(breathe, read)
  return read
}

/** The people in use whose roles hold a key, with all their roles. @param breathe of the reckoning: people are read once for each */
export async function holdersOf(db: Kysely<Schema>, key: Right, breathe: Breathe): Promise<Holder[]> {
  const roles = new Set((await rolesWith(db, key)).map(({ id }) => id))
  if (roles.size === 0) return []
  const read = readBy(breathe)
  read.people ??= everybody(db, breathe)
  return (await read.people).filter(({ roleIds }) => roleIds.some((id) => roles.has(id)))
}

/** The call as the log tells it. */
export const call = ownCall('reminder.send', '发送消息提醒')

function ctxOf(parts: Parts, who: Staff): Ctx {
  const ctx: Ctx = {
    ...{ who, call, parts, db: parts.db.read, now: parts.now(), dialect: parts.db.dialect },
    ...{ record: () => {}, after: () => {}, transaction: (inner) => inner(ctx) },
  }
  return ctx
}

/** A caller who reads as somebody would, by the rights that they have now. */
export const asOne = async (parts: Parts, one: Somebody): Promise<Ctx> =>
  ctxOf(parts, callerAs(one, await rolesNow(parts.db.read, one.id, one.deptId)))

/** The departments and the owners that some rows have at all: who reaches none of them stands as everybody else who does not. */
export interface Places {
  readonly depts: ReadonlySet<number>
  readonly owners: ReadonlySet<number>
}
/** Some rows of a table. */
export interface Some {
  readonly table: Table
  readonly where: readonly Condition[]
}

/** What the scope of a table tells its rows apart by, of some rows. */
export async function placesOf({ db }: Parts, some: readonly Some[]): Promise<Places> {
  const places = { depts: new Set<number>(), owners: new Set<number>() }
  const loose = db.read as unknown as AnyDb
  for (const { table, where } of some) {
    if (table.scope === 'all') continue
    const { dept, owner, through } = table.scope
    const rows = loose.selectFrom(table.name).where(allHold([...where]))
    const take = async (query: typeof rows, column: string | undefined, into: Set<number>) => {
      if (column === undefined) return
      for (const row of await query.select(column).distinct().execute())
        if (row[column] !== null) into.add(Number(row[column]))
    }
    await take(rows, dept, places.depts)
    await take(rows, owner, places.owners)
    if (!through) continue
    const { from = 'id', column } = through
    const beside = loose.selectFrom(through.table).where(column, 'in', rows.select(from) as never)
    await take(beside as typeof rows, through.dept, places.depts)
    await take(beside as typeof rows, through.owner, places.owners)
  }
  return places
}

/** People before whom some rows stand alike, and one who reads as each of them would. */
export interface Alike {
  readonly ctx: Ctx
  readonly people: number[]
}

/** Those who hold a key, by what they reach of some rows. */
export async function holdersAlike(
  parts: Parts,
  key: Right,
  some: readonly Some[],
  breathe: Breathe,
): Promise<readonly Alike[]> {
  const { depts, owners } = await placesOf(parts, some)
  await breathe()
  const read = readBy(breathe)
  read.rolesOf ??= rolesForMany(parts.db.read)
  const rolesOf = await read.rolesOf
  const near = new Map<readonly RoleRights[], { readonly name: string; readonly roles: readonly RoleRights[] }>()
  const nearOf = (all: readonly RoleRights[]) => {
    const known = near.get(all)
    if (known) return known
    const roles = all.map((role) => ({ ...role, depts: role.depts?.filter((id) => depts.has(id)) ?? null }))
    const made = { roles, name: roles.map((role) => `${role.roleId}:${role.depts}`).join(' ') }
    near.set(all, made)
    return made
  }
  const groups = new Map<string, Alike>()
  for (const { id, roleIds, deptId } of await holdersOf(parts.db.read, key, breathe)) {
    await breathe()
    const { roles, name } = nearOf(rolesOf(roleIds, deptId))
    const own = owners.has(id) ? id : 0
    const found = groups.get(`${own} ${name}`)
    if (found) found.people.push(id)
    else {
      const who = callerAs({ id: own, name: '', account: '', deptId: null }, roles)
      groups.set(`${own} ${name}`, { ctx: ctxOf(parts, who), people: [id] })
    }
  }
  return [...groups.values()]
}

/** A caller who reads what anybody may: whether anything waits at all is asked as they would. */
export const asAnybody = (parts: Parts): Ctx =>
  ctxOf(parts, callerAs({ id: 0, name: '', account: '', deptId: null }, [everywhere]))
