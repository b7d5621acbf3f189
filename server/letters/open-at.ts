import { openApplyStates } from '../../core/domain/apply-states.ts'
import { openStates } from '../../core/domain/mail-states.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import type { AnyDb } from '../rows/list.ts'

/** What citizens wait for from departments: each kind by its departments' parts, and the states in which it is open. */
const kinds = [
  { place: 'mailForum', of: 'mail', states: openStates, unit: '封信件' },
  { place: 'applyDept', of: 'apply', states: openApplyStates, unit: '件依申请公开' },
] as const
/** `forumStates`: it has answered. */
const answered = 2

/** Nobody of a department could answer once it is stopped. @throws Refused BAD_STATE saying how much of what it has */
export async function refuseOpenAt({ db }: Ctx, { id, name }: { readonly id: number; readonly name: string }) {
  const says: string[] = []
  for (const { place, of, states, unit } of kinds) {
    const { n } = await (db as unknown as AnyDb)
      .selectFrom(`${place} as place`)
      .innerJoin(`${of} as one`, 'one.id', `place.${of}Id`)
      .where('place.deptId', '=', id)
      .where('place.state', '!=', answered)
      .where('one.deletedAt', 'is', null)
      .where('one.state', 'in', [...states])
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) > 0) says.push(`${n} ${unit}`)
  }
  if (says.length > 0)
    throw new Refused(
      'BAD_STATE',
      `「${name}」还有 ${says.join('、')}没有答复，请先转给其他部门，或者用「并入」把它们一起带走，再停用`,
    )
}
