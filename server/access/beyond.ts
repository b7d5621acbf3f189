import type { SelectQueryBuilder } from 'kysely'
import { Refused } from '../../core/errors.ts'
import { breather } from '../breather.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { deptTree, upwards } from '../rows/tree.ts'
import { beyondThese, lessFar, lessWide, reachesIn, scopeWords, widthOf } from './cover.ts'
import { type Place, Placed } from './placed.ts'
import { adminRole, granting, holdsKey, rightsChanged, rightsOfRoles } from './rights.ts'
import type { Rights, RoleRights } from './role-rights.ts'

/** Nobody hands out, takes back or gets at rights that are more than their own (docs/rules.md, Rights and scope). */

/** More are not named in a refusal. */
const namedMax = 5

/** The names of keys as people know them. */
async function titlesOf(ctx: Ctx, keys: readonly string[]): Promise<string> {
  const some = keys.slice(0, namedMax)
  const rows = await ctx.db.selectFrom('resource').select(['alias', 'name']).where('alias', 'in', some).execute()
  const named = some.map((key) => rows.find(({ alias }) => alias === key)?.name ?? key)
  return named.join('、') + (keys.length > namedMax ? ` 等 ${keys.length} 项` : '')
}

/** Whether somebody may everything: they hold the administrators' role, and are no script that was given less. */
export const mayAll = (rights: Rights): boolean =>
  rights.only === null && rights.roles.some(({ keys }) => keys === null)

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
      // each key reaches as far as the roles that grant it, whatever others reach
      const more = beyondThese(role, granting(rights, key), lessWide)
      if (more !== '') return more
    }
  }
  return ''
}

/**
 * What of somebody's roles neither the caller has nor they themselves had, in words; '' for nothing.
 * @param is as they reach from their department now @param was as they did before
 */
export async function lackingBeside(ctx: Ctx, is: readonly RoleRights[], was: readonly RoleRights[]): Promise<string> {
  const { rights } = whoOf(ctx)
  if (is.some(({ keys }) => keys === null)) return '管理员的全部权限'
  const all = [...rights.roles, ...was]
  const having = (key: string) => [...granting(rights, key), ...granting({ roles: was, only: null }, key)]
  for (const role of is) {
    // keys that the same roles grant are measured alike
    const judged = new Set<string>()
    for (const key of role.keys ?? []) {
      const some = having(key)
      const name = some.map((one) => all.indexOf(one)).join()
      if (judged.has(name)) continue
      judged.add(name)
      const more = some.length === 0 ? await titlesOf(ctx, [key]) : beyondThese(role, some, lessFar)
      if (more !== '') return more
    }
  }
  return ''
}

/** A role that somebody has, or would have, and the department by which it reaches; null: they have none, or it is anybody's. */
export interface Held {
  readonly roleId: number
  readonly deptId: number | null
}

/** Measures roles by the caller's own rights: what of them the caller lacks, in words; '' for nothing. */
export interface Measure {
  /** Whoever has it, as far as their department makes it reach. @param own with what is theirs alone, too: who becomes them has that */
  of(held: Held, own?: boolean): Promise<string>
  /** As far as it would reach these departments as well. */
  over(roleId: number, deptIds: readonly number[]): Promise<string>
}

const nothingLacks: Measure = { of: async () => '', over: async () => '' }

/**
 * A measure for as long as roles and departments stay as they are, which whoever holds it knows: what it is asked by is read once, however
 * many people it is asked about.
 * @param roleIds those that will be asked for; others are read when they are
 */
export async function measureOf(ctx: Ctx, roleIds: readonly number[] = []): Promise<Measure> {
  const { rights } = whoOf(ctx)
  if (mayAll(rights)) return nothingLacks
  const roles = new Map<number, { readonly role: RoleRights; readonly anywhere: string } | undefined>()
  const read = async (ids: readonly number[]) => {
    const found = new Map((await rightsOfRoles(ctx.db, ids)).map((role) => [role.roleId, role]))
    // known only once it is read: what failed or is being read is never taken for nothing
    for (const id of ids) {
      const role = found.get(id)
      roles.set(id, role && { role, anywhere: await lacking(ctx, [role]) })
    }
  }
  await read([...new Set(roleIds)])
  let placed: Placed | undefined
  /** @param placeOf where it would reach; null: in no department */
  const judge = async (roleId: number, placeOf: (role: RoleRights) => Place | null) => {
    if (!roles.has(roleId)) await read([roleId])
    const found = roles.get(roleId)
    if (!found) return ''
    const place = found.anywhere === '' ? placeOf(found.role) : null
    if (!place) return found.anywhere
    placed ??= new Placed(rights, await deptTree(ctx))
    const more = placed.lacking(found.role, place)
    return more === '' ? '' : `其部门的${more}`
  }
  return {
    over: (roleId, deptIds) => judge(roleId, () => (deptIds.length === 0 ? null : deptIds)),
    of: ({ roleId, deptId }, own = false) =>
      judge(roleId, ({ dataScope }) => {
        if (deptId === null) return null
        if (dataScope === 'DEPARTS') return { below: deptId }
        return dataScope === 'DEPART' || (own && dataScope === 'SELF') ? [deptId] : null
      }),
  }
}

