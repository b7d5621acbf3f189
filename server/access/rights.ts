import type { Kysely } from 'kysely'
import type { Right } from '../../core/contract/rights.ts'
import type { DataScope } from '../../core/domain/enums.ts'
import type { Dialect } from '../db/open.ts'
import { moved } from '../db/standing.ts'
import type { Schema } from '../db/tables.ts'
import { belowIn, descendants } from '../rows/tree.ts'
import type { Rights, RoleRights } from './role-rights.ts'

/** The alias of the role that holds every key, those of later versions too. */
export const adminRole = 'admin'

const holds = (role: RoleRights, key: string) => role.keys === null || role.keys.has(key)

/** True when one of the roles holds the key, which is read from somewhere. */
export const holdsKey = (rights: Rights, key: string): boolean =>
  (rights.only === null || rights.only.has(key)) && rights.roles.some((role) => holds(role, key))

/** The enabled roles that hold a key, in their order. */
export const rolesWith = (db: Kysely<Schema>, key: string): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('role')
    .select(['role.id', 'role.name'])
    .where('role.enabled', '=', 1)
    .where((eb) =>
      eb.or([
        eb('role.alias', '=', adminRole),
        eb(
          'role.id',
          'in',
          eb
            .selectFrom('roleResource')
            .innerJoin('resource', 'resource.id', 'roleResource.resourceId')
            .select('roleResource.roleId')
            .where('resource.alias', '=', key),
        ),
      ]),
    )
    .orderBy('role.id')
    .execute()

/** True when one of the roles holds the right. */
export const may = (rights: Rights, right: Right): boolean => holdsKey(rights, right)

/** The roles that grant a key. */
export const granting = (rights: Rights, key: string): readonly RoleRights[] =>
  holdsKey(rights, key) ? rights.roles.filter((role) => holds(role, key)) : []

/** The departments that a data scope reaches from one; null: all. @param below tells those below it, and it */
function deptsIn<B>(scope: DataScope, deptId: number | null, below: (deptId: number) => B) {
  if (scope === 'ALL') return null
  if (scope === 'SELF' || deptId === null) return []
  return scope === 'DEPART' ? [deptId] : below(deptId)
}

const readDepts = (db: Kysely<Schema>) => db.selectFrom('dept').select(['id', 'parentId']).execute()

interface Stored {
  readonly id: number
  readonly name: string
  readonly alias: string | null
  readonly dataScope: string
  readonly nets: string | null
  readonly factor: number | null
}

/** What roles give, but for the departments, which follow from whose they are. */
async function givenBy(db: Kysely<Schema>, roles: readonly Stored[]): Promise<Omit<RoleRights, 'depts'>[]> {
  if (roles.length === 0) return []
  const ids = roles.map(({ id }) => id)
  const keys = await db
    .selectFrom('roleResource')
    .innerJoin('resource', 'resource.id', 'roleResource.resourceId')
    .select(['roleResource.roleId', 'resource.alias'])
    .where('roleResource.roleId', 'in', ids)
    .execute()
  const columns = await db.selectFrom('columnRole').select(['roleId', 'columnId']).where('roleId', 'in', ids).execute()
  const plates = await db.selectFrom('plateRole').select(['roleId', 'plateId']).where('roleId', 'in', ids).execute()
  const [keysOf, columnsOf, platesOf] = [
    Map.groupBy(keys, ({ roleId }) => roleId),
    Map.groupBy(columns, ({ roleId }) => roleId),
    Map.groupBy(plates, ({ roleId }) => roleId),
  ]
  return roles.map((role) => {
    const all = role.alias === adminRole
    const own = (columnsOf.get(role.id) ?? []).map(({ columnId }) => columnId)
    const boards = (platesOf.get(role.id) ?? []).map(({ plateId }) => plateId)
    return {
      ...{ roleId: role.id, name: role.name, dataScope: role.dataScope as DataScope },
      ...{ nets: role.nets ?? '', factor: role.factor === 1 },
      keys: all ? null : new Set((keysOf.get(role.id) ?? []).map(({ alias }) => alias)),
      columns: all || own.includes(0) ? null : own,
      plates: all || boards.includes(0) ? null : boards,
    }
  })
}

