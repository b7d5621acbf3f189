import type { Kysely } from 'kysely'
import type { Right } from '../../core/contract/rights.ts'
import { callerAs, everywhere, ownCall } from '../access/by-itself.ts'
import { adminRole, rolesNow } from '../access/rights.ts'
import type { Ctx, Parts, Staff } from '../context.ts'
import type { Schema } from '../db/tables.ts'

/** Somebody with an account in use. */
export interface Somebody {
  readonly id: number
  readonly name: string
  readonly account: string
  readonly deptId: number | null
}

/** The people in use whose roles hold a key. */
export const holdersOf = (db: Kysely<Schema>, key: Right): Promise<Somebody[]> =>
  db
    .selectFrom('user')
    .select(['user.id', 'user.name', 'user.account', 'user.deptId'])
    .where('user.state', '=', 0)
    .where('user.id', 'in', (eb) =>
      eb
        .selectFrom('userRole')
        .innerJoin('role', 'role.id', 'userRole.roleId')
        .leftJoin('roleResource', 'roleResource.roleId', 'role.id')
        .leftJoin('resource', 'resource.id', 'roleResource.resourceId')
        .select('userRole.userId')
        .where('role.enabled', '=', 1)
        .where((or) => or.or([or('role.alias', '=', adminRole), or('resource.alias', '=', key)])),
    )
    .orderBy('user.id')
    .execute()

/** The call as the log tells it. */
export const call = ownCall('reminder.send', '发送消息提醒')

function ctxOf(parts: Parts, who: Staff): Ctx {
  const ctx: Ctx = {
    ...{ who, call, parts, db: parts.db.read, now: parts.now(), dialect: parts.db.dialect },
    ...{ record: () => {}, after: () => {}, transaction: (inner) => inner(ctx) },
  }
  return ctx
}

/** A caller who reads as somebody would, by the rights that they have now. */
export const asOne = async (parts: Parts, one: Somebody): Promise<Ctx> =>
  ctxOf(parts, callerAs(one, await rolesNow(parts.db.read, one.id, one.deptId)))

/** A caller who reads what anybody may: whether anything waits at all is asked as they would. */
export const asAnybody = (parts: Parts): Ctx =>
  ctxOf(parts, callerAs({ id: 0, name: '', account: '', deptId: null }, [everywhere]))
