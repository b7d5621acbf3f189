import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { user as contract } from '../../../core/contract/user.ts'
import { type Measure, measureOf, refuseMightier, rightsTaken } from '../../access/beyond.ts'
import type { Ctx } from '../../context.ts'
import { eachOf } from '../../rows/bulk.ts'
import { inOrder } from '../../rows/references.ts'
import { needDept, refuseOwnMove } from './dept.ts'
import { rows } from './rows.ts'
import { keepStay } from './stay.ts'

/** Moves users to another department, each as by a change of their row. What they wrote before stays where it was written. */
export async function move(ctx: Ctx, { ids, deptId, reason }: Parsed<typeof contract.move>) {
  const dept = await needDept(ctx, deptId, '转入')
  // it may have been stopped or merged away since the piece before
  const ready = async (inner: Ctx) => {
    await needDept(inner, deptId, '转入')
    return measureOf(inner)
  }
  const moveOne = async (one: Ctx, id: number, by: Measure) => {
    const was = await rows.need(one, id, { lock: true })
    if (was.deptId === dept.id) return
    await refuseMightier(one, id, '转到其他部门', { by })
    await refuseMightier(one, id, `转到「${dept.name}」`, { deptId: dept.id, by })
    refuseOwnMove(one, id)
    await keepStay(one, { userId: id })
    const written = await rows.write(one, was, { deptId: dept.id })
    await rightsTaken(one)
    const told = { dept: dept.name, ...(reason && { reason }) }
    one.record({ ids: [id], before: written?.before, after: { ...written?.after, ...told } })
  }
  return eachOf(ctx, inOrder(ids), moveOne, ready)
}
