import type { SelectQueryBuilder } from 'kysely'
import { dataScopes } from '../../core/domain/enums.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { adminRole, granting, holdsKey, rightsChanged, rightsOfRoles } from './rights.ts'
import type { Rights, RoleRights } from './role-rights.ts'
import { united } from './scope.ts'

/** Nobody hands out, takes back or gets at rights that are more than their own (docs/rules.md, Rights and scope). */

/** From one's own rows to all of them. */
const widths = Object.keys(dataScopes)
const widthOf = (roles: readonly RoleRights[]) => Math.max(-1, ...roles.map((role) => widths.indexOf(role.dataScope)))

/** More are not named in a refusal. */
const namedMax = 5

/** The names of keys as people know them. */
async function titlesOf(ctx: Ctx, keys: readonly string[]): Promise<string> {
  const some = keys.slice(0, namedMax)
  const rows = await ctx.db.selectFrom('resource').select(['alias', 'name']).where('alias', 'in', some).execute()
  const named = some.map((key) => rows.find(({ alias }) => alias === key)?.name ?? key)
  return named.join('、') + (keys.length > namedMax ? ` 等 ${keys.length} 项` : '')
}

const scopeWords = (role: RoleRights) => `数据范围「${dataScopes[role.dataScope]}」`

/** What of a role the caller lacks for one of its keys, in words: each key reaches as far as the roles that grant it, whatever others reach. */
function lackingFor(rights: Rights, role: RoleRights, key: string): string {
  const mine = granting(rights, key)
  if (widthOf([role]) > widthOf(mine)) return scopeWords(role)
  for (const [of, says] of [
    ['columns', '部分栏目的权限'],
    ['plates', '部分版块的权限'],
  ] as const) {
    const held = united(mine, of)
    const wanted = role[of]
    if (held !== null && (wanted === null || wanted.some((id) => !held.has(id)))) return says
  }
  return ''
}

/** Whether somebody may everything: they hold the administrators' role, and are no script that was given less. */
const mayAll = (rights: Rights): boolean => rights.only === null && rights.roles.some(({ keys }) => keys === null)

/** What of some roles the caller lacks, in words; '' for nothing. */
async function lacking(ctx: Ctx, roles: readonly RoleRights[]): Promise<string> {
  const { rights } = whoOf(ctx)
  if (mayAll(rights)) return ''
  if (roles.some(({ keys }) => keys === null)) return '管理员的全部权限'
  const keys = [...new Set(roles.flatMap(({ keys }) => [...(keys ?? [])]))].filter((key) => !holdsKey(rights, key))
  if (keys.length > 0) return await titlesOf(ctx, keys)
  for (const role of roles) {
    // one without keys reaches no further than whoever makes it may make roles
    if (widthOf([role]) > widthOf(granting(rights, ctx.call.key))) return scopeWords(role)
    for (const key of role.keys ?? []) {
      const more = lackingFor(rights, role, key)
      if (more !== '') return more
    }
  }
  return ''
}

/** @throws Refused NO_PERMISSION where these roles give more than the caller has */
export async function refuseBeyond(ctx: Ctx, roleIds: readonly number[], doing: string): Promise<void> {
  const more = await lacking(ctx, await rightsOfRoles(ctx.db, roleIds))
  if (more !== '') throw new Refused('NO_PERMISSION', `您没有${more}，不能${doing}`)
}

/** What a role asks of who has it, beside what it gives. */
interface Binding {
  readonly factor: number
  readonly nets: string | null
}
export const binds = ({ factor, nets }: Binding): boolean => factor === 1 || !!nets

/** @throws Refused NO_PERMISSION where the caller has less than everything */
export function refuseLess(ctx: Ctx, says: string): void {
  if (!mayAll(whoOf(ctx).rights)) throw new Refused('NO_PERMISSION', `${says}，请由管理员办理`)
}
const lifting = (doing: string) => `角色要求动态口令或限制登录地址，不能${doing}`

/** A second factor or addresses that a role asks for are not lifted off oneself, nor off who may more. @throws Refused NO_PERMISSION */
export async function refuseUnbinding(ctx: Ctx, role: Binding, userId: number): Promise<void> {
  if (!binds(role)) return
  if (userId === whoOf(ctx).userId) refuseLess(ctx, lifting('从自己收回'))
  else await refuseMightier(ctx, userId, '收回对其登录的要求')
}

