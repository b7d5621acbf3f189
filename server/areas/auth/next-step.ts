import { deviceSays } from '../../../core/domain/device.ts'
import { fromElsewhere, Refused } from '../../../core/errors.ts'
import { factorState, mustHaveFactor } from '../../access/factor.ts'
import { refusalOutside } from '../../access/places.ts'
import { openSession } from '../../access/session.ts'
import { newStep, type Step } from '../../access/sign-in-step.ts'
import { expiryOf, policyOf } from '../../access/unfit-password.ts'
import { type Ctx, partsIn } from '../../context.ts'
import { sessionSpan, setting } from '../../settings.ts'
import { activeUser, type SignedUser } from './tries.ts'

/** What a sign-in has come to: a session, or a refusal that says what is to be shown next and brings the ticket for it. */
export type Outcome = { readonly token: string } | { readonly refused: Refused; readonly step: Step | null }

/** The steps in their order: nobody sets a password, or binds a telephone, before they have shown the code that they have. */
const order = ['factor', 'password', 'enrol'] as const satisfies readonly Step[]

type Asking = (ctx: Ctx, user: SignedUser) => Promise<((ticket: string) => Refused) | null>

const asks: Readonly<Record<Step, Asking>> = {
  factor: async (ctx, { id }) => {
    if (!(await factorState(ctx, id))) return null
    return (ticket) => new Refused('SECOND_FACTOR', undefined, { ticket, enrol: false })
  },
  password: async (ctx, user) => {
    const policy = await policyOf(ctx)
    const over = (expiryOf(policy, user) ?? Number.POSITIVE_INFINITY) <= ctx.now
    if (user.mustChange === 0 && !over) return null
    const { lengthMin, kindsMin, expireDays } = policy
    const then = (await asks.enrol(ctx, user)) ? '改后再绑定动态口令，即可登录' : '改后即登录'
    const says =
      user.mustChange === 1
        ? `您的密码是别人设的，请改成只有自己知道的密码，${then}`
        : `密码已用满 ${expireDays} 天，请修改，${then}`
    return (ticket) => new Refused('PASSWORD_EXPIRED', says, { ticket, policy: { lengthMin, kindsMin } })
  },
  enrol: async (ctx, { id }) => {
    if (!(await mustHaveFactor(ctx, id)) || (await factorState(ctx, id))) return null
    const says = '您的账号须用动态口令登录，请先绑定'
    return (ticket) => new Refused('SECOND_FACTOR', says, { ticket, enrol: true })
  },
}

/** Of more sign-ins than the setting lets one have at once, those that were used longest ago end. */
async function endOldest({ db, now }: Ctx, userId: number): Promise<void> {
  const most = Number(await setting(db, 'signIn.sessions'))
  if (most === 0) return
  const own = db.selectFrom('session').select('id').where('userId', '=', userId).where('kind', '=', 'person')
  const kept = await own
    .where('expiresAt', '>', now)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('kind', '=', 'person')
    .where(
      'id',
      'not in',
      kept.map(({ id }) => id),
    )
    .execute()
}

/** Opens the session of a person who has shown all that is asked. */
async function enter(ctx: Ctx, userId: number): Promise<string> {
  const { db, now, parts, call } = ctx
  const { address } = call
  const was = await db
    .selectFrom('user')
    .select(['lastLoginAt as at', 'lastLoginFrom as from', 'failedLogins as failed'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('user')
    .set({ lastLoginAt: now, lastLoginFrom: address, failedLogins: 0 })
    .where('id', '=', userId)
    .execute()
  const span = await sessionSpan(partsIn(ctx))
  const from = { address, device: deviceSays(call.agent), before: was }
  const { token } = await openSession(db, parts.secret, { kind: 'person', userId, now, ...span, ...from })
  await endOldest(ctx, userId)
  return token
}

const results: Readonly<Record<Step, string>> = {
  factor: '须核对动态口令',
  password: '须先修改密码',
  enrol: '须先绑定动态口令',
}

/**
 * What follows for somebody who has shown their password, and the steps up to one: the next that is asked of them, or their session.
 * In the caller's transaction, with its row in the log.
 * @param passed the last step that was shown; null: the password
 * @param by what the log is to tell of how it was shown
 */
export async function nextStep(ctx: Ctx, user: SignedUser, passed: Step | null, by = ''): Promise<Outcome> {
  const as = { userId: user.id, account: user.account, name: user.name }
  const record = (result: string) => ctx.record({ kind: 'login', ids: [user.id], as, result })
  const recordPassed = (result: string) => record(by ? `${result}，${by}` : result)
  const elsewhere = await refusalOutside(ctx, user.id)
  if (elsewhere) {
    record(fromElsewhere)
    return { step: null, refused: elsewhere }
  }
  for (const step of order.slice(passed === null ? 0 : order.indexOf(passed) + 1)) {
    // a demo account is everybody's: nobody is made to give it a password of theirs
    if (step === 'password' && user.demo === 1) continue
    const refusal = await asks[step](ctx, user)
    if (!refusal) continue
    recordPassed(results[step])
    return { step, refused: refusal(await newStep(ctx, user.id, step)) }
  }
  recordPassed('成功')
  return { token: await enter(ctx, user.id) }
}

/** Whoever a step's ticket stands for, while they may sign in. @throws Refused LOGIN_FAILED */
export async function stepUser(ctx: Ctx, userId: number): Promise<SignedUser> {
  const user = await activeUser(ctx, { id: userId })
  if (!user) throw new Refused('LOGIN_FAILED')
  return user
}

/** The token, or the refusal that leads on. @throws Refused SECOND_FACTOR, PASSWORD_EXPIRED */
export function tokenOf(outcome: Outcome): string {
  if ('refused' in outcome) throw outcome.refused
  return outcome.token
}
