import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import { role as roles } from '../db/tables/people.ts'
import { refuseStale } from '../rows/stale.ts'
import { refuseShared, refuseUnasked } from './beyond.ts'
import { rightsChanged } from './rights.ts'
import { ownOf } from './scope.ts'

/** What a role gives beside its scope (keys, columns, boards) is set whole, and counts as a change of the role. */

/** @throws Refused NOT_FOUND */
export async function needRole(ctx: Ctx, roleId: number, { lock = false } = {}) {
  const found = ctx.db.selectFrom('role').selectAll().where('id', '=', roleId)
  const role = await (lock && ctx.dialect === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
  if (!role) throw new Refused('NOT_FOUND', `角色 ${roleId} 不存在`)
  return role
}
type Role = Awaited<ReturnType<typeof needRole>>

/** The role, held until the transaction ends. @throws Refused NOT_FOUND, STALE */
export async function roleToSet(ctx: Ctx, roleId: number, version: number | null | undefined): Promise<Role> {
  const role = await needRole(ctx, roleId, { lock: true })
  await refuseStale(ctx, role, version, roles.says)
  return role
}

/**
 * Notes that it gives otherwise now.
 * @param added the keys that it was given; all that it has, where they reach further by what it was given
 * @throws Refused NO_PERMISSION where others have it too, or it lets in by less than the caller's own roles do
 * @returns its version
 */
export async function roleWasSet(ctx: Ctx, role: Role, added: readonly string[] | 'all'): Promise<number> {
  await refuseShared(ctx, role)
  await refuseUnasked(ctx, role, { keys: added === 'all' ? undefined : added })
  const version = role.version + 1
  const by = { updatedAt: ctx.now, updatedBy: whoOf(ctx).userId }
  await ctx.db
    .updateTable('role')
    .set({ version, ...by })
    .where('id', '=', role.id)
    .execute()
  await rightsChanged(ctx.db)
  return version
}

/** What goes or comes from one list of ids to another. */
export const differing = (before: readonly number[], after: readonly number[]): number[] => [
  ...after.filter((id) => !before.includes(id)),
  ...before.filter((id) => !after.includes(id)),
]

/** Whether anything comes with it. */
export const grown = (before: readonly number[], after: readonly number[]): boolean =>
  after.some((id) => !before.includes(id))

/** Nobody gives columns or boards that they lack themselves, nor takes them from those who have them. @throws Refused NO_PERMISSION */
export function refuseForeign(ctx: Ctx, what: 'columns' | 'plates', changed: readonly number[]): void {
  const mine = ownOf(ctx, what)
  if (mine === null) return
  const { all, says } = {
    columns: { all: '全部栏目', says: '您没有这些栏目的权限' },
    plates: { all: '全部版块', says: '您不管理这些版块' },
  }[what]
  const lacking = changed.filter((id) => !mine.has(id)).map((id) => (id === 0 ? all : id))
  if (lacking.length > 0) throw new Refused('NO_PERMISSION', `${says}，不能授予或收回：${lacking.join('、')}`)
}
