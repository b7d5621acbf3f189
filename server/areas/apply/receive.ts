import { tidied } from '../../../core/domain/apply-form.ts'
import { type ApplyChannel, applyChannels, receivedWithinDays } from '../../../core/domain/apply-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { asStaff, type Ctx } from '../../context.ts'
import { apply as table } from '../../db/tables/apply.ts'
import { newCode, plainCode } from '../../letters/code.ts'
import { dayGiven } from '../../letters/day-given.ts'
import { sealed } from '../../rows/personal.ts'
import { nextInRegister } from '../../rows/register.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { cases, history } from './cases.ts'
import { dueOf } from './clock.ts'

export interface Asked {
  readonly applicant: number
  readonly name: string
  readonly idNumber?: string | undefined
  readonly orgCode?: string | undefined
  readonly contact?: string | undefined
  readonly phone: string
  readonly address?: string | undefined
  readonly email?: string | undefined
  readonly title: string
  readonly content: string
  readonly medium: number
  readonly way: number
}

const dayMs = 24 * 3600_000

/** From when a request counts, by how it came (31): null where it is first to be confirmed with the applicant. */
function receivedBy(ctx: Ctx, channel: number, at: number | undefined): number | null {
  if (at === undefined && applyChannels[channel as ApplyChannel].confirms) return null
  const field = ['receivedAt', '收到申请之日'] as const
  if (at !== undefined && at < ctx.now - receivedWithinDays * dayMs)
    throw new Refused('BAD_INPUT', `${field[1]}（${field[0]}）：早于一年前，会改动已公布的年度报告，请核对年份`)
  return dayGiven(ctx, at, ...field)
}

/** Keeps a request with a code of its own, by which the applicant finds it again. */
export async function receive(
  ctx: Ctx,
  given: Asked & { readonly channel: number; readonly receivedAt?: number | undefined },
  files: readonly number[] = [],
) {
  const { name, phone, title, content } = given
  const { idNumber, orgCode, contact, address, email } = tidied(given)
  const [applicant, channel] = [Number(given.applicant), Number(given.channel)]
  const code = newCode()
  const receivedAt = receivedBy(ctx, channel, given.receivedAt)
  const timed = {
    ...{ receivedAt, restartAt: null, againAt: null, extendDays: null, extendedAt: null },
    ...{ askedAt: null, thirdAt: null, thirdBackAt: null },
  }
  const due = dueOf(await calendarHeld(ctx), timed)
  const state = receivedAt === null ? 0 : 1
  const { secret } = ctx.parts
  const personal = sealed(secret, table, {
    ...{ name, phone, phoneHash: '', code, codeHash: '' },
    ...{ idNumber: idNumber || null, contact: contact || null, address: address || null, email: email || null },
  })
  const { id } = await cases.add(ctx, {
    ...{ title, content, applicant, channel, state, receivedAt, due, orgCode: orgCode || null, deptId: null },
    ...{ medium: Number(given.medium), way: Number(given.way) },
    ...(await nextInRegister(ctx.db, 'apply', ctx.now)),
    ...personal,
    phoneHash: secret.lookup(phone),
    codeHash: secret.lookup(plainCode(code)),
    files,
  })
  const act = asStaff(ctx.who) ? '登记申请' : '提出申请'
  await history.keep(ctx, [{ id: Number(id), no: 1, step: { act, status: state } }])
  return { id, code, due: due === null ? null : formatTime(due) }
}
