import type { Ctx } from '../context.ts'
import { whoOf } from '../context.ts'
import type { Columns, Table, Through } from '../db/table.ts'
import { allOf, among, amongRows, anyOf, type Condition, isEmpty, never, notAmong, test } from '../rows/condition.ts'
import { granting } from './rights.ts'
import type { RoleRights } from './role-rights.ts'

const arms = new WeakMap<readonly number[], Map<string, readonly Condition[]>>()

/** Each of some departments by itself, of a list that one caller asks by again and again. */
function eachDept(dept: string, depts: readonly number[]): readonly Condition[] {
  const known = arms.get(depts) ?? new Map<string, readonly Condition[]>()
  arms.set(depts, known)
  const made = known.get(dept) ?? depts.map((id) => test(dept, '=', id))
  known.set(dept, made)
  return made
}

/** The caller's own rows, and those of some departments. */
function ofDepts(userId: number, depts: readonly number[], owner?: string, dept?: string): Condition {
  const own = owner ? [test(owner, '=', userId)] : []
  if (!dept || depts.length === 0) return own[0] ?? never
  const elsewhere = anyOf([isEmpty(dept), notAmong(dept, depts)])
  return anyOf([...own, among(dept, depts)], [...own.map((one) => allOf([one, elsewhere])), ...eachDept(dept, depts)])
}

/** The rows that another table's rows bring within reach. */
function reached(userId: number, depts: readonly number[], { table, column, from = 'id', dept, owner }: Through) {
  const theirs = ofDepts(userId, depts, owner, dept)
  return theirs === never ? [] : [amongRows(from, table, column, [theirs])]
}

/** What is asked of a row: to see it, or to change it, for which it must be one's own and not only be reached through another table. */
export type Reach = 'see' | 'change'

/** The conditions of one role: its departments or the caller's own rows, and its columns. Null: every row. */
export function reachOfRole(role: RoleRights, table: Table<Columns>, userId: number, reach: Reach): Condition[] | null {
  if (table.scope === 'all') return null
  const { dept, owner, column, plate, through } = table.scope
  const parts: Condition[] = []
  if (role.depts !== null && (dept || owner || through)) {
    const own = ofDepts(userId, role.depts, owner, dept)
    const more = through && reach === 'see' ? reached(userId, role.depts, through) : []
    const ways = own === never && more.length > 0 ? more : [own, ...more]
    parts.push(ways.length === 1 ? (ways[0] as Condition) : anyOf(ways))
  }
  const places = [
    [column, role.columns],
    [plate, role.plates],
  ] as const
  for (const [name, given] of places)
    if (name && given !== null) parts.push(given.length > 0 ? among(name, given) : never)
  return parts.length === 0 ? null : parts
}

/** As `reachOfRole`, of departments too: everybody may know all of them, and changes those within reach (`reachesDept`). */
export const rowsOfRole = (role: RoleRights, table: Table, userId: number, reach: Reach): Condition[] | null =>
  table.name === 'dept' && reach === 'change'
    ? role.depts && [role.depts.length > 0 ? among('id', role.depts) : never]
    : reachOfRole(role, table, userId, reach)

/**
 * What the caller may see and touch of a table by this call: the united scopes of the roles that grant it (docs/rules.md, Rights and scope).
 * Lists, gets, changes, exports and bulk calls all start from it.
 * @param key the permission key that decides; the call's own by default
 */
export function scopeOf(
  ctx: Ctx,
  table: Table<Columns>,
  key: string = ctx.call.key,
  reach: Reach = 'see',
): Condition[] {
  if (table.scope === 'all') return []
  const who = whoOf(ctx)
  const roles: Condition[][] = []
  for (const role of granting(who.rights, key)) {
    const conditions = reachOfRole(role, table, who.userId, reach)
    if (conditions === null) return []
    roles.push(conditions)
  }
  const [first, ...more] = roles
  if (!first) return [never]
  if (more.length === 0) return first
  return [anyOf(roles.map(allOf))]
}

/** The columns, or the boards, of some roles together; null: all. */
export function united(roles: readonly RoleRights[], of: 'columns' | 'plates'): ReadonlySet<number> | null {
  if (roles.some((role) => role[of] === null)) return null
  return new Set(roles.flatMap((role) => role[of] ?? []))
}

/** The columns that the caller may use by this call; null: all. */
export const columnsOf = (ctx: Ctx, key: string = ctx.call.key): ReadonlySet<number> | null =>
  united(granting(whoOf(ctx).rights, key), 'columns')

/** The boards that the caller moderates by this call; null: all. */
export const platesOf = (ctx: Ctx, key: string = ctx.call.key): ReadonlySet<number> | null =>
  united(granting(whoOf(ctx).rights, key), 'plates')

/** The columns, or the boards, of all the caller's roles, whatever they grant; null: all. */
export const ownOf = (ctx: Ctx, of: 'columns' | 'plates'): ReadonlySet<number> | null =>
  united(whoOf(ctx).rights.roles, of)
