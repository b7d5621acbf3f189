import { asStaff, type Ctx } from '../context.ts'
import { prepared, type Slots } from '../db/prepared.ts'

type Of = { readonly userId: number }
const read = prepared((db, p: Slots<Of>) => db.selectFrom('user').select('deptId').where('id', '=', p.userId))
const held = prepared((db, p: Slots<Of>) =>
  db.selectFrom('user').select('deptId').where('id', '=', p.userId).forShare(),
)

/**
 * The department in which the caller makes a row, within its transaction: since the request began they may have been moved, or their
 * department taken up by another, and what they save would stay behind. On PostgreSQL whoever moves them waits for the transaction.
 */
export async function deptNow(ctx: Ctx): Promise<number | null> {
  const staff = asStaff(ctx.who)
  if (!staff) return null
  const [row] = await (ctx.dialect === 'postgres' ? held : read)(ctx.db, { userId: staff.userId })
  return row ? row.deptId : staff.deptId
}