/** What the caller lacks of what some people have, or would have; '' for nothing. */
async function lackingOf(by: Measure, held: Iterable<Held>, own = false): Promise<string> {
  for (const one of held) {
    const more = await by.of(one, own)
    if (more !== '') return more
  }
  return ''
}

/** @throws Refused NO_PERMISSION where these roles, whoever has them, give more than the caller has */
export async function refuseBeyond(ctx: Ctx, roleIds: readonly number[], doing: string): Promise<void> {
  const anybody = roleIds.map((roleId) => ({ roleId, deptId: null }))
  const more = await lackingOf(await measureOf(ctx, roleIds), anybody)
  if (more !== '') throw new Refused('NO_PERMISSION', `您没有${more}，不能${doing}`)
}

/**
 * What a role gives and asks at sign-in is changed, more or less of it, by who reaches all who have it: of one who is elsewhere it would be
 * taken, and could not be given back.
 * @throws Refused NO_PERMISSION where others have it too
 */
export async function refuseShared(
  ctx: Ctx,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  if (mayAll(whoOf(ctx).rights)) return
  const depts = await ctx.db
    .selectFrom('userRole')
    .innerJoin('user', 'user.id', 'userRole.userId')
    .select('user.deptId')
    .distinct()
    .where('userRole.roleId', '=', id)
    .where('userRole.userId', '!=', whoOf(ctx).userId)
    .execute()
  if (depts.every(({ deptId }) => reachesDept(ctx, deptId))) return
  throw new Refused(
    'NO_PERMISSION',
    `角色「${name}」还有您数据范围以外的人在用，不能改动它的权限和登录要求；可以另设一个角色，或请管理员办理`,
  )
}

/**
 * Departments come within reach of whoever has a role that reaches so far: those of another department, and of those above it.
 * @param gained the departments @param at the one under which they stand then, or into which they go
 * @throws Refused NO_PERMISSION where somebody would reach there what the caller does not
 */
