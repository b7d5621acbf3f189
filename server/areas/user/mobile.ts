import { Refused } from '../../../core/errors.ts'
import { rolesNow } from '../../access/rights.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { user as table } from '../../db/tables/people.ts'
import { allHold, oneOf } from '../../rows/condition.ts'
import { setting } from '../../settings.ts'

/** Whether the phone of an account stands for its password now; not asked of the gateway, which may be back tomorrow. */
export const phoneSignsIn = async ({ db }: Ctx): Promise<boolean> => (await setting(db, 'signIn.mobile')) === '1'

const says = '开放短信登录后，手机号相当于密码'

/**
 * Codes to the phone of an account sign in where that is allowed, and who set it before then would be in from then on: it is set by who may
 * set their password, and by no script. Who may more than the caller is refused beside it (`refuseMightier`).
 * @throws Refused NO_PERMISSION
 */
export async function refusePhone(ctx: Ctx, userId: number): Promise<void> {
  const { kind, userId: self } = whoOf(ctx)
  if (kind !== 'person')
    throw new Refused('NO_PERMISSION', `手机号（mobile）：${says}，脚本令牌不能修改，请用账号登录后修改`)
  if (userId === self) return
  const conditions = allHold([...scopeOf(ctx, table, 'user_resetPwd', 'change'), ...oneOf('id', [userId])])
  const reached = await ctx.db.selectFrom('user').select('id').where(conditions).executeTakeFirst()
  if (!reached)
    throw new Refused('NO_PERMISSION', `手机号（mobile）：${says}，要有重置对方密码的权限（user_resetPwd）才能修改`)
}

/** Who gives the phone of an account; null: its owner. */
export const phoneGiver = (ctx: Ctx, userId?: number | null): number | null => {
  const { userId: self } = whoOf(ctx)
  return self === userId ? null : self
}

interface Owner {
  readonly id: number
  readonly deptId: number | null
}

/**
 * Whether codes to the phone of an account sign in as it: not where somebody gave it who may less by now, for it may be theirs. Who may
 * everything vouches for it by saving it once more.
 * @param by who gave it; null: its owner
 */
export async function phoneIsTrusted({ db }: Ctx, { id, deptId }: Owner, by: number | null): Promise<boolean> {
  if (by === null) return true
  const giver = await db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.deptId', 'user.state', 'dept.state as deptState'])
    .where('user.id', '=', by)
    .executeTakeFirst()
  if (giver?.state !== 0 || giver.deptState === 1) return false
  const theirs = await rolesNow(db, by, giver.deptId)
  if (theirs.some(({ keys }) => keys === null)) return true
  const far = (some: readonly (number | null)[]) =>
    theirs.some(({ depts }) => depts === null || some.every((one) => one !== null && depts.includes(one)))
  const may = new Set(theirs.flatMap(({ keys }) => [...(keys ?? [])]))
  const columns = theirs.some((one) => one.columns === null)
    ? null
    : new Set(theirs.flatMap((one) => [...(one.columns ?? [])]))
  // still among their people, and with nothing that they have not themselves
  return (
    far([deptId]) &&
    (await rolesNow(db, id, deptId)).every(
      (one) =>
        one.keys !== null &&
        [...one.keys].every((key) => may.has(key)) &&
        far(one.depts ?? [null]) &&
        (columns === null || (one.columns?.every((column) => columns.has(column)) ?? false)),
    )
  )
}
