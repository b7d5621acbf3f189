import type { Kysely } from 'kysely'
import { type Endpoint, mayReveal } from '../../core/contract/endpoint.ts'
import { Refused } from '../../core/errors.ts'
import { asStaff, type Ctx } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { breather } from '../rows/bulk.ts'
import { lackingBeside, mayAll } from './beyond.ts'
import { concerned, markOf, mayAll as mayAllNow, numbering, rightsIn, standingBehind, standingIn } from './standing.ts'

/**
 * The last word on decision 22: whatever a change of rights is, behind it nobody has more than they had, or than who changed it has. What calls
 * refuse beforehand is told in better words; this holds for the ways that nobody thought of.
 */
export interface GainsGuard {
  /** Looks at people within a transaction, behind its work. @param about those alone whom it was about @throws Refused NO_PERMISSION */
  refuse(ctx: Ctx, about?: readonly number[]): Promise<void>
}

/** @returns null where it concerns nobody, or is done by who may everything */
export async function guardGains(db: Kysely<Schema>, who: Ctx['who'], e: Endpoint, input: unknown) {
  const staff = asStaff(who)
  if (!staff || mayAll(staff.rights) || !mayReveal(e, input)) return null
  const only = concerned(e, input)
  if (only?.length === 0) return null
  const before = await standingIn(db, only)
  const numberOf = numbering()
  const judged = new Set<string>()
  const guard: GainsGuard = {
    async refuse(ctx, about) {
      const { after, ids } = await standingBehind(ctx.db, before, only, about)
      const breathe = breather()
      for (const userId of ids) {
        await breathe()
        const marks = [markOf(before, userId, numberOf), markOf(after, userId, numberOf)]
        const change = marks.join(' → ')
        if (marks[0] === marks[1] || judged.has(change) || mayAllNow(before, userId)) continue
        judged.add(change)
        // a department that was made by it has nothing to be seen yet
        const is = rightsIn(after, userId).map(({ depts, ...role }) => ({
          ...role,
          depts: depts?.filter((id) => before.depts.ids.has(id)) ?? null,
        }))
        const more = await lackingBeside(ctx, is, rightsIn(before, userId))
        if (more === '') continue
        const whose = userId === staff.userId ? '您自己' : '有人'
        throw new Refused('NO_PERMISSION', `${whose}会因此有原来没有的权限（您没有${more}），不能这样修改`)
      }
    },
  }
  return guard
}