/** The same for all who have the role, where it is changed or gone. @throws Refused NO_PERMISSION */
export async function refuseUnbindingAll(ctx: Ctx, role: Binding & { readonly id: number }): Promise<void> {
  const { roles } = whoOf(ctx).rights
  if (roles.some(({ roleId }) => roleId === role.id)) refuseLess(ctx, lifting('修改自己的角色的这些要求'))
  const holders: Those = (users) =>
    users.where('user.id', 'in', (eb) => eb.selectFrom('userRole').select('userId').where('roleId', '=', role.id))
  await refuseMightierAmong(ctx, holders, '修改对其登录的要求')
}

/** Whether the roles that grant this call reach a department; null: what belongs to none. */
export const reachesDept = (ctx: Ctx, deptId: number | null): boolean =>
  granting(whoOf(ctx).rights, ctx.call.key).some(
    ({ depts }) => depts === null || (deptId !== null && depts.includes(deptId)),
  )

/** Nobody is put, or puts themselves, where the caller does not reach. @throws Refused NO_PERMISSION */
export function refuseElsewhere(ctx: Ctx, deptId: number | null): void {
  if (reachesDept(ctx, deptId)) return
  throw new Refused('NO_PERMISSION', '部门（deptId）：只能选择您数据范围内的部门')
}

/** Whoever sets the password of another, or names them anew, could become them. @throws Refused NO_PERMISSION */
export async function refuseMightier(ctx: Ctx, userId: number, doing: string): Promise<void> {
  if (userId === whoOf(ctx).userId) return
  const roles = await ctx.db.selectFrom('userRole').select('roleId').where('userId', '=', userId).execute()
  const ids = roles.map(({ roleId }) => roleId)
  const more = await lacking(ctx, await rightsOfRoles(ctx.db, ids))
  if (more !== '') throw new Refused('NO_PERMISSION', `对方有您没有的权限（${more}），不能${doing}`)
}

/** Narrows the rows of `user`. */
export type Those = (
  users: SelectQueryBuilder<Schema, 'user', { id: number }>,
) => SelectQueryBuilder<Schema, 'user', { id: number }>

/** The same of several people at once: those of a department, or of a role. @param those narrows the rows of `user` */
export async function refuseMightierAmong(ctx: Ctx, those: Those, doing: string): Promise<void> {
  const users = those(ctx.db.selectFrom('user').select('user.id')).where('user.id', '!=', whoOf(ctx).userId)
  const held = ctx.db.selectFrom('userRole').select('roleId').distinct().where('userId', 'in', users)
  const ids = (await held.execute()).map(({ roleId }) => roleId)
  const more = await lacking(ctx, await rightsOfRoles(ctx.db, ids))
  if (more !== '') throw new Refused('NO_PERMISSION', `其中有人有您没有的权限（${more}），不能${doing}`)
}

/** Those of some people who have rights that the caller lacks. @param those narrows the rows of `user` */
export async function mightierAmong(ctx: Ctx, those: Those): Promise<number[]> {
  const users = those(ctx.db.selectFrom('user').select('user.id')).where('user.id', '!=', whoOf(ctx).userId)
  const held = await ctx.db.selectFrom('userRole').selectAll().where('userId', 'in', users).execute()
  const more = new Set<number>()
  for (const roleId of new Set(held.map((one) => one.roleId)))
    if ((await lacking(ctx, await rightsOfRoles(ctx.db, [roleId]))) !== '') more.add(roleId)
  return [...new Set(held.filter(({ roleId }) => more.has(roleId)).map(({ userId }) => userId))]
}

/** @throws Refused NO_PERMISSION for keys that the caller does not hold, to be given or taken */
export async function refuseKeys(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const { rights } = whoOf(ctx)
  const lacked = keys.filter((key) => !holdsKey(rights, key))
  if (lacked.length > 0)
    throw new Refused('NO_PERMISSION', `您没有这些权限，不能授予或收回：${await titlesOf(ctx, lacked)}`)
}

/**
 * To be called in the transaction of every change that may take rights away, of users, roles or departments: it holds at the next request,
 * and behind the counter two such changes stand one after the other, so that they see each other.
 * @throws Refused BAD_STATE when nobody is left who may everything and can sign in
 */
export async function rightsTaken(ctx: Ctx): Promise<void> {
  await rightsChanged(ctx.db)
  const left = await ctx.db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .innerJoin('user', 'user.id', 'userRole.userId')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select('user.id')
    .where('role.alias', '=', adminRole)
    .where('role.enabled', '=', 1)
    .where('user.state', '=', 0)
    .where((eb) => eb.or([eb('dept.state', 'is', null), eb('dept.state', '=', 0)]))
    // a demo account is gone with the next start without --demo
    .where('user.demo', '=', 0)
    .limit(1)
    .executeTakeFirst()
  if (!left) throw new Refused('BAD_STATE', '至少要有一名能登录的管理员（演示账号不算），请先把「管理员」角色授予他人')
}