/** What roles give to somebody of a department. */
async function given(db: Kysely<Schema>, roles: readonly Stored[], deptId: number | null): Promise<RoleRights[]> {
  const some = await givenBy(db, roles)
  const far = deptId !== null && some.some(({ dataScope }) => dataScope === 'DEPARTS')
  const below = far ? descendants(await readDepts(db), deptId) : []
  return some.map((role) => ({ ...role, depts: deptsIn(role.dataScope, deptId, () => below) }))
}

const columns = ['role.id', 'role.name', 'role.alias', 'role.dataScope', 'role.nets', 'role.factor'] as const

/** What the enabled roles of a user give them, read now. */
export async function rolesNow(db: Kysely<Schema>, userId: number, deptId: number | null): Promise<RoleRights[]> {
  const roles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(columns)
    .where('userRole.userId', '=', userId)
    .where('role.enabled', '=', 1)
    .orderBy('role.id')
    .execute()
  return given(db, roles, deptId)
}

/**
 * What the enabled roles give, read now, for many people rather than for one.
 * @returns tells it of somebody's roles and department; whoever has the same gets the same
 */
export async function rolesForMany(
  db: Kysely<Schema>,
): Promise<(roleIds: readonly number[], deptId: number | null) => readonly RoleRights[]> {
  const enabled = await db.selectFrom('role').select(columns).where('role.enabled', '=', 1).orderBy('role.id').execute()
  const roles = await givenBy(db, enabled)
  const below = belowIn(await readDepts(db))
  const known = new Map<string, readonly RoleRights[]>()
  return (roleIds, deptId) => {
    const name = `${deptId} ${roleIds.join()}`
    const found = known.get(name)
    if (found) return found
    const depts = ({ dataScope }: { dataScope: DataScope }) => deptsIn(dataScope, deptId, below)
    const held = new Set(roleIds)
    const made = roles.filter(({ roleId }) => held.has(roleId)).map((role) => ({ ...role, depts: depts(role) }))
    known.set(name, made)
    return made
  }
}

/** What these roles give, whether they are enabled or not, to whoever has them: no department is theirs. */
export async function rightsOfRoles(db: Kysely<Schema>, ids: readonly number[]): Promise<RoleRights[]> {
  if (ids.length === 0) return []
  return given(db, await db.selectFrom('role').select(columns).where('role.id', 'in', ids).execute(), null)
}

type Known = Map<number, { version: number; deptId: number | null; roles: RoleRights[] }>
const keptMax = 2000
const kept = new WeakMap<Kysely<Schema>, Known>()

/**
 * The roles of a user. Kept in memory only as long as the database's `access` counter stands still,
 * so a change takes effect on the next request, in every process.
 */
export async function rolesOf(
  db: Kysely<Schema>,
  user: { readonly id: number; readonly deptId: number | null },
  version: number,
): Promise<readonly RoleRights[]> {
  const known: Known = kept.get(db) ?? new Map()
  kept.set(db, known)
  const found = known.get(user.id)
  if (found && found.version === version && found.deptId === user.deptId) return found.roles
  const roles = await rolesNow(db, user.id, user.deptId)
  if (known.size >= keptMax) known.clear()
  known.set(user.id, { version, deptId: user.deptId, roles })
  return roles
}

/** To be called in the transaction of every change of users, roles, departments, resources or column access. */
export async function rightsChanged(trx: Kysely<Schema>): Promise<void> {
  await moved(trx, 'access')
}

/** Calls of these areas write users, roles, departments, resources or columns. */
const ordered: ReadonlySet<string> = new Set(['user', 'role', 'resource', 'dept', 'plateRole', 'column', 'config'])

/**
 * Has them hold the counter before anything else, so that on PostgreSQL they stand one after the other: two that lock the same people or
 * roles in another order, and then the counter, would each wait for the other.
 */
export async function holdRights(trx: Kysely<Schema>, dialect: Dialect, callName: string): Promise<void> {
  if (dialect === 'postgres' && ordered.has(callName.split('.')[0] ?? ''))
    await trx.selectFrom('counter').select('value').where('name', '=', 'access').forUpdate().execute()
}
