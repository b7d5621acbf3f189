import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { whoOf } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import { granting, type RoleRights } from './rights.ts'

type AnyBuilder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>
/** A part of a WHERE, made when the query is built. */
export type Condition = (eb: AnyBuilder) => Expression<SqlBool>

const never: Condition = () => sql<SqlBool>`1 = 0`

/** The condition of one role: its departments or the caller's own rows, and its columns. Null: every row. */
function ofRole(role: RoleRights, table: Table<Columns>, userId: number): Condition | null {
  const { dept, owner, column } = table.scope ?? {}
  const parts: Condition[] = []
  if (role.depts !== null && (dept || owner)) {
    const depts = role.depts
    parts.push((eb) =>
      eb.or([...(owner ? [eb(owner, '=', userId)] : []), ...(dept && depts.length > 0 ? [eb(dept, 'in', depts)] : [])]),
    )
  }
  if (role.columns !== null && column) {
    const columns = role.columns
    parts.push(columns.length > 0 ? (eb) => eb(column, 'in', columns) : never)
  }
  return parts.length === 0 ? null : (eb) => eb.and(parts.map((part) => part(eb)))
}

/**
 * What the caller may see and touch of a table by this call: the united scopes of the roles that grant it (docs/rules.md, Rights and scope).
 * Lists, gets, changes, exports and bulk calls all start from it.
 * @param key the permission key that decides; the call's own by default
 */
export function scopeOf(ctx: Ctx, table: Table<Columns>, key: string = ctx.call.key): Condition[] {
  if (!table.scope) return []
  const who = whoOf(ctx)
  const conditions: Condition[] = []
  for (const role of granting(who.rights, key)) {
    const condition = ofRole(role, table, who.userId)
    if (condition === null) return []
    conditions.push(condition)
  }
  return conditions.length === 0 ? [never] : [(eb) => eb.or(conditions.map((condition) => condition(eb)))]
}

/** The columns of some roles together; null: all. */
function unitedColumns(roles: readonly RoleRights[]): ReadonlySet<number> | null {
  if (roles.some((role) => role.columns === null)) return null
  return new Set(roles.flatMap((role) => role.columns ?? []))
}

/** The columns that the caller may use by this call; null: all. */
export const columnsOf = (ctx: Ctx, key: string = ctx.call.key): ReadonlySet<number> | null =>
  unitedColumns(granting(whoOf(ctx).rights, key))

/** The columns of all the caller's roles, whatever they grant; null: all. */
export const ownColumns = (ctx: Ctx): ReadonlySet<number> | null => unitedColumns(whoOf(ctx).rights.roles)
