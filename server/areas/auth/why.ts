import { wholeContract } from '../../../core/contract/areas.ts'
import type { whyCalls } from '../../../core/contract/auth/why.ts'
import { type Parsed, shutToScripts } from '../../../core/contract/endpoint.ts'
import { dataScopes } from '../../../core/domain/enums.ts'
import { errorCodes, Refused } from '../../../core/errors.ts'
import { granting, holdsKey, rolesNow, rolesWith } from '../../access/rights.ts'
import type { Rights, RoleRights } from '../../access/role-rights.ts'
import { type Reach, scopeOf } from '../../access/scope.ts'
import {
  type AskedRight,
  becauseOf,
  columnsOf,
  deptsOf,
  isThere,
  noColumns,
  reachesRow,
  rightNamed,
  whoseIs,
} from '../../access/why.ts'
import { refusalOf } from '../../access/why-tried.ts'
import { type Ctx, type Staff, whoOf } from '../../context.ts'
import { user as users } from '../../db/tables/people.ts'
import { allHold, test } from '../../rows/condition.ts'
import type { AnyDb } from '../../rows/list.ts'

type Input = Parsed<typeof whyCalls.why>

/** About whom it is asked. */
interface Subject {
  readonly userId: number
  readonly account: string
  readonly name: string
  readonly deptId: number | null
  readonly rights: Rights
  readonly self: boolean
}

/** One of the users whom the caller sees, by account, name or number. @throws Refused NO_PERMISSION, NOT_FOUND, BAD_INPUT */
async function otherUser(ctx: Ctx, text: string): Promise<Subject> {
  if (!holdsKey(whoOf(ctx).rights, 'user_list'))
    throw new Refused('NO_PERMISSION', `${errorCodes.NO_PERMISSION.says}（user_list），只能查本人的`)
  const all = (ctx.db as unknown as AnyDb)
    .selectFrom('user')
    .select(['id', 'account', 'name', 'deptId'])
    .where(allHold(scopeOf(ctx, users, 'user_list')))
  const by = async (column: string, value: string | number) => all.where(column, '=', value).limit(2).execute()
  let found = await by('account', text)
  if (found.length === 0) found = await by('name', text)
  if (found.length === 0 && /^\d{1,15}$/.test(text)) found = await by('id', Number(text))
  if (found.length > 1) throw new Refused('BAD_INPUT', `用户（user）：有多人叫「${text}」，请写账号`)
  const [row] = found
  if (!row) throw new Refused('NOT_FOUND', `没有用户「${text}」，或不在您的数据范围内`)
  const one = { id: Number(row.id), deptId: row.deptId === null ? null : Number(row.deptId) }
  const rights = { roles: await rolesNow(ctx.db, one.id, one.deptId), only: null }
  const self = one.id === whoOf(ctx).userId
  return { userId: one.id, account: String(row.account), name: String(row.name), deptId: one.deptId, rights, self }
}

async function subjectOf(ctx: Ctx, user: string | undefined): Promise<Subject> {
  const { userId, name, deptId, rights, account } = whoOf(ctx)
  if (user === undefined || user === account) return { userId, account, name, deptId, rights, self: true }
  return otherUser(ctx, user)
}

/** Roles of theirs that hold the key and are switched off. */
async function disabledWith(ctx: Ctx, { userId }: Subject, { key }: AskedRight): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .innerJoin('roleResource', 'roleResource.roleId', 'role.id')
    .innerJoin('resource', 'resource.id', 'roleResource.resourceId')
    .select('role.name')
    .where('userRole.userId', '=', userId)
    .where('role.enabled', '=', 0)
    .where('resource.alias', '=', key)
    .execute()
  return rows.map(({ name }) => name)
}

/** The roles that hold a key, for who may see roles. */
async function namedWith(ctx: Ctx, key: string): Promise<string> {
  if (!holdsKey(whoOf(ctx).rights, 'role_list')) return ''
  return (await rolesWith(ctx.db, key)).map(({ name }) => `「${name}」`).join('')
}

/** What keeps somebody from working at all. */
async function stopped(ctx: Ctx, { userId }: Subject): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.state', 'dept.state as deptState', 'dept.name as deptName'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  return [
    ...(row?.state ? ['账号已停用，不能登录'] : []),
    ...(row?.deptState ? [`所在部门「${row.deptName}」已停用，不能登录`] : []),
  ]
}

async function lackingOf(ctx: Ctx, subject: Subject, right: AskedRight): Promise<string[]> {
  const { rights } = subject
  const own = rights.roles.map(({ name }) => `「${name}」`).join('')
  const said: string[] = []
  if (!rights.roles.some((role) => role.keys === null || role.keys.has(right.key))) {
    const all = rights.roles.length > 1
    said.push(own === '' ? '没有任何启用的角色' : `${all ? '所有' : ''}角色${own}${all ? '都' : ''}没有这项权限`)
    for (const name of await disabledWith(ctx, subject, right)) said.push(`角色「${name}」有这项权限，但已禁用`)
    const others = await namedWith(ctx, right.key)
    if (others !== '') said.push(`有这项权限的角色：${others}`)
  } else if (rights.only !== null && !rights.only.has(right.key)) said.push('所用的脚本令牌没有带上这项权限')
  const shut = right.e && subject.self && whoOf(ctx).kind === 'script' && shutToScripts(right.e, right.key, new Set())
  if (shut) said.push(shut)
  return [...said, ...(await stopped(ctx, subject))]
}

