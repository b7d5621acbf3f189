import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

/**
 * Keeps in which departments people have been until now, and under which: to be called before they go elsewhere, or their department does. What
 * was sent to a department while they were in it, or below it, stays theirs.
 * @param who one of them, or all of some departments
 */
export async function keepStay(
  ctx: Ctx,
  who: { readonly userId: number } | { readonly deptIds: readonly number[] },
): Promise<void> {
  if ('deptIds' in who && who.deptIds.length === 0) return
  const those = 'userId' in who ? sql`u."id" = ${who.userId}` : sql`u."deptId" in (${sql.join([...who.deptIds])})`
  await sql`insert into "userStay" ("userId", "deptId", "since", "until")
    with recursive up("start", "id", "parentId") as (
      select d."id", d."id", d."parentId" from "dept" d
        where d."id" in (select u."deptId" from "user" u where u."deptId" is not null and ${those})
      union select up."start", p."id", p."parentId" from "dept" p join up on p."id" = up."parentId"
    )
    select u."id", up."id",
      coalesce((select max(s."until") from "userStay" s where s."userId" = u."id"), u."createdAt"), cast(${ctx.now} as bigint)
    from "user" u join up on up."start" = u."deptId" where ${those}`.execute(ctx.db)
}
