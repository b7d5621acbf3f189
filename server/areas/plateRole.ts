import type { Parsed } from '../../core/contract/endpoint.ts'
import { plateRole as contract, plateOfRole } from '../../core/contract/plateRole.ts'
import { Refused } from '../../core/errors.ts'
import { refuseBeyond } from '../access/beyond.ts'
import { adminRole } from '../access/rights.ts'
import { differing, grown, needRole, refuseForeign, roleToSet, roleWasSet } from '../access/role-gifts.ts'
import { platesOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import { plate as table } from '../db/tables/plate.ts'
import { implement } from '../pipeline.ts'
import { type Condition, like, notAmong, oneOf } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'

/** Where its screen stands: with the boards (server/access/menu.ts). */
const rows = rowsOf(table, {
  reply: plateOfRole,
  logged: [],
  order: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
})

/** The boards that the people of a role moderate; null: all of them. @throws Refused NOT_FOUND */
export async function platesOfRole(ctx: Ctx, roleId: number): Promise<ReadonlySet<number> | null> {
  const { alias } = await needRole(ctx, roleId)
  const held = await ctx.db.selectFrom('plateRole').select('plateId').where('roleId', '=', roleId).execute()
  return alias === adminRole || held.some(({ plateId }) => plateId === 0)
    ? null
    : new Set(held.map(({ plateId }) => plateId))
}

type Listed = Parsed<typeof contract.pageList>
const listOf = async (
  ctx: Ctx,
  { roleId, title, ...paging }: Listed,
  how: (held: ReadonlySet<number> | null) => Condition[],
) => rows.page(ctx, paging, ...like('title', title), ...how(await platesOfRole(ctx, roleId)))

async function save(ctx: Ctx, { roleId, version, plateIds }: Parsed<typeof contract.save>) {
  const { db } = ctx
  const role = await roleToSet(ctx, roleId, version)
  const wanted = plateIds.filter((id) => id !== 0)
  const there = wanted.length === 0 ? [] : await db.selectFrom('plate').select('id').where('id', 'in', wanted).execute()
  const known = there.map(({ id }) => Number(id))
  const missing = wanted.filter((id) => !known.includes(id))
  if (missing.length > 0) throw new Refused('NOT_FOUND', `版块 ${missing.join('、')} 不存在`)
  await refuseBeyond(ctx, [role.id], `设定角色「${role.name}」管理的版块`)
  const gone = await db.deleteFrom('plateRole').where('roleId', '=', role.id).returning('plateId').execute()
  const before = gone.map(({ plateId }) => plateId)
  const changed = differing(before, plateIds)
  refuseForeign(ctx, 'plates', changed)
  if (plateIds.length > 0)
    await db
      .insertInto('plateRole')
      .values(plateIds.map((plateId) => ({ roleId: role.id, plateId })))
      .execute()
  await refuseBeyond(ctx, [role.id], `把这些版块交给角色「${role.name}」`)
  const next = changed.length > 0 ? await roleWasSet(ctx, role, grown(before, plateIds) ? 'all' : []) : role.version
  ctx.record({ ids: [role.id], before: { plateIds: before }, after: { plateIds } })
  return { roleId: String(role.id), plateIds: plateIds.map(String), version: next }
}

export const plateRole = implement(contract, {
  list: async (ctx, { roleId }) => {
    const roles = ctx.db.selectFrom('role').select(['id', 'name', 'alias']).orderBy('id')
    const found = await (roleId ? roles.where('id', '=', roleId) : roles).execute()
    const ties = await ctx.db.selectFrom('plateRole').selectAll().orderBy('plateId').execute()
    return found.map(({ id, name, alias }) => ({
      roleId: String(id),
      roleName: name,
      plateIds: alias === adminRole ? ['0'] : ties.flatMap((one) => (one.roleId === id ? [String(one.plateId)] : [])),
    }))
  },
  pageList: (ctx, input) => listOf(ctx, input, (held) => (held === null ? [] : oneOf('id', [...held, -1]))),
  notPageList: (ctx, input) =>
    listOf(ctx, input, (held) =>
      held === null ? oneOf('id', [-1]) : held.size > 0 ? [notAmong('id', [...held])] : [],
    ),
  optionList: async (ctx) => {
    const found = await ctx.db
      .selectFrom('plate')
      .select(['id', 'title', 'status'])
      .where('deletedAt', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .execute()
    const own = platesOf(ctx)
    return found.map(({ id, title, status }) => ({
      ...{ id: String(id), name: title, status },
      mine: own === null || own.has(id) ? 1 : 0,
    }))
  },
  save,
})
