import { createHash } from 'node:crypto'
import { type DataScope, dataScopes } from '../../core/domain/enums.ts'
import { asStaff, type Ctx } from '../context.ts'
import { granting } from './rights.ts'

/** By which right something was done, as far as it bounds what its answer may show: where its caller worked, and the roles that grant the call. */
export interface DoneBy {
  readonly deptId: number | null
  readonly roles: readonly {
    readonly roleId: number
    readonly scope: DataScope
    readonly columns: readonly number[] | null
    /** The boards, and the departments by their sum: which of them are gone is not asked, another sum is another reach. */
    readonly plates: readonly number[] | null
    readonly depts: string | null
  }[]
}

/** null: by nothing that anybody could take; the caller is none of the staff, or the call needs no key. */
export function doneBy({ who, call }: Ctx): DoneBy | null {
  const staff = asStaff(who)
  if (!staff || call.key === '') return null
  const roles = granting(staff.rights, call.key)
  return {
    deptId: staff.deptId,
    roles: roles.map(({ roleId, dataScope, columns, plates, depts }) => ({
      ...{ roleId, scope: dataScope, columns, plates },
      // one's own department alone is told by `deptId`
      depts: depts && depts.length > 1 ? sumOf(depts) : null,
    })),
  }
}

const sumOf = (ids: readonly number[]): string =>
  createHash('sha256')
    .update([...ids].sort((a, b) => a - b).join(' '))
    .digest('base64url')

const widths = Object.keys(dataScopes) as DataScope[]

function covers(now: DoneBy['roles'][number], then: DoneBy['roles'][number]): boolean {
  if (now.roleId !== then.roleId || widths.indexOf(now.scope) < widths.indexOf(then.scope)) return false
  // a wider scope reaches the departments of a narrower one
  if (now.scope === then.scope && now.depts !== then.depts) return false
  return holds(now.columns, then.columns) && holds(now.plates, then.plates)
}

/** Whether all of what there was is there still; null: all there are. */
function holds(now: readonly number[] | null, then: readonly number[] | null): boolean {
  if (now === null) return true
  const mine = new Set(now)
  return then?.every((id) => mine.has(id)) ?? false
}

/** Whether who did something may still as much as then. */
export function isStill(then: DoneBy | null, now: DoneBy | null): boolean {
  if (!then) return true
  if (!now || now.deptId !== then.deptId) return false
  return then.roles.every((role) => now.roles.some((one) => covers(one, role)))
}
