import type { Call, Ctx, Staff } from '../context.ts'
import type { RoleRights } from './role-rights.ts'

/** Calls of the server's own, that nobody sends. */

/** What the log tells of such a call. */
export const ownCall = (name: string, says: string): Call => ({
  ...{ name, says, key: '', address: '本机', near: true, appKey: '', agent: '' },
  ...{ foreign: false, wantsImage: false, requestId: '', requestKey: '', dry: false, gone: () => false },
})

/** Whether nobody has sent it. */
export const isOwnCall = ({ requestId, agent, address }: Call): boolean =>
  requestId === '' && agent === '' && address === '本机'

/** Who reaches everything. */
export const everywhere: RoleRights = {
  ...{
    roleId: 0,
    name: '',
    dataScope: 'ALL',
    nets: '',
    factor: false,
    depts: null,
    keys: null,
    columns: null,
    plates: null,
  },
}

/** Somebody as a caller, by these rights. */
export const callerAs = (
  { id, account, name, deptId }: Pick<Staff, 'account' | 'name' | 'deptId'> & { readonly id: number },
  roles: readonly RoleRights[],
): Staff => ({
  ...{ sessionId: 0, kind: 'person', userId: id, account, name, deptId, rights: { roles, only: null } },
  ...{ places: [], provedAt: null, token: null, unbound: false, access: 0 },
})

/** The log says that nobody did it then; what it came to is told beside it. */
export function byClock(ctx: Ctx): Ctx {
  const own: Ctx = {
    ...ctx,
    transaction: (inner) => inner(own),
    record: (change) => ctx.record({ ...change, kind: 'system', result: `${change.result ?? '成功'}；到时自动执行` }),
  }
  return own
}
