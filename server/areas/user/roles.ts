import type { BulkResult } from '../../../core/contract/shared.ts'
import { type ErrorCode, Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { namesOf } from '../../rows/list.ts'
import { refuseStale } from '../../rows/stale.ts'
import { rolesOfUsers, rows } from './rows.ts'

type Does = 'grantRole' | 'delRole'

/**
 * Somebody has these roles and no others afterwards, or all is as it was. What is given comes first: whoever has a role only for a moment
 * less would be refused as the last one who has it.
 * @param seen the version of the user that the caller saw: roles that somebody else has given since are not taken unseen
 * @param change gives or takes one of them, by the rules of that call
 * @throws Refused STALE, and as the first of these that is refused
 */
export async function setRoles(
  ctx: Ctx,
  userId: number,
  { roleIds, seen }: { readonly roleIds: readonly number[]; readonly seen: number | null | undefined },
  change: (does: Does, roleId: number) => Promise<BulkResult>,
) {
  await refuseStale(ctx, await rows.need(ctx, userId, { lock: true }), seen, '用户')
  const held = (await rolesOfUsers(ctx, [userId])).map(({ id }) => id)
  const changes = {
    grantRole: roleIds.filter((id) => !held.includes(id)),
    delRole: held.filter((id) => !roleIds.includes(id)),
  }
  const names = await namesOf(ctx.db, 'role', 'name', [...changes.grantRole, ...changes.delRole])
  for (const does of ['grantRole', 'delRole'] as const)
    for (const roleId of changes[does]) {
      const [failed] = (await change(does, roleId)).failed
      if (failed) throw new Refused(failed.errorCode as ErrorCode, failed.errorMsg)
    }
  const said = (word: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [word + ids.map((id) => `「${names.get(id)}」`).join('')]
  return {
    id: String(userId),
    says: [...said('授予', changes.grantRole), ...said('收回', changes.delRole)].join('，'),
  }
}
