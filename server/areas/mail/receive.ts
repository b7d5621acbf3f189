import type { MailKind } from '../../../core/domain/mail-states.ts'
import { masked } from '../../../core/domain/personal.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { asStaff, type Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { newCode, plainCode } from '../../letters/code.ts'
import { sealed } from '../../rows/personal.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { dueOf } from './clock.ts'
import { daysNow } from './days.ts'
import { history, letters } from './letters.ts'

export interface Written {
  readonly title: string
  readonly type: number
  readonly content: string
  readonly name: string
  readonly phone: string
  readonly openFlag: number
}

/** Keeps a letter with a code of its own, by which whoever wrote finds it again. */
export async function receive(ctx: Ctx, given: Written, files: readonly number[] = []) {
  const { title, content, name, phone } = given
  const [type, openFlag] = [Number(given.type), Number(given.openFlag)]
  const code = newCode()
  const days = (await daysNow(ctx.db))[type as MailKind]
  const timed = {
    ...{
      createdAt: ctx.now,
      limitDays: days,
      restartAt: null,
      extendDays: null,
      extendedAt: null,
      askedAt: null,
      leftAt: null,
      joinedFrom: null,
      joinedDays: null,
    },
  }
  const due = dueOf(await calendarHeld(ctx), timed)
  const { secret } = ctx.parts
  const personal = sealed(secret, table, { name, phone, phoneHash: '', code, codeHash: '' })
  const { id } = await letters.add(ctx, {
    ...{ title, type, content, openFlag, state: 0, deptId: null, due, limitDays: days },
    ...personal,
    phoneHash: secret.lookup(phone),
    codeHash: secret.lookup(plainCode(code)),
    addressHash: asStaff(ctx.who) ? null : secret.lookup(`address ${ctx.call.address}`),
    shownName: masked('name', name),
    files,
  })
  const act = asStaff(ctx.who) ? '登记来信' : '来信'
  await history.keep(ctx, [{ id: Number(id), no: 1, step: { act, status: 0 } }])
  return { id, code, due: due === null ? null : formatTime(due) }
}
