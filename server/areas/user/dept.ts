import { Refused } from '../../../core/errors.ts'
import { reachesDept } from '../../access/beyond.ts'
import { type Ctx, whoOf } from '../../context.ts'

/** A department that is about to be named: it is held, so that it is neither stopped, merged away nor deleted meanwhile. @throws Refused NOT_FOUND */
export async function heldDept(ctx: Ctx, id: number) {
  const query = ctx.db.selectFrom('dept').select(['id', 'name', 'state']).where('id', '=', id)
  const dept = await (ctx.dialect === 'postgres' ? query.forShare() : query).executeTakeFirst()
  if (!dept) throw new Refused('NOT_FOUND', `部门 ${id} 不存在`)
  return dept
}

/** A department to which somebody shall belong: nobody signs in who is of one that is stopped. */
export async function needDept(ctx: Ctx, id: number, doing: '转入' | '选它' = '选它') {
  const dept = await heldDept(ctx, id)
  if (!reachesDept(ctx, id)) throw new Refused('NO_PERMISSION', `您没有部门「${dept.name}」的数据范围，不能${doing}`)
  if (dept.state === 1)
    throw new Refused('BAD_STATE', `部门「${dept.name}」已停用，不能${doing}，请先启用，或选择另一个部门`)
  return dept
}

/** Nobody moves themselves whose roles reach as far as their department does: from another one they would reach elsewhere. @throws Refused NO_PERMISSION */
export function refuseOwnMove(ctx: Ctx, userId: number): void {
  const { userId: self, rights } = whoOf(ctx)
  if (userId !== self || rights.roles.every(({ dataScope }) => dataScope === 'ALL' || dataScope === 'SELF')) return
  throw new Refused('NO_PERMISSION', '您的数据范围随部门而变，不能改动自己所在的部门，请由他人办理')
}
