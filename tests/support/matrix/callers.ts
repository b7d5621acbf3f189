import type { Area, Endpoint } from '../../../core/contract/endpoint.ts'
import type { DataScope, ShippedRole } from '../../../core/domain/enums.ts'
import { rightsChanged } from '../../../server/access/rights.ts'
import { openSession } from '../../../server/access/session.ts'
import { roles } from '../../../server/access/shipped.ts'
import { holding } from '../holding.ts'
import { makeColumn, makeDept, type TestServer } from '../server.ts'
import { visitorsOf } from '../visitor.ts'

/** Who makes each call of the matrix, and what they may by the declarations alone. */

export interface Caller {
  readonly says: string
  readonly kind: 'nobody' | 'visitor' | 'partner' | 'staff'
  readonly token: string
  readonly userId: number
  readonly deptId: number | null
  /** Of a partner's program: whose it is. */
  readonly partnerId?: number
  readonly role: ShippedRole | 'admin' | 'local' | null
  readonly dataScope: DataScope
  /** Columns that are granted; null: all. */
  readonly columns: readonly number[] | null
  /** Boards that are moderated; null: all. */
  readonly plates: readonly number[] | null
}

/** Where the sample rows belong. */
export interface Places {
  readonly a: number
  readonly sub: number
  readonly b: number
  /** A column that the roles are granted, and one that they are not. */
  readonly open: number
  readonly closed: number
}

export async function makePlaces(server: TestServer): Promise<Places> {
  const a = await makeDept(server, '甲部门')
  const places = {
    ...{ a, sub: await makeDept(server, '甲部门下属', a), b: await makeDept(server, '乙部门') },
    ...{ open: await makeColumn(server, '授权的栏目'), closed: await makeColumn(server, '未授权的栏目') },
  }
  // of the rows of the demo the shipped roles see nothing
  await server.parts.db.write.deleteFrom('columnRole').where('columnId', '!=', 0).execute()
  return places
}

const nobody = {
  ...{ token: '', userId: 0, deptId: null, role: null, dataScope: 'SELF', columns: [], plates: [] },
} as const satisfies Partial<Caller>

async function staff(server: TestServer, says: string, role: ShippedRole | 'admin', deptId: number, open: number) {
  const shipped = roles.find(({ alias }) => alias === role)
  if (!shipped) throw new Error(`no shipped role ${role}`)
  const { allColumns, dataScope } = shipped
  const { token, userId } = await server.person({ roles: [role], deptId, ...(!allColumns && { columns: [open] }) })
  const [columns, plates] = allColumns ? [null, null] : [[open], []]
  return { says, kind: 'staff', token, userId, deptId, role, dataScope, columns, plates } as const
}

/** One of the demo's, as its program would be signed in. */
async function partner({ parts, clock }: TestServer): Promise<{ token: string; partnerId: number }> {
  const { id } = await parts.db.read.selectFrom('partner').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { token } = await openSession(parts.db.write, parts.secret, {
    ...{ kind: 'partner', userId: 0, partnerId: id, now: clock.now, idleMs: 0, lastsMs: 3600_000 },
    address: '127.0.0.1',
  })
  return { token, partnerId: Number(id) }
}

/** Somebody with every key, for one department, one column and no board: the scope of calls that the shipped roles make on all data, or not at all. */
async function local(server: TestServer, a: number, open: number): Promise<Caller> {
  const db = server.parts.db.write
  const keys = await db.selectFrom('resource').select('alias').where('type', '=', 'Button').execute()
  const options = { dataScope: 'DEPART', deptId: a, columns: [open], plates: [] } as const
  const { token, userId } = await holding(
    server,
    keys.map(({ alias }) => alias),
    options,
  )
  return { says: '甲部门的管理员', kind: 'staff', token, userId, role: 'local', ...options }
}

/** The nine callers, and one with every key for a department. */
export async function makeCallers(server: TestServer, { a, sub, b, open }: Places): Promise<readonly Caller[]> {
  const callers: Caller[] = [
    { ...nobody, says: '没有登录的人', kind: 'nobody' },
    { ...nobody, says: '公众', kind: 'visitor', token: await visitorsOf(server).signIn('13900000000') },
    { ...nobody, says: '互通单位', kind: 'partner', ...(await partner(server)) },
    await staff(server, '上报员', 'reporter', a, open),
    await staff(server, '甲部门人员', 'staff', a, open),
    await staff(server, '甲部门下属人员', 'staff', sub, open),
    await staff(server, '乙部门人员', 'staff', b, open),
    await staff(server, '审核员', 'auditor', a, open),
    await staff(server, '管理员', 'admin', b, open),
    await local(server, a, open),
  ]
  await rightsChanged(server.parts.db.write)
  return callers
}

/** True where the caller holds a key by the declarations: the administrator every one, others those whose call names their role. */
export function holds({ role }: Caller, key: string, contract: Readonly<Record<string, Area>>): boolean {
  if (role === null) return false
  if (role === 'admin' || role === 'local') return true
  const [area = '', call = ''] = key.split('_')
  return contract[area]?.[call]?.roles?.includes(role) === true
}

/** How a caller is turned away before anything of the request is judged; null: they are let in. */
export function turnedAway(caller: Caller, e: Endpoint, key: string, contract: Readonly<Record<string, Area>>) {
  const { access } = e
  if (access === 'public') return null
  if (caller.kind === 'nobody') return 'NOT_SIGNED_IN'
  if (access === 'session') return null
  if (access === 'visitor' || access === 'partner') return caller.kind === access ? null : 'NO_PERMISSION'
  if (caller.kind !== 'staff') return 'NO_PERMISSION'
  if (e.whole && caller.dataScope !== 'ALL') return 'NO_PERMISSION'
  return key === '' || holds(caller, key, contract) ? null : 'NO_PERMISSION'
}
