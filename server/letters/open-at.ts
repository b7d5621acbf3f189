import { openApplyStates } from '../../core/domain/apply-states.ts'
import { openStates } from '../../core/domain/mail-states.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import '../db/tables/apply.ts'
import '../db/tables/mail.ts'

/** What citizens wait for from a department: nobody of it could answer once it is stopped. @throws Refused BAD_STATE saying how much of what */
export async function refuseOpenAt({ db }: Ctx, { id, name }: { readonly id: number; readonly name: string }) {
  const letters = await db
    .selectFrom('mailForum')
    .innerJoin('mail', 'mail.id', 'mailForum.mailId')
    .where('mailForum.deptId', '=', id)
    .where('mailForum.state', '!=', 2)
    .where('mail.deletedAt', 'is', null)
    .where('mail.state', 'in', [...openStates])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const requests = await db
    .selectFrom('applyDept')
    .innerJoin('apply', 'apply.id', 'applyDept.applyId')
    .where('applyDept.deptId', '=', id)
    .where('applyDept.state', '!=', 2)
    .where('apply.deletedAt', 'is', null)
    .where('apply.state', 'in', [...openApplyStates])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const parts = [
    [Number(letters.n), '封信件'],
    [Number(requests.n), '件依申请公开'],
  ] as const
  const says = parts.flatMap(([n, what]) => (n > 0 ? [`${n} ${what}`] : [])).join('、')
  if (says !== '')
    throw new Refused(
      'BAD_STATE',
      `「${name}」还有 ${says}没有答复，请先转给其他部门，或者用「并入」把它们一起带走，再停用`,
    )
}
