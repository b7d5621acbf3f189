import type { Parsed } from '../../core/contract/endpoint.ts'
import { role as contract, roleRow } from '../../core/contract/role.ts'
import { dataScopes, shippedRoles } from '../../core/domain/enums.ts'
import { Refused } from '../../core/errors.ts'
import {
  allAsks,
  binds,
  liftedOf,
  refuseBeyond,
  refuseShared,
  refuseUnasked,
  refuseUnbindingAll,
  rightsTaken,
} from '../access/beyond.ts'
import { refuseNoNets, refuseOwnWay } from '../access/places.ts'
import { adminRole, rightsChanged } from '../access/rights.ts'
import { scopeOf } from '../access/scope.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as reporter from '../db/migrations/202611231915-reporter.ts'
import { role as table, user as users } from '../db/tables/people.ts'
import { implement } from '../pipeline.ts'
import { amongRows, between, equal, like, test } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { shownResource } from './resource.ts'
import { named as namedUser, nameLike, rows as userRows } from './user/rows.ts'

export const migrations = { '202611231915-reporter': reporter }

const rows = rowsOf(table, {
  reply: roleRow,
  logged: ['name', 'alias', 'description', 'dataScope', 'enabled', 'factor', 'nets', 'dingAppKey'],
  order: [['id', 'asc']],
})
/** The specification has names of its own for id and alias. */
const named = <R extends { id: string; alias: string | null }>(row: R) => ({
  ...row,
  roleId: row.id,
  roleAlias: row.alias,
})

type Save = Parsed<typeof contract.save>

const shippedAliases: readonly string[] = [adminRole, ...Object.keys(shippedRoles)]

/** Of the administrators' role only the words may change, of a shipped one not the name by which the program knows it. */
function refuseShipped(
  row: { alias: string | null; name: string },
  { alias, enabled, dataScope }: Partial<Save>,
): void {
  const { alias: was } = row
  if (was === null || !shippedAliases.includes(was)) return
  if (alias !== undefined && alias !== was)
    throw new Refused('BAD_STATE', `「${row.name}」是系统自带的角色，标识不能修改`)
  if (was === adminRole && (enabled === 0 || (dataScope !== undefined && dataScope !== 'ALL')))
    throw new Refused('BAD_STATE', `「${row.name}」总有全部权限和全部数据，不能禁用或收窄`)
}

const isShipped = (small: string) => shippedAliases.some((alias) => alias.toLowerCase() === small)

/** Another role of this name or alias, whatever its capitals. */
const called = (ctx: Ctx, by: 'name' | 'alias', small: string, self: number) =>
  ctx.db
    .selectFrom('role')
    .select(['name', 'alias'])
    .where((eb) => eb(eb.fn('lower', [by]), '=', small))
    .where('id', '!=', self)
    .executeTakeFirst()

type Binding = Pick<Save, 'factor' | 'nets' | 'enabled'>
type Bound = { readonly factor: number; readonly nets: string | null; readonly enabled: number }

/** Whether a change asks other things of who has the role at sign-in: a second factor, addresses, or neither while it is disabled. */
function bindsOtherwise(was: Bound, { factor, nets, enabled }: Binding): boolean {
  if (factor !== undefined && Number(factor) !== was.factor) return true
  if (nets !== undefined && (nets ?? '') !== (was.nets ?? '')) return true
  return enabled !== undefined && Number(enabled) !== was.enabled && binds(was)
}

type Given = { readonly enabled: number; readonly dataScope: string }

/** Whether a change lets who has the role do or see more, or less. */
const givesOtherwise = (was: Given, { enabled, dataScope }: Partial<Save>): boolean =>
  (enabled !== undefined && Number(enabled) !== was.enabled) || (dataScope !== undefined && dataScope !== was.dataScope)

/** Whether people would know it by another name. */
const calledOtherwise = (was: { name: string; alias: string | null }, { name, alias }: Partial<Save>): boolean =>
  (name !== undefined && name !== was.name) || (alias !== undefined && (alias ?? '') !== (was.alias ?? ''))

/** Whether it lets them do or see more than it did. */
const givesMore = (was: Given, is: Given): boolean => {
  const [before, now] = [was, is].map(({ dataScope }) => Object.keys(dataScopes).indexOf(dataScope)) as [number, number]
  return is.enabled > was.enabled || now > before
}

/** Two that differ in capitals alone would be taken for each other, a shipped one's most of all. @throws Refused CONFLICT */
async function refuseAlike(ctx: Ctx, alias: string, self: number): Promise<void> {
  const small = alias.toLowerCase()
  if (isShipped(small)) throw new Refused('CONFLICT', `标识（alias）：「${alias}」是系统自带角色的，请换一个`)
  const aliased = await called(ctx, 'alias', small, self)
  if (aliased) throw new Refused('CONFLICT', `角色标识（alias）：「${aliased.alias}」已存在`)
  const named = await called(ctx, 'name', small, self)
  if (named) throw new Refused('CONFLICT', `角色标识（alias）：「${alias}」是另一个角色的名称，请换一个`)
}

/** A role is not called as another one is known: who reads of it would take it for that one. @throws Refused CONFLICT */
async function refuseAliasAsName(ctx: Ctx, name: string, self: { id: number; alias: string | null }): Promise<void> {
  const small = name.trim().toLowerCase()
  const own = self.alias?.toLowerCase() === small
  if (!own && (isShipped(small) || (await called(ctx, 'alias', small, self.id))))
    throw new Refused('CONFLICT', `角色名称（name）：「${name}」是另一个角色的标识，请换一个`)
}

