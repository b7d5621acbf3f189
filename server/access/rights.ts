import type { Kysely } from 'kysely'
import type { Right } from '../../core/contract/rights.ts'
import type { DataScope } from '../../core/domain/enums.ts'
import { moved } from '../db/standing.ts'
import type { Schema } from '../db/tables.ts'
import { descendants } from '../rows/tree.ts'
import type { Rights, RoleRights } from './role-rights.ts'

/** The alias of the role that holds every key, those of later versions too. */
export const adminRole = 'admin'

const holds = (role: RoleRights, key: string) => role.keys === null || role.keys.has(key)

/** True when one of the roles holds the key, which is read from somewhere. */
export const holdsKey = (rights: Rights, key: string): boolean =>
  (rights.only === null || rights.only.has(key)) && rights.roles.some((role) => holds(role, key))

/** True when one of the roles holds the right. */
export const may = (rights: Rights, right: Right): boolean => holdsKey(rights, right)

/** The roles that grant a key. */
export const granting = (rights: Rights, key: string): readonly RoleRights[] =>
  holdsKey(rights, key) ? rights.roles.filter((role) => holds(role, key)) : []

async function deptsOf(db: Kysely<Schema>, scope: DataScope, deptId: number | null): Promise<readonly number[] | null> {
  if (scope === 'ALL') return null
  if (scope === 'SELF' || deptId === null) return []
  return scope === 'DEPART'
    ? [deptId]
    : descendants(await db.selectFrom('dept').select(['id', 'parentId']).execute(), deptId)
}

/** What roles give to somebody of a department. */
async function given(
  db: Kysely<Schema>,
  roles: readonly {
    id: number
    name: string
    alias: string | null
    dataScope: string
    nets: string | null
    factor: number | null
  }[],
  deptId: number | null,
): Promise<RoleRights[]> {
  return Promise.all(
    roles.map(async (role) => {
      const keys = await db
        .selectFrom('roleResource')
        .innerJoin('resource', 'resource.id', 'roleResource.resourceId')
        .select('resource.alias')
        .where('roleResource.roleId', '=', role.id)
        .execute()
      const columns = await db.selectFrom('columnRole').select('columnId').where('roleId', '=', role.id).execute()
      const plates = await db.selectFrom('plateRole').select('plateId').where('roleId', '=', role.id).execute()
      const all = role.alias === adminRole
      const dataScope = role.dataScope as DataScope
      return {
        roleId: role.id,
        name: role.name,
        dataScope,
        nets: role.nets ?? '',
        factor: role.factor === 1,
        depts: await deptsOf(db, dataScope, deptId),
        keys: all ? null : new Set(keys.map((k) => k.alias)),
        columns: all || columns.some((c) => c.columnId === 0) ? null : columns.map((c) => c.columnId),
        plates: all || plates.some((p) => p.plateId === 0) ? null : plates.map((p) => p.plateId),
      }
    }),
  )
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

/** What these roles give, whether they are enabled or not, to somebody of a department. */
export async function rightsOfRoles(
  db: Kysely<Schema>,
  ids: readonly number[],
  deptId: number | null = null,
): Promise<RoleRights[]> {
  if (ids.length === 0) return []
  return given(db, await db.selectFrom('role').select(columns).where('role.id', 'in', ids).execute(), deptId)
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
