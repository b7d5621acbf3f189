import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { whoOf } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import { granting, type RoleRights } from './rights.ts'

type AnyBuilder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>
/** A part of a WHERE, made when the query is built. */
export interface Condition {
  (eb: AnyBuilder): Expression<SqlBool>
  /** The columns that it looks at, where it can tell: a total over some columns can then be kept instead of counted. */
  readonly on?: readonly string[]
  /** The same as alternatives no two of which hold for one row: a list in an index's order reads each from the index that fits it. */
  readonly arms?: readonly Condition[]
  /** It may look at every row: nothing for the thread that answers everybody. `match`: the same as a question to the full-text index. */
  readonly wide?: { readonly match?: string }
}

/** A condition that tells what it looks at. */
export const on = (
  columns: readonly string[],
  condition: (eb: AnyBuilder) => Expression<SqlBool>,
  arms?: readonly Condition[],
): Condition => Object.assign(condition, { on: columns, ...(arms && { arms }) })

/** Conditions that all hold, as one. */
export const allOf = (parts: readonly Condition[]): Condition =>
  on(
    parts.flatMap((part) => part.on ?? []),
    (eb) => eb.and(parts.map((part) => part(eb))),
  )

const never: Condition = on([], () => sql<SqlBool>`1 = 0`)

/** The caller's own rows, and those of some departments. */
function ofDepts(userId: number, depts: readonly number[], owner?: string, dept?: string): Condition {
  const own = owner ? [on([owner], (eb) => eb(owner, '=', userId))] : []
  if (!dept || depts.length === 0) return own[0] ?? never
  const theirs = depts.map((id) => on([dept], (eb) => eb(dept, '=', id)))
  const elsewhere = on([dept], (eb) => eb.or([eb(dept, 'is', null), eb(dept, 'not in', [...depts])]))
  const columns = owner ? [owner, dept] : [dept]
  return on(columns, (eb) => eb.or([...own.map((one) => one(eb)), eb(dept, 'in', [...depts])]), [
    ...own.map((one) => allOf([one, elsewhere])),
    ...theirs,
  ])
}

/** The conditions of one role: its departments or the caller's own rows, and its columns. Null: every row. */
function ofRole(role: RoleRights, table: Table<Columns>, userId: number): Condition[] | null {
  const { dept, owner, column } = table.scope ?? {}
  const parts: Condition[] = []
  if (role.depts !== null && (dept || owner)) parts.push(ofDepts(userId, role.depts, owner, dept))
  if (role.columns !== null && column) {
    const { columns } = role
    parts.push(columns.length > 0 ? on([column], (eb) => eb(column, 'in', columns)) : never)
  }
  return parts.length === 0 ? null : parts
}

/**
 * What the caller may see and touch of a table by this call: the united scopes of the roles that grant it (docs/rules.md, Rights and scope).
 * Lists, gets, changes, exports and bulk calls all start from it.
 * @param key the permission key that decides; the call's own by default
 */
export function scopeOf(ctx: Ctx, table: Table<Columns>, key: string = ctx.call.key): Condition[] {
  if (!table.scope) return []
  const who = whoOf(ctx)
  const roles: Condition[][] = []
  for (const role of granting(who.rights, key)) {
    const conditions = ofRole(role, table, who.userId)
    if (conditions === null) return []
    roles.push(conditions)
  }
  const [first, ...more] = roles
  if (!first) return [never]
  if (more.length === 0) return first
  const each = roles.map(allOf)
  return [
    on(
      each.flatMap((one) => one.on ?? []),
      (eb) => eb.or(each.map((one) => one(eb))),
    ),
  ]
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
