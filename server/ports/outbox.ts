import { masked } from '../../core/domain/personal.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import { sms } from '../db/tables/visitor.ts'
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

async function deliver(ctx: Ctx, id: number, message: { phone: string; text: string }): Promise<void> {
  const note = (state: number, error: string | null) =>
    ctx.parts.db.write.updateTable('sms').set({ state, error, sentAt: ctx.parts.now() }).where('id', '=', id).execute()
  try {
    await ctx.parts.ports.sms.send(message)
  } catch (error) {
    await note(failed, (error as Error).message)
    throw new Refused('UNAVAILABLE', '短信没有发出，请稍后再试')
  }
  await note(sent, null)
}

/**
 * Puts a message into the outbox, in the caller's transaction, and sends it after the commit. Of one that leaves the machine, what is secret
 * in it is not kept: nobody but its reader is to know it.
 * @returns its id, for the log, which keeps neither phone nor text
 */
export async function sendSms(ctx: Ctx, message: { phone: string; kind: string; text: string }): Promise<number> {
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
  return id
}
