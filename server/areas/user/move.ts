import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { user as contract } from '../../../core/contract/user.ts'
import { Refused } from '../../../core/errors.ts'
import { reachesDept, refuseMightier, rightsTaken } from '../../access/beyond.ts'
import type { Ctx } from '../../context.ts'
import { eachOf } from '../../rows/bulk.ts'
import { rows } from './rows.ts'

/** The department to which somebody is moved: nobody signs in who is of one that is stopped. @throws Refused */
async function needDept(ctx: Ctx, id: number) {
  const dept = await ctx.db.selectFrom('dept').select(['id', 'name', 'state']).where('id', '=', id).executeTakeFirst()
  if (!dept) throw new Refused('NOT_FOUND', `部门 ${id} 不存在`)
  if (!reachesDept(ctx, id)) throw new Refused('NO_PERMISSION', `您没有部门「${dept.name}」的数据范围，不能转入`)
  if (dept.state === 1)
    throw new Refused('BAD_STATE', `部门「${dept.name}」已停用，不能转入，请先启用，或选择另一个部门`)
  return dept
}

/** Moves users to another department, each as by a change of their row. What they wrote before stays where it was written. */
export async function move(ctx: Ctx, { ids, deptId, reason }: Parsed<typeof contract.move>) {
  const dept = await needDept(ctx, deptId)
  return eachOf(ctx, ids, async (one, id) => {
    const was = await rows.need(one, id, { lock: true })
    if (was.deptId === dept.id) return
    await refuseMightier(one, id, '转到其他部门')
    const written = await rows.write(one, was, { deptId: dept.id })
    await rightsTaken(one)
    const told = { dept: dept.name, ...(reason && { reason }) }
    one.record({ ids: [id], before: written?.before, after: { ...written?.after, ...told } })
  })
}
