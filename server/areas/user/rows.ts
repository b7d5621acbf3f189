import { userRow } from '../../../core/contract/user-row.ts'
import { locksOf } from '../../access/locked.ts'
import type { Ctx } from '../../context.ts'
import { user as table } from '../../db/tables/people.ts'
import { likeAny } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'

/** Users as the area of that name and the lists of a role's people show them. */
export const rows = rowsOf(table, {
  reply: userRow,
  logged: ['account', 'name', 'deptId', 'position', 'sex', 'ehrNo', 'enterAt', 'userType', 'state', 'mustChange'],
})

/** By name or account. */
export const nameLike = (text: string | undefined) => likeAny(['name', 'account'], text)

/** The roles of some users. */
export const rolesOfUsers = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(['userRole.userId', 'role.id', 'role.name', 'role.dataScope'])
    .where('userRole.userId', 'in', ids.length === 0 ? [0] : ids)
    .orderBy('role.id')
    .execute()

/** Rows with the specification's name for their id, the names of their roles, and where sign-in is locked: a query each for a page. */
export async function named<R extends { id: string; account: string; demo: number | string | null }>(
  ctx: Ctx,
  list: readonly R[],
) {
  const ids = list.map(({ id }) => Number(id))
  const roles = Map.groupBy(await rolesOfUsers(ctx, ids), ({ userId }) => userId)
  const locks = await locksOf(ctx, list)
  return list.map((row) => {
    const names = (roles.get(Number(row.id)) ?? []).map(({ name }) => name)
    const { lockedUntil = null, lockedFrom = null } = locks.get(row.account) ?? {}
    const demo = Number(row.demo) === 1 && !ctx.parts.demo ? 2 : row.demo
    return {
      ...row,
      demo,
      lockedUntil,
      lockedFrom,
      userId: row.id,
      roleNames: names.length > 0 ? names.join('、') : null,
    }
  })
}
