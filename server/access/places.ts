import { Refused } from '../../core/errors.ts'
import type { Ctx, Staff } from '../context.ts'
import { isWithin, NoNet, netsFrom } from '../http/nets.ts'
import { rightsChanged } from './rights.ts'

/**
 * Where the staff may work from: addresses that the setting names, and those of each role that names some. Asked at sign-in and with each
 * call, of scripts too, and alike in both: at the machine itself `xzx user unlock` is the way back, for who reads its key.
 */

/** @throws Refused BAD_INPUT naming what is no address */
export function refuseNoNets(label: string, text: string | null | undefined): void {
  try {
    netsFrom(text ?? '')
  } catch (error) {
    if (!(error instanceof NoNet)) throw error
    throw new Refused('BAD_INPUT', `${label}：「${error.message}」不是 IP 地址或网段，例如 10.2.0.0/16,10.3.4.5`)
  }
}

/** Who sets it would be out themselves. @throws Refused BAD_INPUT */
export function refuseOwnWay({ call }: Ctx, label: string, text: string | null | undefined): void {
  refuseNoNets(label, text)
  if (!isWithin(text ?? '', call.address))
    throw new Refused('BAD_INPUT', `${label}：您现在的地址 ${call.address} 不在其中，保存后您将不能登录`)
}

const outside = ({ address, near }: { readonly address: string; readonly near: boolean }): Refused => {
  const back = near ? '，或用 xzx user unlock 账号 --nets --data 数据目录 解除限制' : '或联系管理员'
  const says = `您的账号只能从规定的地址使用，现在的地址是 ${address}，请在单位网络中使用${back}`
  return new Refused('NO_PERMISSION', says, { address })
}

/** @throws Refused NO_PERMISSION for who calls from elsewhere */
export function refuseOutside({ places }: Pick<Staff, 'places'>, from: { address: string; near: boolean }): void {
  if (places.some((text) => !isWithin(text, from.address))) throw outside(from)
}

/** Whether who is signed in may do anything from there: what was asked of them since holds for what they have open, too. */
export const mayWork = ({ places, unbound }: Pick<Staff, 'places' | 'unbound'>, address: string): boolean =>
  !unbound && places.every((text) => isWithin(text, address))

/** @throws Refused SESSION_OVER for who must bind a second factor and has none: signing in leads to it */
export function refuseUnbound({ unbound }: Pick<Staff, 'unbound'>): void {
  if (unbound) throw new Refused('SESSION_OVER', '您的账号现在须用动态口令登录，请重新登录，按提示绑定')
}

/** The same at sign-in, where nobody is in yet. @returns the refusal; null: they may come */
export async function refusalOutside({ db, call }: Ctx, userId: number): Promise<Refused | null> {
  const roles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('role.nets')
    .where('userRole.userId', '=', userId)
    .where('role.enabled', '=', 1)
    .execute()
  const all = await db.selectFrom('setting').select('value').where('name', '=', 'signIn.nets').executeTakeFirst()
  const places = [all?.value ?? '', ...roles.map(({ nets }) => nets ?? '')]
  return places.every((text) => isWithin(text, call.address)) ? null : outside(call)
}

/** What limits from where somebody may work, in words. */
export async function placedBy({ db }: Ctx, userId: number): Promise<string[]> {
  const all = await db.selectFrom('setting').select('value').where('name', '=', 'signIn.nets').executeTakeFirst()
  const roles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('role.name')
    .where('userRole.userId', '=', userId)
    .where('role.enabled', '=', 1)
    .where('role.nets', '!=', '')
    .orderBy('role.id')
    .execute()
  return [...(all?.value ? ['全部工作人员'] : []), ...roles.map(({ name }) => `角色「${name}」`)]
}

/** Sessions of the staff that go on. */
async function openNow({ db, now }: Ctx, kinds: readonly Staff['kind'][]) {
  const rows = await db
    .selectFrom('session')
    .select(['userId', 'address', 'idleMs', 'seenAt'])
    .where('kind', 'in', kinds)
    .where('expiresAt', '>', now)
    .execute()
  return rows.filter(({ idleMs, seenAt }) => idleMs === 0 || seenAt + idleMs > now)
}

/** Who is signed in, scripts left out. */
export const signedInNow = async (ctx: Ctx): Promise<ReadonlySet<number>> =>
  new Set((await openNow(ctx, ['person'])).map(({ userId }) => userId))

/** Of people who may work from some addresses only, by their ids, those who are signed in from others. */
export async function signedInElsewhere(
  ctx: Ctx,
  placed: ReadonlyMap<number, readonly string[]>,
): Promise<ReadonlySet<number>> {
  const out = (await openNow(ctx, ['person', 'script'])).filter(
    ({ userId, address }) => address !== null && (placed.get(userId) ?? []).some((text) => !isWithin(text, address)),
  )
  return new Set(out.map(({ userId }) => userId))
}

/** The way back: nothing limits from where somebody works any more. @returns what was lifted, in words */
export async function openPlaces({ db }: Ctx, userId: number): Promise<string[]> {
  const all = await db
    .deleteFrom('setting')
    .where('name', '=', 'signIn.nets')
    .where('value', '!=', '')
    .executeTakeFirst()
  const own = db.selectFrom('userRole').select('roleId').where('userId', '=', userId)
  const roles = await db
    .updateTable('role')
    .set((eb) => ({ nets: null, version: eb('version', '+', 1) }))
    .where('id', 'in', own)
    .where('nets', 'is not', null)
    .returning('name')
    .execute()
  await rightsChanged(db)
  return [...(all.numDeletedRows > 0n ? ['全部工作人员'] : []), ...roles.map(({ name }) => `角色「${name}」`)]
}
