import { masked } from '../../core/domain/personal.ts'
import { Refused } from '../../core/errors.ts'
import type { Change, Ctx } from '../context.ts'
import { sms } from '../db/tables/visitor.ts'
import { appendLog } from '../log.ts'
import { forgetKey } from '../request-key.ts'
import { sealed } from '../rows/personal.ts'

/** Where every short message stands before it is sent, and stays for a while (core/contract/sms.ts). */

/** What became of a message (smsStates). */
const kept = 0
const sent = 1
const failed = 2
const waiting = 3

const keptFor = 90 * 24 * 3600_000
/** More than a county sends in a quarter of a year. */
const most = 100_000

async function sweep({ db, now }: Ctx): Promise<void> {
  const oldest = db.selectFrom('sms').select('createdAt').orderBy('createdAt', 'desc').orderBy('id', 'desc')
  await db
    .deleteFrom('sms')
    .where((eb) => eb.or([eb('createdAt', '<', now - keptFor), eb('createdAt', '<', oldest.limit(1).offset(most - 1))]))
    .execute()
}

/** What the log says of a message that is on its way: whether it arrives there is known after the commit. */
const onItsWay = '已交短信网关，等待发出'

async function deliver(ctx: Ctx, id: number, message: { phone: string; text: string }): Promise<void> {
  const { db, ports, secret, now } = ctx.parts
  const note = (trx: Ctx['db'], state: number, error: string | null) =>
    trx.updateTable('sms').set({ state, error, sentAt: now() }).where('id', '=', id).execute()
  try {
    await ports.sms.send(message)
  } catch (error) {
    const { message: why } = error as Error
    await db.transaction(async (trx) => {
      await note(trx, failed, why)
      await forgetKey(ctx, trx)
      const change = { kind: 'login' as const, ids: [id], result: `短信没有发出：${why}` }
      await appendLog(trx, secret.log, { call: ctx.call, who: ctx.who, now: now(), change })
    })
    throw new Refused('UNAVAILABLE', '短信没有发出，请稍后再试')
  }
  await note(db.write, sent, null)
}

/**
 * Puts a message into the outbox, in the caller's transaction, and sends it after the commit. Of one that leaves the machine, what is secret
 * in it is not kept: nobody but its reader is to know it.
 * @returns what the log says of it, which keeps neither phone nor text
 */
export async function sendSms(
  ctx: Ctx,
  message: { phone: string; kind: string; text: string },
): Promise<Pick<Change, 'ids' | 'result'>> {
  const { phone, kind, text } = message
  const { ports, secret } = ctx.parts
  const local = ports.sms.missing !== null
  await sweep(ctx)
  const { id } = await ctx.db
    .insertInto('sms')
    .values({
      ...sealed(secret, sms, { phone, text: local ? text : masked('coded', text) }),
      ...{ kind, state: local ? kept : waiting, createdAt: ctx.now, phoneHash: secret.lookup(phone) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!local) ctx.after(() => deliver(ctx, id, { phone, text }))
  return { ids: [id], ...(!local && { result: onItsWay }) }
}
