import type { Parsed } from '../../core/contract/endpoint.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { user as contract } from '../../core/contract/user.ts'
import { newsStatus } from '../../core/domain/enums.ts'
import { Refused } from '../../core/errors.ts'
import {
  type Measure,
  mayAll,
  measureOf,
  refuseBeyond,
  refuseElsewhere,
  refuseLess,
  refuseMightier,
  refuseUnbinding,
  rightsTaken,
} from '../access/beyond.ts'
import { dropFactor, forgetWrongCodes } from '../access/factor.ts'
import { newPassword } from '../access/first-admin.ts'
import { lockedNow } from '../access/locked.ts'
import { forgetFailures } from '../access/lockout.ts'
import { hashPassword, hashRandom } from '../access/password.ts'
import { refuseOwnWay } from '../access/places.ts'
import { rightsChanged } from '../access/rights.ts'
import { needRole } from '../access/role-gifts.ts'
import { tokensOf, toldOf } from '../access/tokens-ended.ts'
import { policyOf, refuseUnfit } from '../access/unfit-password.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611231210-staff.ts'
import * as listed from '../db/migrations/202611250725-user-list.ts'
import * as stays from '../db/migrations/202611262010-user-stay.ts'
import * as givenBy from '../db/migrations/202611272320-user-mobile-by.ts'
import { article } from '../db/tables/article.ts'
import { user as table } from '../db/tables/people.ts'
import { beforehand, implement, ownTransactions, within } from '../pipeline.ts'
import { eachOf } from '../rows/bulk.ts'
import { amongRows, between, equal, oneOf, test } from '../rows/condition.ts'
import { countBy } from '../rows/count-by.ts'
import { namesOf } from '../rows/list.ts'
import { exactly, revealed, sealed } from '../rows/personal.ts'
import { inOrder, refuseUsed } from '../rows/references.ts'
import { tellingToo } from '../rows/telling.ts'
import { deptsBelow } from '../rows/tree.ts'
import { reach } from './article/find.ts'
import { saveRole } from './role.ts'
import { needDept, refuseOwnMove } from './user/dept.ts'
import { importMany, readyToImport } from './user/import.ts'
import { phoneGiver, phoneSignsIn, refusePhone } from './user/mobile.ts'
import { move } from './user/move.ts'
import { options } from './user/options.ts'
import { endOtherSessions, endSessions, setPassword } from './user/password.ts'
import { setRoles } from './user/roles.ts'
import { named, nameLike, rolesOfUsers, rows } from './user/rows.ts'
import { keepStay } from './user/stay.ts'
import { importTemplate } from './user/template.ts'

export const migrations = {
  '202611231210-staff': made,
  '202611250725-user-list': listed,
  '202611262010-user-stay': stays,
  '202611272320-user-mobile-by': givenBy,
}

type Save = Parsed<typeof contract.save>

/** A user as their own page shows them. */
async function whole(ctx: Ctx, id: number) {
  const [row] = await named(ctx, [await rows.get(ctx, id)])
  const roles = await rolesOfUsers(ctx, [id])
  return {
    ...(row as NonNullable<typeof row>),
    roles: roles.map((role) => ({ roleId: String(role.id), name: role.name, dataScope: role.dataScope })),
  }
}

/** Two accounts that look alike would be taken for each other. @throws Refused CONFLICT */
async function refuseAlike(ctx: Ctx, account: string, self: number): Promise<void> {
  const there = await ctx.db
    .selectFrom('user')
    .select('account')
    .where((eb) => eb(eb.fn('lower', ['account']), '=', account.toLowerCase()))
    .where('id', '!=', self)
    .executeTakeFirst()
  if (there) throw new Refused('CONFLICT', `账号（account）：「${there.account}」已存在`)
}

/** What is given, as the table keeps it. */
function stored(ctx: Ctx, { id, version: _, deptId, userType, ...given }: Save) {
  const kept = { ...(deptId !== undefined && { deptId: deptId === 0 ? null : deptId }) }
  const kind = { ...(userType !== undefined && { userType: String(userType) }) }
  const values: typeof given & typeof kept & typeof kind & { mobileHash?: string | null; mobileBy?: number | null } = {
    ...given,
    ...kept,
    ...kind,
  }
  if (values.mobile !== undefined) values.mobileBy = phoneGiver(ctx, id)
  return sealed(ctx.parts.secret, table, values)
}