/** Adds a role, or changes one; nobody makes one that may more than they do. */
export async function saveRole(ctx: Ctx, { id, version, ...sent }: Save) {
  const given = { ...sent, ...(sent.alias === '' && { alias: null }) }
  const own = whoOf(ctx).rights.roles.some(({ roleId }) => roleId === id)
  const refuse = own ? refuseOwnWay : (_: Ctx, label: string, text: string) => refuseNoNets(label, text)
  if (given.nets) refuse(ctx, '登录地址（nets）', given.nets)
  if (!id) {
    const { name } = given
    if (name === undefined) throw new Refused('MISSING_PARAMETER', '缺少角色名称（name）')
    if (given.alias) await refuseAlike(ctx, given.alias, 0)
    await refuseAliasAsName(ctx, name, { id: 0, alias: given.alias ?? null })
    const added = await rows.add(ctx, { enabled: 1, factor: 0, dataScope: 'SELF', ...given, name })
    await refuseBeyond(ctx, [Number(added.id)], '设立这样的角色')
    return named(added)
  }
  const was = await rows.need(ctx, id, { lock: true })
  refuseShipped(was, given)
  if (given.alias && given.alias !== was.alias) await refuseAlike(ctx, given.alias, was.id)
  // one of an older version keeps the name that it has
  if (given.name !== undefined && given.name !== was.name)
    await refuseAliasAsName(ctx, given.name, { id, alias: given.alias === undefined ? was.alias : given.alias })
  await refuseBeyond(ctx, [id], `修改角色「${was.name}」`)
  if (calledOtherwise(was, given) || givesOtherwise(was, given) || bindsOtherwise(was, given))
    await refuseShared(ctx, was)
  if (bindsOtherwise(was, given)) await refuseUnbindingAll(ctx, was)
  const changed = await rows.change(ctx, id, given, version)
  await refuseBeyond(ctx, [id], '设立这样的角色')
  const is = await rows.need(ctx, id)
  const of = givesMore(was, is) ? allAsks : liftedOf(was, is)
  if (is.enabled === 1 && of.length > 0) await refuseUnasked(ctx, is, { of })
  await rightsTaken(ctx)
  return named(changed)
}

/** Who has not got a role. */
const without = (roleId: number) => amongRows('id', 'userRole', 'userId', [test('roleId', '=', roleId)], 'not')

type Users = Parsed<typeof contract.userList>

/** A page of users who have the role, or who have it not; within the reach of who may list users. */
async function usersOf(ctx: Ctx, { roleId, name, deptId, ...paging }: Users, has: boolean) {
  await rows.need(ctx, roleId)
  const page = await userRows.page(
    ctx,
    paging,
    has ? amongRows('id', 'userRole', 'userId', [test('roleId', '=', roleId)]) : without(roleId),
    ...nameLike(name),
    ...equal('deptId', deptId || undefined),
  )
  return { ...page, list: await namedUser(ctx, page.list) }
}

/** Whose data somebody of a department sees by a scope, in words. */
function reachOf(dataScope: string, deptName: string | null): string {
  if (dataScope === 'ALL') return dataScopes.ALL
  if (dataScope === 'SELF' || deptName === null) return '仅本人'
  return dataScope === 'DEPART' ? deptName : `${deptName}及下级`
}

export const role = implement(contract, {
  list: async (ctx, { name, enabled, deptId, startTime, endTime, ...paging }) => {
    const inDept = test('deptId', '=', deptId)
    const used = deptId
      ? [
          amongRows('id', 'userRole', 'roleId', [
            amongRows('userId', users.name, 'id', [inDept, ...scopeOf(ctx, users)]),
          ]),
        ]
      : []
    const page = await rows.page(
      ctx,
      paging,
      ...like('name', name),
      ...equal('enabled', enabled),
      ...used,
      ...between('createdAt', startTime, endTime),
    )
    return { ...page, list: page.list.map(named) }
  },
  options: async (ctx) => {
    const found = await ctx.db.selectFrom('role').select(['id', 'name', 'alias', 'enabled']).orderBy('id').execute()
    return found.map((row) => ({ ...row, id: String(row.id) }))
  },
  view: async (ctx, { id }) => named(await rows.get(ctx, id)),
  save: saveRole,
  del: async (ctx, { id }) => {
    const row = await rows.need(ctx, id, { lock: true })
    if (row.alias === adminRole) throw new Refused('BAD_STATE', `不能删除角色「${row.name}」`)
    await refuseBeyond(ctx, [id], `删除角色「${row.name}」`)
    if (binds(row)) await refuseUnbindingAll(ctx, row)
    await rows.drop(ctx, id)
    await rightsChanged(ctx.db)
    return { id: String(id) }
  },
  resList: async (ctx, { id }) => {
    const { alias } = await rows.need(ctx, id)
    let found = ctx.db.selectFrom('resource').selectAll().orderBy('sort').orderBy('id')
    if (alias !== adminRole)
      found = found.where('id', 'in', (eb) =>
        eb.selectFrom('roleResource').select('resourceId').where('roleId', '=', id),
      )
    return (await found.execute()).map(shownResource)
  },
  userList: (ctx, input) => usersOf(ctx, input, true),
  userNotList: (ctx, input) => usersOf(ctx, input, false),
  dataUserList: async (ctx, input) => {
    const { dataScope } = await rows.need(ctx, input.roleId)
    const page = await usersOf(ctx, input, true)
    return { ...page, list: page.list.map((one) => ({ ...one, dataScope, reach: reachOf(dataScope, one.deptName) })) }
  },
})