/** The row that was asked about, if the caller may be told of it. @throws Refused NOT_FOUND, BAD_INPUT */
async function rowAsked(ctx: Ctx, subject: Subject, right: AskedRight, id: number) {
  const { key, table } = right
  if (!table) throw new Refused('BAD_INPUT', '编号（id）：这项权限不针对某条记录，不用写编号')
  if (subject.self) return whoseIs(ctx, right, table, id)
  const { rights } = whoOf(ctx)
  const by = [key, `${table.name}_list`].find((one) => holdsKey(rights, one))
  const where = by === undefined ? null : [...scopeOf(ctx, table, by), ...isThere(right, table), test('id', '=', id)]
  const query = (ctx.db as unknown as AnyDb).selectFrom(table.name).select('id')
  if (where && (await query.where(allHold(where)).executeTakeFirst())) return whoseIs(ctx, right, table, id)
  throw new Refused('NOT_FOUND', `${table.says ?? '记录'} ${id} 不存在或您无权查看`)
}

const reachOf = ({ e }: AskedRight): Reach => (e?.effect === 'write' && e.reach !== 'through' ? 'change' : 'see')

/** What the act itself would answer them of a row that they reach, in words about them; null: it would not refuse. */
async function refusedOf(ctx: Ctx, subject: Subject, right: AskedRight, id: number): Promise<string | null> {
  const { userId, account, name, deptId, rights, self } = subject
  const who: Staff = self
    ? whoOf(ctx)
    : {
        ...{ userId, account, name, deptId, rights, sessionId: 0, kind: 'person', places: [] },
        ...{ provedAt: null, token: null, unbound: false, access: 0 },
      }
  const refused = await refusalOf(ctx, right, who, id)
  return refused && (self ? refused : refused.replaceAll('您', name))
}

/** How a right comes about, by a role: whose rows, and this one. */
async function throughOf(ctx: Ctx, role: RoleRights, subject: Subject, right: AskedRight, id: number | undefined) {
  const { table } = right
  const reach = reachOf(right)
  const reached = id !== undefined && table ? await reachesRow(ctx, role, table, subject.userId, id, reach) : null
  return {
    ...{ roleId: String(role.roleId), name: role.name, dataScope: role.dataScope },
    depts: await deptsOf(ctx, role),
    columns: await columnsOf(ctx, role, table),
    reaches: reached === null ? null : reached ? 1 : 0,
    reached,
  }
}

async function why(ctx: Ctx, { key, id, user }: Input) {
  const right = rightNamed(await wholeContract(), key)
  const subject = await subjectOf(ctx, user)
  const { userId, name, deptId, rights, self } = subject
  const row = id ? await rowAsked(ctx, subject, right, id) : null
  const roles = granting(rights, right.key)
  const found = await Promise.all(roles.map((role) => throughOf(ctx, role, subject, right, id || undefined)))
  const reached = id ? row !== null && found.some((one) => one.reached) : null
  // of a row out of one's own reach it is not told that it is there
  const shown = row && (!self || reached) ? row : null
  const through = await Promise.all(
    found.map(async ({ reached: is, ...one }, i) => ({
      ...one,
      says:
        shown && right.table
          ? await becauseOf(ctx, roles[i] as RoleRights, right.table, shown, userId, is === true, reachOf(right))
          : null,
    })),
  )
  const lacking = await lackingOf(ctx, subject, right)
  const may = roles.length > 0
  if (may && reached === false)
    lacking.push(self ? `${right.table?.says ?? '记录'} ${id} 不存在，或不在数据范围内` : '这条记录不在其数据范围内')
  if (lacking.length === 0 && reached && id) {
    const refused = await refusedOf(ctx, subject, right, id)
    if (refused !== null) lacking.push(refused)
  }
  const dept =
    deptId === null
      ? undefined
      : await ctx.db.selectFrom('dept').select('name').where('id', '=', deptId).executeTakeFirst()
  const able = lacking.length === 0
  const by = through
    .filter((one) => one.reaches !== 0)
    .map((one) => `「${one.name}」（数据范围${dataScopes[one.dataScope]}）`)
    .join('、')
  const what = `${right.says.split(/[，；]/, 1)[0]}${shown ? `：${shown.title}` : ''}`
  // a right over rows in columns, without any column
  const nowhere = through.length > 0 && through.every(({ columns }) => columns === noColumns)
  const saysOf = () => {
    if (!able) return `${name}不能${what}：${lacking.join('；')}`
    if (nowhere && reached === null) return `${name}有权限「${what}」，凭借角色${by}，但${noColumns}，还不能使用`
    return `${name}能${what}，凭借角色${by}`
  }
  return {
    ...{ userId: String(userId), userName: name, deptName: dept?.name ?? null, key: right.key, right: right.says },
    ...{ may: may ? 1 : 0, row: shown?.title ?? null, reaches: reached === null ? null : reached ? 1 : 0 },
    ...{ through, lacking },
    says: saysOf(),
  }
}

export const whyHandlers = { why }