/** Whoever has done anything stays, so that what they did has a name. @throws Refused BAD_STATE */
async function refuseWithPast(ctx: Ctx, row: { id: number; name: string; lastLoginAt: number | null }): Promise<void> {
  await refuseUsed(ctx, table as never, row, 'createdBy', '请停用该账号，所写的内容和记录都保留')
  const logged = ctx.db.selectFrom('log').select('id').where('userId', '=', row.id).limit(1)
  if (row.lastLoginAt !== null || (await logged.executeTakeFirst()))
    throw new Refused('BAD_STATE', `用户「${row.name}」登录过，操作记录中有其姓名，不能删除，请停用`)
}

/** Nobody shuts themselves out. */
function refuseOwn(ctx: Ctx, id: number, doing: string): void {
  if (whoOf(ctx).userId === id) throw new Refused('BAD_STATE', `不能${doing}自己的账号`)
}

interface Comes {
  readonly id: number
  readonly name: string
  readonly passwordAt: number
  readonly lastLoginAt: number | null
  readonly ownPassword: number | null
}

/**
 * Nobody lifts off themselves that the password must be changed, nor off who has not come since theirs was set: whoever did that would go on
 * being able to become them.
 * @throws Refused NO_PERMISSION
 */
function refuseLifting(ctx: Ctx, { id, name, passwordAt, lastLoginAt, ownPassword }: Comes): void {
  if (whoOf(ctx).userId === id) refuseLess(ctx, '不能免去自己「下次登录时须修改密码」')
  else if (ownPassword !== 1 && (lastLoginAt ?? 0) <= passwordAt)
    refuseLess(ctx, `「${name}」的密码设好后本人还没有来改过，不能免去修改`)
}

/** Who has a new account's password can become its owner, and a script stay for ever as somebody. @throws Refused NO_PERMISSION */
function refuseScript(ctx: Ctx): void {
  if (whoOf(ctx).kind !== 'person') throw new Refused('NO_PERMISSION', '脚本令牌不能新增用户，请用账号登录')
}

async function add(ctx: Ctx, input: Save, once: { password: string; hash: string }) {
  refuseScript(ctx)
  const { account, name } = input
  if (account === undefined) throw new Refused('MISSING_PARAMETER', '缺少账号（account）')
  if (name === undefined) throw new Refused('MISSING_PARAMETER', '缺少姓名（name）')
  const kept = stored(ctx, input)
  refuseElsewhere(ctx, kept.deptId ?? null)
  if (kept.deptId) await needDept(ctx, kept.deptId)
  // behind the counter two who add the same account stand one after the other
  await rightsChanged(ctx.db)
  await refuseAlike(ctx, account, 0)
  const { firstChange } = await policyOf(ctx)
  const { id } = await rows.add(ctx, {
    ...{ userType: '2', state: 0, ...kept, account, name },
    ...{ password: once.hash, passwordAt: ctx.now, mustChange: firstChange ? 1 : 0, demo: 0 },
  })
  return { ...(await whole(ctx, Number(id))), oncePassword: once.password }
}

async function change(ctx: Ctx, id: number, input: Save) {
  const was = await rows.need(ctx, id, { lock: true })
  await refuseMightier(ctx, id, '修改其资料')
  if (input.state === 1 && was.state !== 1) refuseOwn(ctx, id, '停用')
  const given = stored(ctx, input)
  if (given.deptId !== undefined && given.deptId !== was.deptId) {
    refuseElsewhere(ctx, given.deptId)
    refuseOwnMove(ctx, id)
    await refuseMightier(ctx, id, '转到这个部门', { deptId: given.deptId })
    if (given.deptId) await needDept(ctx, given.deptId)
    await keepStay(ctx, { userId: id })
  }
  if (given.account !== undefined && given.account !== was.account) await refuseAlike(ctx, given.account, id)
  const otherPhone = given.mobileHash !== undefined && given.mobileHash !== was.mobileHash
  if (otherPhone) await refusePhone(ctx, id)
  // saved once more, it is vouched for by who may everything, and by nobody else anew
  else if (!mayAll(whoOf(ctx).rights)) delete given.mobileBy
  const ending = input.state === 1 && was.state !== 1 ? await tokensOf(ctx.db, [id], ctx.now) : []
  await rows.change(tellingToo(ctx, toldOf(ending)), id, given, input.version)
  if (input.state === 1) await endSessions(ctx, id, 'end')
  else if (otherPhone && (await phoneSignsIn(ctx))) await endOtherSessions(ctx, id)
  await rightsTaken(ctx)
  return { ...(await whole(ctx, id)), oncePassword: null }
}

