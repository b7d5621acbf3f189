import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

/**
 * Keeps in which departments people have been until now: to be called before they go elsewhere. What was sent to a department while they were
 * there stays theirs.
 * @param who one of them, or all of a department
 */
export async function keepStay(
  ctx: Ctx,
  who: { readonly userId: number } | { readonly deptId: number },
): Promise<void> {
  const those = 'userId' in who ? sql`u."id" = ${who.userId}` : sql`u."deptId" = ${who.deptId}`
  await sql`insert into "userStay" ("userId", "deptId", "since", "until")
    select u."id", u."deptId",
      coalesce((select max(s."until") from "userStay" s where s."userId" = u."id"), u."createdAt"), ${ctx.now}
    from "user" u where u."deptId" is not null and ${those}`.execute(ctx.db)
}
