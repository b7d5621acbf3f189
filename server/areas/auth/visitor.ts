import type { Selectable } from 'kysely'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { keepPlace } from '../../access/known-place.ts'
import { newPhoneCode } from '../../access/phone-code.ts'
import { isBanned, openSession } from '../../access/session.ts'
import { type Change, type Ctx, partsIn, visitorSays } from '../../context.ts'
import { people } from '../../db/tables/visitor.ts'
import type { Schema } from '../../db/tables.ts'
import { type Identity, Unfit } from '../../ports/identity.ts'
import { sendSms } from '../../ports/outbox.ts'
import { sealed } from '../../rows/personal.ts'
import { sessionSpan, setting } from '../../settings.ts'

/**
 * Sends a code to a phone, whoever's it is: nothing here looks whether it is known.
 * @param more the id that was answered already, and whom the log names
 */
export async function sendPhoneCode(
  ctx: Ctx,
  phone: string,
  use: string,
  more: Pick<Change, 'as'> & { readonly codeId?: string } = {},
): Promise<{ codeId: string }> {
  const { codeId, code } = await newPhoneCode(ctx, phone, use, more.codeId)
  const [signature, text] = [await setting(ctx.db, 'sms.signature'), await setting(ctx.db, 'sms.code')]
  const told = await sendSms(ctx, { phone, kind: use, text: `【${signature}】${text.replaceAll('{code}', code)}` })
  ctx.record({ kind: 'login', ...(more.as && { as: more.as }), ...told })
  return { codeId }
}

const columns = ['id', 'peopleState', 'banEndTime', 'banReason', 'subjectHash'] as const

type Held = Pick<Selectable<Schema['people']>, (typeof columns)[number]>

/** The visitor of a mark; held until the transaction ends. */
async function held(ctx: Ctx, by: 'peoplePhoneHash' | 'subjectHash', mark: string): Promise<Held | undefined> {
  const found = ctx.db.selectFrom('people').select(columns).where(by, '=', mark)
  return (ctx.dialect === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
}

/** The visitor whose phone it is, or a new one; held until the transaction ends. */
async function peopleOf(ctx: Ctx, phone: string): Promise<Held> {
  const { secret } = ctx.parts
  const phoneHash = secret.lookup(phone)
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  await ctx.db
    .insertInto('people')
    .values({
      ...sealed(secret, people, { peoplePhone: phone }),
      ...{ peoplePhoneHash: phoneHash, userStatus: 0, read: 0, peopleState: 0, version: 1, ...times },
    })
    .onConflict((oc) => oc.column('peoplePhoneHash').doNothing())
    .execute()
  return (await held(ctx, 'peoplePhoneHash', phoneHash)) as Held
}

/** @throws Refused NO_PERMISSION */
function refuseFrozen(ctx: Ctx, found: Held): void {
  if (!isBanned(found, ctx.now)) return
  const until = found.banEndTime === null ? '' : `，${formatTime(found.banEndTime)} 解除`
  throw new Refused('NO_PERMISSION', `该手机号已被限制使用${until}。原因：${found.banReason ?? '未说明'}`)
}

/** The visitor whose account elsewhere it is, with the phone that they have there now; none: nobody came by it yet. */
async function accountOf(ctx: Ctx, { subject, phone }: Identity): Promise<Held | undefined> {
  const { secret } = ctx.parts
  const found = await held(ctx, 'subjectHash', secret.lookup(subject))
  if (!found) return undefined
  const peoplePhoneHash = secret.lookup(phone)
  const other = await held(ctx, 'peoplePhoneHash', peoplePhoneHash)
  // whoever is frozen under either comes in by neither
  if (other) refuseFrozen(ctx, other)
  else
    await ctx.db
      .updateTable('people')
      .set({ ...sealed(secret, people, { peoplePhone: phone }), peoplePhoneHash, updatedAt: ctx.now })
      .where('id', '=', found.id)
      .execute()
  return found
}

/** A phone may have come to somebody else since, and what was sent with it is whoever's account it belongs to. @throws Refused LOGIN_FAILED */
function refuseOthers(ctx: Ctx, { subjectHash }: Held, { subject }: Identity): void {
  if (subjectHash !== null && subjectHash !== ctx.parts.secret.lookup(subject))
    throw new Refused('LOGIN_FAILED', '这个手机号在本网站属于另一个统一身份认证账号，请联系网站管理员核对')
}

/**
 * Opens the session of whoever has shown that a phone is theirs.
 * @param elsewhere who they are by another system's word: who came by that account before is the same one, whatever their phone is now
 * @throws Refused NO_PERMISSION who is frozen
 */
export async function signInVisitor(
  ctx: Ctx,
  phone: string,
  elsewhere?: Identity,
): Promise<{ token: string; peopleId: number }> {
  const found = (elsewhere && (await accountOf(ctx, elsewhere))) ?? (await peopleOf(ctx, phone))
  refuseFrozen(ctx, found)
  if (elsewhere) refuseOthers(ctx, found, elsewhere)
  await ctx.db.updateTable('people').set({ lastLoginAt: ctx.now }).where('id', '=', found.id).execute()
  await keepPlace(ctx, phone)
  const { token } = await openSession(ctx.db, ctx.parts.secret, {
    ...{ kind: 'visitor', userId: 0, peopleId: found.id, now: ctx.now, address: ctx.call.address },
    ...(await sessionSpan(partsIn(ctx))),
  })
  const as = { userId: null, account: '', name: visitorSays(found.id) }
  ctx.record({ kind: 'login', as, ids: [found.id] })
  return { token, peopleId: found.id }
}

const unfit = '统一身份认证返回的资料不完整'

/** Asks the other system who signed in there. @throws Refused BAD_STATE where there is none, LOGIN_FAILED where it knows nobody, or says what fits nobody */
export async function whoElsewhere(ctx: Ctx, code: string, ticket: string): Promise<Identity> {
  const { identity } = ctx.parts.ports
  if (identity.missing !== null) throw new Refused('BAD_STATE', identity.missing.split('（')[0])
  const told = await identity.exchange(code, ticket).catch(async (error: Error) => {
    if (error instanceof Unfit) {
      const as = { userId: null, account: '', name: '' }
      await ctx.transaction(async (own) => own.record({ kind: 'login', as, result: `${unfit}：${error.message}` }))
      throw new Refused('LOGIN_FAILED', `${unfit}，请联系网站管理员`)
    }
    throw new Refused('UNAVAILABLE', `统一身份认证${error.message}，请稍后再试`)
  })
  if (!told) throw new Refused('LOGIN_FAILED', '登录凭据无效或已使用，请重新登录')
  return told
}

/** What the other system says of somebody, where nobody has said it here; what was approved here stays. */
export async function takeOver(ctx: Ctx, peopleId: number, { subject, name, idNumber }: Identity): Promise<void> {
  const subjectHash = ctx.parts.secret.lookup(subject)
  await ctx.db.updateTable('people').set({ subjectHash: null }).where('subjectHash', '=', subjectHash).execute()
  await ctx.db.updateTable('people').set({ subjectHash }).where('id', '=', peopleId).execute()
  if (!name || !idNumber) return
  const given = sealed(ctx.parts.secret, people, { peopleName: name, idNumber })
  await ctx.db
    .updateTable('people')
    .set({ ...given, userStatus: 1, read: 0, updatedAt: ctx.now })
    .where('id', '=', peopleId)
    .where('userStatus', '=', 0)
    .execute()
}
