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
  }[]
}

/** null: by nothing that anybody could take; the caller is none of the staff, or the call needs no key. */
export function doneBy({ who, call }: Ctx): DoneBy | null {
  const staff = asStaff(who)
  if (!staff || call.key === '') return null
  const roles = granting(staff.rights, call.key)
  return {
    deptId: staff.deptId,
    roles: roles.map(({ roleId, dataScope, columns }) => ({ roleId, scope: dataScope, columns })),
  }
}

const widths = Object.keys(dataScopes) as DataScope[]

function covers(now: DoneBy['roles'][number], then: DoneBy['roles'][number]): boolean {
  if (now.roleId !== then.roleId || widths.indexOf(now.scope) < widths.indexOf(then.scope)) return false
  if (now.columns === null) return true
  const mine = new Set(now.columns)
  return then.columns?.every((id) => mine.has(id)) ?? false
}

/** Whether who did something may still as much as then. */
export function isStill(then: DoneBy | null, now: DoneBy | null): boolean {
  if (!then) return true
  if (!now || now.deptId !== then.deptId) return false
  return then.roles.every((role) => now.roles.some((one) => covers(one, role)))
}
