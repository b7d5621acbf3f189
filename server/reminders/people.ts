import type { Kysely } from 'kysely'
import type { Right } from '../../core/contract/rights.ts'
import { adminRole, rolesNow } from '../access/rights.ts'
import type { RoleRights } from '../access/role-rights.ts'
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

/** Who reaches everything: whether anything waits at all is asked as they would. */
const wide: RoleRights = {
  ...{ roleId: 0, name: '', dataScope: 'ALL', nets: '', depts: null, keys: null, columns: null },
}

/** The call as the log tells it. */
export const call: Ctx['call'] = {
  ...{ name: 'reminder.send', says: '发送消息提醒', key: '', address: '本机', near: true, appKey: '', agent: '' },
  ...{ foreign: false, wantsImage: false, requestId: '', requestKey: '', dry: false, gone: () => false },
}

function ctxOf(parts: Parts, who: Staff): Ctx {
  const ctx: Ctx = {
    ...{ who, call, parts, db: parts.db.read, now: parts.now(), dialect: parts.db.dialect },
    ...{ record: () => {}, after: () => {}, transaction: (inner) => inner(ctx) },
  }
  return ctx
}

const staff = ({ id, account, name, deptId }: Somebody, roles: readonly RoleRights[]): Staff => ({
  ...{ sessionId: 0, kind: 'person', userId: id, account, name, deptId, rights: { roles, only: null } },
  ...{ places: [], provedAt: null, token: null },
})

/** A caller who reads as somebody would, by the rights that they have now. */
export const asOne = async (parts: Parts, one: Somebody): Promise<Ctx> =>
  ctxOf(parts, staff(one, await rolesNow(parts.db.read, one.id, one.deptId)))

/** A caller who reads what anybody may. */
export const asAnybody = (parts: Parts): Ctx =>
  ctxOf(parts, staff({ id: 0, name: '', account: '', deptId: null }, [wide]))