/** A password that only its reader knows, with its hash. */
async function oncePassword() {
  const password = newPassword()
  return { password, hash: await hashRandom(password) }
}

const save = beforehand(
  async (_: Ctx, input: Save) => ({ input, once: input.id ? null : await oncePassword() }),
  async (ctx: Ctx, { input, once }) => {
    if (input.id) return change(ctx, input.id, input)
    const added = await add(ctx, input, once ?? (await oncePassword()))
    // what is only tried shows none: nobody could sign in with it
    return ctx.call.dry ? { ...added, oncePassword: null } : added
  },
)

async function setState(ctx: Ctx, { ids, state, reason }: Parsed<typeof contract.setState>) {
  const setOne = async (one: Ctx, id: number, by: Measure) => {
    const was = await rows.need(one, id, { lock: true })
    if (was.state === state) return
    if (state === 1) refuseOwn(one, id, '停用')
    await refuseMightier(one, id, state === 1 ? '停用' : '启用', { by })
    const written = await rows.write(one, was, { state })
    const ending = state === 1 ? await tokensOf(one.db, [id], one.now) : []
    if (state === 1) await endSessions(one, id, 'end')
    await rightsTaken(one)
    const before = { ...written?.before, ...toldOf(ending) }
    one.record({ ids: [id], before, after: { ...written?.after, ...(reason && { reason }) } })
  }
  return eachOf(ctx, inOrder(ids), setOne, measureOf)
}

/** Ends what somebody has open anywhere: a desk that was left, a device that was lost; their script tokens too where that is asked for. */
function signOut(ctx: Ctx, { ids, tokens, reason }: Parsed<typeof contract.signOut>) {
  const end = async (one: Ctx, id: number, by: Measure) => {
    await rows.need(one, id, { lock: true })
    refuseOwn(one, id, '用这个办法退出')
    await refuseMightier(one, id, '让其退出登录', { by })
    const withTokens = Number(tokens) === 1
    const ending = withTokens ? await tokensOf(one.db, [id], one.now) : []
    await endSessions(one, id, withTokens ? 'end' : 'keep')
    one.record({
      ids: [id],
      ...(ending.length > 0 && { before: toldOf(ending) }),
      ...((withTokens || reason) && { after: { ...(withTokens && { tokens: 1 }), ...(reason && { reason }) } }),
    })
  }
  return eachOf(ctx, inOrder(ids), end, measureOf)
}

/** A role that says from where its people work may shut out who gets it: oneself, or who may more. */
async function refuseShutOut(ctx: Ctx, userId: number, nets: string, by: Measure): Promise<void> {
  if (whoOf(ctx).userId === userId) refuseOwnWay(ctx, '角色的登录地址', nets)
  else await refuseMightier(ctx, userId, '限制其登录地址', { by })
}

