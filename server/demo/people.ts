import { masked } from '../../core/domain/personal.ts'
import { sms, people as table } from '../db/tables/visitor.ts'
import { sealed } from '../rows/personal.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoVisitor {
  readonly name: string | null
  /** Numbers that no operator has given out, and cards of nobody: their last place fits. */
  readonly phone: string
  readonly idNumber: string | null
  readonly address: string | null
  readonly userStatus: 0 | 1 | 2 | 3
  readonly reason?: string
  /** Days since they registered. */
  readonly days: number
  readonly ban?: { readonly reason: string; readonly days: number }
}

/** Visitors of the demo county in every state: two wait to be judged, one may not come for a while. */
const visitors: readonly DemoVisitor[] = [
  {
    name: '周桂兰',
    phone: '19900000001',
    idNumber: '130900197003150028',
    address: '青石县城关镇建设街 12 号',
    userStatus: 2,
    days: 96,
  },
  {
    name: '马志强',
    phone: '19900000002',
    idNumber: '130900198511020019',
    address: '青石县柳林乡马家庄',
    userStatus: 1,
    days: 2,
  },
  {
    name: '郝文静',
    phone: '19900000003',
    idNumber: '130900199207240044',
    address: '青石县城关镇文化路 3 号',
    userStatus: 1,
    days: 1,
  },
  {
    name: '田宝',
    phone: '19900000004',
    idNumber: '130900196512080035',
    address: null,
    userStatus: 3,
    reason: '姓名与身份证不符，请核对后重新提交',
    days: 40,
  },
  { name: null, phone: '19900000005', idNumber: null, address: null, userStatus: 0, days: 6 },
  {
    name: '冯立新',
    phone: '19900000006',
    idNumber: '130900197809190017',
    address: '青石县大河镇冯庄',
    userStatus: 2,
    days: 150,
    ban: { reason: '多次在留言中发布广告，经提醒未改正', days: 3 },
  },
]

/** The county's own: with the last place that fits the others. */
function whole(idNumber: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((all, weight, i) => all + weight * Number(idNumber[i]), 0)
  return `${idNumber.slice(0, 17)}${'10X98765432'[sum % 11]}`
}

export async function add({ trx, parts, users, now }: DemoPlace): Promise<void> {
  const { secret } = parts
  const by = users.get('fushen') ?? null
  for (const { name, phone, idNumber, address, userStatus, reason, days, ban } of visitors) {
    const createdAt = now - days * day
    const judged = userStatus >= 2
    const personal = { peopleName: name, peoplePhone: phone, idNumber: idNumber && whole(idNumber), address }
    const banEndTime = ban ? now + 27 * day : null
    const { id } = await trx
      .insertInto('people')
      .values({
        ...sealed(secret, table, personal),
        ...{ peoplePhoneHash: secret.lookup(phone), userStatus, auditReason: reason ?? null, read: judged ? 1 : 0 },
        ...(judged && { auditedBy: by, auditedAt: createdAt + day / 2 }),
        ...{ peopleState: ban ? 1 : 0, banReason: ban?.reason ?? null, banEndTime },
        ...{ lastLoginAt: createdAt, createdAt, updatedAt: createdAt, version: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (ban)
      await trx
        .insertInto('blacklist')
        .values({
          peopleId: id,
          reason: ban.reason,
          startTime: now - ban.days * day,
          endTime: banEndTime,
          createdBy: by,
        })
        .execute()
    const text = masked('coded', '【青石县政协】您的验证码是 000000，5 分钟内有效。如非本人操作，请忽略本短信。')
    await trx
      .insertInto('sms')
      .values({
        ...sealed(secret, sms, { phone, text }),
        phoneHash: secret.lookup(phone),
        kind: 'login',
        state: 0,
        createdAt,
      })
      .execute()
  }
}