export async function refuseGain(
  ctx: Ctx,
  { gained, at, into, doing }: { gained: readonly number[]; at: number; into?: true; doing: string },
): Promise<void> {
  if (at === 0 || mayAll(whoOf(ctx).rights)) return
  const above = [...upwards(await deptTree(ctx), at)]
  const held = await ctx.db
    .selectFrom('userRole')
    .innerJoin('user', 'user.id', 'userRole.userId')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('role.id')
    .distinct()
    .where((eb) =>
      eb.or([
        eb.and([eb('user.deptId', 'in', above), eb('role.dataScope', '=', 'DEPARTS')]),
        ...(into ? [eb.and([eb('user.deptId', '=', at), eb('role.dataScope', '=', 'DEPART')])] : []),
      ]),
    )
    .execute()
  const ids = held.map(({ id }) => id)
  const measure = await measureOf(ctx, ids)
  for (const id of ids) {
    const more = await measure.over(id, gained)
    if (more !== '')
      throw new Refused('NO_PERMISSION', `那里有人会因此看到您看不到的内容（您没有${more}），不能${doing}`)
  }
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
export async function refuseUnbinding(ctx: Ctx, role: Binding, userId: number, by?: Measure): Promise<void> {
  if (!binds(role)) return
  if (userId === whoOf(ctx).userId) refuseLess(ctx, lifting('从自己收回'))
  else await refuseMightier(ctx, userId, '收回对其登录的要求', { by })
}

/** What may be asked at sign-in. */
const asks = {
  factor: {
    says: '须用动态口令',
    beyond: (one: RoleRights, { factor }: Binding) => one.factor && factor !== 1,
    lifted: (was: Binding, is: Binding) => was.factor === 1 && is.factor !== 1,
  },
  nets: {
    says: '从同样的地址登录',
    beyond: (one: RoleRights, { nets }: Binding) => one.nets !== '' && one.nets !== nets,
    lifted: (was: Binding, is: Binding) => !!was.nets && was.nets !== is.nets,
  },
} as const
type Ask = keyof typeof asks
export const allAsks = Object.keys(asks) as readonly Ask[]

/** What is asked no more as it was of who has a role. */
export const liftedOf = (was: Binding, is: Binding): readonly Ask[] =>
  allAsks.filter((ask) => asks[ask].lifted(was, is))

/**
 * What one has, or reaches, by roles alone that ask for a second factor or for addresses goes into roles that ask for it too: one without would
 * let in by less. Of a role that reaches departments it depends on who gets it how far that is: all that one reaches, one has to reach without.
 * @param role as it is now
 * @param keys those that it was given; all it has by default @param of what it was asked for that is asked no more; all by default
 * @throws Refused NO_PERMISSION
 */
export async function refuseUnasked(
  ctx: Ctx,
  role: Binding & { readonly id: number; readonly name: string },
  { keys, of = allAsks }: { readonly keys?: readonly string[] | undefined; readonly of?: readonly Ask[] } = {},
): Promise<void> {
  const { rights } = whoOf(ctx)
  const [is] = mayAll(rights) ? [] : await rightsOfRoles(ctx.db, [role.id])
  if (!is) return
  const more = (one: RoleRights) => of.filter((ask) => asks[ask].beyond(one, role))
  for (const key of keys ?? is.keys ?? []) {
    const by = granting(rights, key)
    const free = by.filter((one) => more(one).length === 0)
    if (by.length === free.length) continue
    const asFar = is.dataScope === 'SELF' || by.every((one) => lessFar(one, free) === '')
    if (free.length > 0 && asFar && beyondThese(is, free, lessWide) === '') continue
    const asked = new Set(by.flatMap(more))
    const says = allAsks.flatMap((ask) => (asked.has(ask) ? asks[ask].says : [])).join('、')
    throw new Refused(
      'NO_PERMISSION',
      `您的「${await titlesOf(ctx, [key])}」权限来自登录时要求${says}的角色，角色「${role.name}」也要这样设定，或请管理员办理`,
    )
  }
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
  reachesIn(granting(whoOf(ctx).rights, ctx.call.key))(deptId)

/** Nobody is put, or puts themselves, where the caller does not reach. @throws Refused NO_PERMISSION */
export function refuseElsewhere(ctx: Ctx, deptId: number | null): void {
  if (reachesDept(ctx, deptId)) return
  throw new Refused('NO_PERMISSION', '部门（deptId）：只能选择您数据范围内的部门')
}

/** How people are measured. */
interface Measuring {
  /** The department to which they shall belong; their own by default. */
  readonly deptId?: number | null
  /** What several are measured by within one transaction, which changes neither roles nor departments. */
  readonly by?: Measure | undefined
}

/** Whoever sets the password of another, or names them anew, could become them. @throws Refused NO_PERMISSION */
export async function refuseMightier(
  ctx: Ctx,
  userId: number,
  doing: string,
  { deptId, by }: Measuring = {},
): Promise<void> {
  const { userId: self, rights } = whoOf(ctx)
  if (userId === self || mayAll(rights)) return
  const held = await heldBy(ctx, (users) => users.where('user.id', '=', userId))
  const more = await lackingOf(
    by ?? (await measureOf(ctx)),
    deptId === undefined ? held : held.map((one) => ({ ...one, deptId })),
    deptId === undefined,
  )
  if (more !== '') throw new Refused('NO_PERMISSION', `对方有您没有的权限（${more}），不能${doing}`)
}

/** Narrows the rows of `user`. */
export type Those = (
  users: SelectQueryBuilder<Schema, 'user', { id: number }>,
) => SelectQueryBuilder<Schema, 'user', { id: number }>

/** The roles of some people, but the caller's own. */
const rolesAmong = (ctx: Ctx, those: Those) =>
  ctx.db
    .selectFrom('userRole')
    .innerJoin('user as holder', 'holder.id', 'userRole.userId')
    .select(['userRole.roleId', 'holder.deptId'])
    .where('userRole.userId', '!=', whoOf(ctx).userId)
    .where('userRole.userId', 'in', those(ctx.db.selectFrom('user').select('user.id')))
    .orderBy('userRole.roleId')

const heldBy = (ctx: Ctx, those: Those): Promise<(Held & { readonly userId: number })[]> =>
  rolesAmong(ctx, those).select('userRole.userId').execute()

/** Of thousands who have the same roles in the same departments each is told once. */
const heldAlike = (ctx: Ctx, those: Those): Promise<Held[]> =>
  rolesAmong(ctx, those).distinct().orderBy('holder.deptId').execute()

/**
 * The same of several people at once: those of a department, or of a role.
 * @param those narrows the rows of `user` @param deptId the department to which they shall belong; their own by default
 */
export async function refuseMightierAmong(ctx: Ctx, those: Those, doing: string, deptId?: number): Promise<void> {
  if (mayAll(whoOf(ctx).rights)) return
  const held = await heldAlike(ctx, those)
  const theirs = deptId === undefined ? held : held.map((one) => ({ ...one, deptId }))
  const more = await lackingOf(await measureOf(ctx), theirs)
  if (more !== '') throw new Refused('NO_PERMISSION', `其中有人有您没有的权限（${more}），不能${doing}`)
}

/** Those of some people who have rights that the caller lacks. @param those narrows the rows of `user` */
export async function mightierAmong(ctx: Ctx, those: Those): Promise<number[]> {
  if (mayAll(whoOf(ctx).rights)) return []
  const measure = await measureOf(ctx)
  const mightier = new Set<number>()
  const breathe = breather()
  for (const one of await heldBy(ctx, those)) {
    await breathe()
    if (!mightier.has(one.userId) && (await measure.of(one)) !== '') mightier.add(one.userId)
  }
  return [...mightier]
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