/** Gives a role to users, or takes it from them; each that changes is told. */
async function changeRole(ctx: Ctx, roleId: number, userIds: readonly number[], give: boolean) {
  const role = await ctx.db
    .selectFrom('role')
    .select(['id', 'name', 'nets', 'factor'])
    .where('id', '=', roleId)
    .executeTakeFirst()
  if (!role) throw new Refused('NOT_FOUND', `角色 ${roleId} 不存在`)
  const doing = `${give ? '授予' : '收回'}角色「${role.name}」`
  await refuseBeyond(ctx, [roleId], doing)
  const changeHeld = async (one: Ctx, userId: number, by: Measure) => {
    const { deptId } = await rows.need(one, userId, { lock: true })
    const more = give ? await by.of({ roleId, deptId }) : ''
    if (more !== '') throw new Refused('NO_PERMISSION', `您没有${more}，不能${doing}`)
    if (give && role.nets) await refuseShutOut(one, userId, role.nets, by)
    else if (give && role.factor === 1) await refuseMightier(one, userId, '要求其用动态口令', { by })
    if (!give) await refuseUnbinding(one, role, userId, by)
    const changed = give ? await giveRole(one, userId, roleId) : await takeRole(one, userId, roleId)
    if (!changed) return
    await noteChanged(one, userId)
    await rightsTaken(one)
    one.record({ ids: [userId], [give ? 'after' : 'before']: { role: role.name } })
  }
  // of a role that was deleted meanwhile nothing is given
  const ready = async (inner: Ctx) => {
    await needRole(inner, roleId)
    return measureOf(inner)
  }
  return eachOf(ctx, inOrder(userIds), changeHeld, ready)
}

/** Which roles somebody has is part of what is seen of them: who saw it before is told. */
const noteChanged = (ctx: Ctx, userId: number) =>
  ctx.db
    .updateTable('user')
    .set((eb) => ({ version: eb('version', '+', 1), updatedAt: ctx.now, updatedBy: whoOf(ctx).userId }))
    .where('id', '=', userId)
    .execute()

