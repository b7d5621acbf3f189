import type { Kysely } from 'kysely'
import { type Endpoint, mayReveal } from '../../core/contract/endpoint.ts'
import { Refused } from '../../core/errors.ts'
import { breather } from '../breather.ts'
import { asStaff, type Ctx } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { lackingBeside, mayAll } from './beyond.ts'
import {
  concerned,
  groundIn,
  markOf,
  mayAll as mayAllNow,
  numbering,
  rightsIn,
  standingOn,
  whomItMoves,
} from './standing.ts'

/**
 * The last word on decision 22: whatever a change of rights is, behind it nobody has more than they had, or than who changed it has. What calls
 * refuse beforehand is told in better words; this holds for the ways that nobody thought of.
 */
export interface GainsGuard {
  /** Looks at people within a transaction, behind its work. @param about those alone whom it was about @throws Refused NO_PERMISSION */
  refuse(ctx: Ctx, about?: readonly number[]): Promise<void>
}

/** Fields by which a department goes elsewhere, or is used again: who is in it counts then. */
const moving = ['parentId', 'deptIds', 'intoId', 'state']
const movesDepts = (input: unknown) => moving.some((field) => (input as Record<string, unknown>)[field] !== undefined)

/**
 * Reads how it stands before a change. It is read before the transaction: within it a second connection might never come.
 * @returns null where it concerns nobody, or is done by who may everything
 */
export async function guardGains(
  db: Kysely<Schema>,
  who: Ctx['who'],
  e: Endpoint,
  input: unknown,
): Promise<GainsGuard | null> {
  const staff = asStaff(who)
  if (!staff || mayAll(staff.rights) || !mayReveal(e, input)) return null
  const only = concerned(e, input)
  if (only?.length === 0) return null
  const named = new Set(only)
  const was = await groundIn(db)
  const stood = only || movesDepts(input) ? await standingOn(db, was, only) : null
  return {
    async refuse(ctx, about) {
      const is = await groundIn(ctx.db)
      const ids = only ? (about ?? only).filter((id) => named.has(id)) : await whomItMoves(ctx.db, was, is)
      if (ids?.length === 0) return
      const after = await standingOn(ctx.db, is, ids)
      // where roles alone give otherwise, people have those that they had
      const before = stood ?? { ...was, people: after.people }
      const numberOf = numbering()
      const judged = new Set<string>()
      const breathe = breather()
      for (const userId of after.people.keys()) {
        await breathe()
        const marks = [markOf(before, userId, numberOf), markOf(after, userId, numberOf)]
        const change = marks.join(' → ')
        if (marks[0] === marks[1] || judged.has(change) || mayAllNow(before, userId)) continue
        judged.add(change)
        // a department that was made by it has nothing to be seen yet, and one that another took up before has nothing any more
        const has = rightsIn(after, userId).map(({ depts, ...role }) => ({
          ...role,
          depts: depts?.filter((id) => was.depts.all.get(id)?.intoId === null) ?? null,
        }))
        const more = await lackingBeside(ctx, has, rightsIn(before, userId))
        if (more === '') continue
        const whose = userId === staff.userId ? '您自己' : '有人'
        throw new Refused('NO_PERMISSION', `${whose}会因此有原来没有的权限（您没有${more}），不能这样修改`)
      }
    },
  }
}