async function giveRole({ db }: Ctx, userId: number, roleId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('userRole')
    .values({ userId, roleId })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function takeRole({ db }: Ctx, userId: number, roleId: number): Promise<boolean> {
  const pair = db.deleteFrom('userRole').where('userId', '=', userId).where('roleId', '=', roleId)
  return (await pair.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

/** One role of somebody within another call, as if it had been given or taken alone. */
const changeOne = (ctx: Ctx, userId: number, does: 'grantRole' | 'delRole', roleId: number): Promise<BulkResult> =>
  within(ctx, { name: 'user', contract, handlers: user }, does, { roleId, userIds: [userId] })

async function list(ctx: Ctx, input: Parsed<typeof contract.list>) {
  const { name, account, mobile, idNumber, deptId, withChildren, roleId, userType, startTime, endTime, ...rest } = input
  const { state, mustChange, locked, fullName, ...paging } = rest
  const below = deptId && Number(withChildren) === 1 ? await deptsBelow(ctx, deptId) : []
  const page = await rows.page(
    ctx,
    paging,
    ...nameLike(name),
    ...equal('account', account),
    ...equal('name', fullName),
    ...(await exactly(ctx, table, 'mobile', mobile)),
    ...(await exactly(ctx, table, 'idNumber', idNumber?.trim().toUpperCase())),
    ...(below.length > 0 ? oneOf('deptId', below) : equal('deptId', deptId || undefined)),
    ...(roleId ? [amongRows('id', 'userRole', 'userId', [test('roleId', '=', roleId)])] : []),
    ...equal('userType', userType === undefined ? undefined : String(userType)),
    ...equal('state', state),
    ...equal('mustChange', mustChange),
    ...(locked === undefined ? [] : [await lockedNow(ctx, Number(locked) === 1)]),
    ...between('createdAt', startTime, endTime),
  )
  return { ...page, list: await named(ctx, page.list) }
}

/** Articles of each user by their states; who has none is not named. */
async function articleNum(ctx: Ctx, { deptId, startTime, endTime }: Parsed<typeof contract.articleNum>) {
  const where = [...reach(ctx), ...equal('deptId', deptId || undefined), ...between('createdAt', startTime, endTime)]
  const found = await countBy(ctx, article, { by: ['createdBy', 'status'], where })
  const byUser = Map.groupBy(
    found.filter(({ n }) => n > 0),
    ({ createdBy }) => Number(createdBy ?? 0),
  )
  const names = await namesOf(ctx.db, 'user', 'name', byUser.keys())
  const deptOf = await namesOf(ctx.db, 'user', 'deptId', byUser.keys())
  const deptNames = await namesOf(ctx.db, 'dept', 'name', [...deptOf.values()].map(Number))
  return [...byUser]
    .map(([userId, counts]) => ({
      userId: String(userId),
      name: names.get(userId) ?? '（无作者）',
      deptName: deptNames.get(Number(deptOf.get(userId) ?? 0)) ?? null,
      total: counts.reduce((sum, { n }) => sum + n, 0),
      byState: Object.keys(newsStatus).map((status) => ({
        status: Number(status),
        n: counts.filter((one) => String(one.status) === status).reduce((sum, { n }) => sum + n, 0),
      })),
    }))
    .sort((a, b) => b.total - a.total || Number(a.userId) - Number(b.userId))
}

export const user = implement(contract, {
  list,
  options,
  view: (ctx, { id }) => whole(ctx, id),
  reveal: async (ctx, { id, reason }) =>
    revealed(ctx, table, await rows.need(ctx, id), { reason, fields: ['mobile', 'idNumber'] }),
  save,
  importMany: beforehand(readyToImport, importMany),
  importTemplate,
  setState: ownTransactions(setState),
  signOut: ownTransactions(signOut),
  move: ownTransactions(move),
  pwd: beforehand(
    async (ctx: Ctx, { id, password }: Parsed<typeof contract.pwd>) => {
      // whose password it would be is told only of who is within reach
      await rows.need(ctx, id)
      await refuseUnfit(ctx, id, password, '密码（password）')
      return { id, hash: await hashPassword(password) }
    },
    async (ctx: Ctx, { id, hash }) => {
      await setPassword(ctx, id, hash)
      return { id: String(id) }
    },
  ),
  resetPwd: beforehand(
    async (_: Ctx, { id }: Parsed<typeof contract.resetPwd>) => ({ id, once: await oncePassword() }),
    async (ctx: Ctx, { id, once }) => {
      const tokensLeft = await setPassword(ctx, id, once.hash)
      return { id: String(id), oncePassword: once.password, tokensLeft }
    },
  ),
  factorReset: async (ctx, { id }) => {
    if (whoOf(ctx).userId === id) throw new Refused('BAD_STATE', '自己的动态口令请在右上角的「动态口令」中重新绑定')
    const { account } = await rows.need(ctx, id, { lock: true })
    await refuseMightier(ctx, id, '解除其动态口令')
    await forgetWrongCodes(ctx, id)
    if (!(await dropFactor(ctx, id))) throw new Refused('BAD_STATE', '该用户没有绑定动态口令')
    // the wrong codes were failures of sign-in too, and would keep them waiting
    await forgetFailures(ctx, { account })
    await endSessions(ctx, id)
    ctx.record({ ids: [id] })
    return { id: String(id) }
  },
  resetPwdState: async (ctx, { id, mustChange: wanted }) => {
    const was = await rows.need(ctx, id, { lock: true })
    await refuseMightier(ctx, id, '修改其登录要求')
    const due = wanted ?? (was.mustChange === 1 ? 0 : 1)
    if (due === 0 && was.mustChange === 1) refuseLifting(ctx, was)
    const { mustChange } = await rows.change(ctx, id, { mustChange: due })
    return { id: String(id), mustChange }
  },
  grantRole: ownTransactions((ctx, { roleId, userIds }) => changeRole(ctx, roleId, userIds, true)),
  delRole: ownTransactions((ctx, { roleId, userIds }) => changeRole(ctx, roleId, userIds, false)),
  roles: (ctx, { id, roleIds, version: seen }) =>
    setRoles(ctx, id, { roleIds, seen }, (does, roleId) => changeOne(ctx, id, does, roleId)),
  grantRoleData: async (ctx, { roleId, dataScope }) => {
    const { version } = await saveRole(ctx, { id: roleId, dataScope })
    return { roleId: String(roleId), dataScope, version }
  },
  articleNum,
  del: async (ctx, { id }) => {
    refuseOwn(ctx, id, '删除')
    await rows.need(ctx, id)
    await refuseMightier(ctx, id, '删除')
    await rows.drop(ctx, id, refuseWithPast)
    await rightsTaken(ctx)
    return { id: String(id) }
  },
})
