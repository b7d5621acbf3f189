import { applyDays } from '../../core/domain/apply-states.ts'
import { dayNumber, momentOf } from '../../core/domain/time.ts'
import { addWorkingDays } from '../../core/domain/workdays.ts'
import { dueOf } from '../areas/apply/clock.ts'
import { apply as table } from '../db/tables/apply.ts'
import { plainCode } from '../letters/code.ts'
import { placeAll } from '../letters/placed.ts'
import { sealed } from '../rows/personal.ts'
import { nextInRegister } from '../rows/register.ts'
import { calendarNow } from '../workdays/calendar.ts'
import { type DemoRequest, requests } from './apply-requests.ts'
import { type DemoPlace, day } from './place.ts'

/** Who of a department answers. */
const answering = { proposal: 'tian', culture: 'wenshi', office: 'bangongshi' } as const
const office = 'fushen'

interface Hand {
  readonly byId: number | null
  readonly byName: string
}
interface Step {
  readonly act: string
  readonly status: number
  readonly reason?: string | undefined
  /** So many days after it was handed in. */
  readonly after: number
  readonly hand: Hand
}

/** The steps by which a request came to its state. */
function stepsOf(given: DemoRequest, by: (account: string) => Hand): Step[] {
  const { state, confirmed = 0, clarify, third, extend, dept, outcome, after = 0, reason } = given
  const applicant: Hand = { byId: null, byName: '访问者' }
  const desk = by(office)
  const clerk = by(answering[dept ?? 'office'])
  const online = given.channel === 0
  const first = { act: online ? '提出申请' : '登记申请', after: 0, hand: online ? applicant : desk }
  if (state === 0) return [{ ...first, status: 0 }]
  if (state === 8)
    return [
      { ...first, status: 0 },
      { act: '不予登记', status: 8, reason, after: 0.5, hand: desk },
    ]
  const asked = clarify && !clarify.back
  return [
    { ...first, status: confirmed > 0 ? 0 : 1 },
    ...(confirmed > 0 ? [{ act: '确认收到', status: 1, after: confirmed, hand: desk }] : []),
    ...(clarify ? [{ act: '告知补正', status: 3, reason: clarify.content, after: clarify.after, hand: desk }] : []),
    ...(dept && !asked ? [{ act: '转办', status: 2, after: confirmed + 0.3, hand: desk }] : []),
    ...(third ? [{ act: '征求第三方意见', status: 2, reason: third.name, after: third.after, hand: desk }] : []),
    ...(third?.back
      ? [{ act: '收到第三方意见', status: 2, reason: third.opinion, after: third.back, hand: desk }]
      : []),
    ...(extend
      ? [{ act: '延长期限，告知申请人', status: 2, reason: extend.reason, after: extend.after, hand: desk }]
      : []),
    ...(outcome ? [{ act: '拟定答复', status: 4, after, hand: clerk }] : []),
    ...(state >= 5 ? [{ act: '签发答复', status: 5, after: after + 0.4, hand: desk }] : []),
    ...(state >= 6 ? [{ act: '登记送达', status: 6, after: after + 1, hand: desk }] : []),
    ...(state === 7 ? [{ act: '公开', status: 7, after: after + 2, hand: desk }] : []),
  ]
}

/** Writes two months of requests of the demo county, in every state. */
export async function add({ trx, parts, now, ...at }: DemoPlace): Promise<void> {
  const calendar = await calendarNow({ db: trx, parts })
  const people = await trx.selectFrom('user').select(['id', 'name']).execute()
  const by = (account: string): Hand => {
    const byId = at.users.get(account) as number
    return { byId, byName: people.find(({ id }) => id === byId)?.name ?? account }
  }
  // the register follows the days on which they were handed in
  const inOrder = requests.map((request, i) => ({ request, i })).sort((a, b) => b.request.days - a.request.days)
  for (const { request, i } of inOrder) {
    const { title, content, applicant, name, channel, medium, way, state, days, clarify, third, extend } = request
    const created = now - Math.round(days * day)
    const registered = await nextInRegister(trx, 'apply', created)
    const steps = stepsOf(request, by)
    const later = (after: number | undefined) => (after === undefined ? null : created + Math.round(after * day))
    const of = (act: string) => later(steps.find((step) => step.act === act)?.after)
    const received = state === 0 || state === 8 ? null : later(request.confirmed ?? 0)
    const timed = {
      ...{ receivedAt: received, restartAt: later(clarify?.back), againAt: null, askedAt: later(clarify?.after) },
      ...{ extendDays: extend?.days ?? null, extendedAt: later(extend?.after) },
      ...{ thirdAt: later(third?.after), thirdBackAt: later(third?.back) },
    }
    const asked = timed.askedAt
    const number = String(i).padStart(2, '0')
    const code = `QSAP-DEM${'ABCDEFGHJKMNPQRSTUVWXYZ'[i]}-2345`
    const phone = `199000002${number}`
    const deptId = request.dept ? (at.depts.get(request.dept) as number) : null
    const clerk = by(answering[request.dept ?? 'office'])
    const person = applicant === 0
    const answered = of('签发答复')
    const { outcome = null, answer = null } = request
    const personal = sealed(parts.secret, table, {
      ...{ name, phone, code, phoneHash: '', codeHash: '', contact: request.contact ?? null },
      ...{ idNumber: person ? `990000199001010${number}X` : null },
      address: way === 0 ? `青石县东街 ${i + 1} 号` : null,
      email: way === 1 ? `demo${i + 1}@example.com` : null,
    })
    const { id } = await trx
      .insertInto('apply')
      .values({
        ...{ title, content, applicant, channel, medium, way, state, deptId, outcome, answer, ...timed, ...registered },
        ...personal,
        ...{ phoneHash: parts.secret.lookup(phone), codeHash: parts.secret.lookup(plainCode(code)) },
        orgCode: person ? null : `9100000000000000${number}`,
        due: dueOf(calendar, timed),
        ...{ reason: request.reason ?? null, clarify: clarify?.content ?? null, supplement: clarify?.supplied ?? null },
        supplyDays: asked === null ? null : applyDays.supply,
        suppliesUntil:
          asked === null ? null : momentOf(addWorkingDays(calendar, dayNumber(asked), applyDays.supply), 'end'),
        ...{ extendReason: extend?.reason ?? null, thirdParty: third?.name ?? null },
        thirdOpinion: third?.opinion ?? null,
        ...{ answeredAt: answered, answeredBy: answer === null ? null : clerk.byId },
        ...{ deliveredAt: of('登记送达'), deliverWay: state >= 6 && state < 8 ? way : null },
        ...(state === 7 && { openTitle: title, openAnswer: answer, publishedAt: of('公开') }),
        ...{ createdAt: created, updatedAt: created, version: steps.length },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (deptId !== null)
      await trx
        .insertInto('applyDept')
        .values({
          ...{ applyId: id, deptId, lead: 1, state: answer === null ? 0 : 2, content: answer, outcome },
          ...{
            updatedBy: answer === null ? null : clerk.byId,
            createdAt: created,
            updatedAt: of('拟定答复') ?? created,
            version: 1,
          },
        })
        .execute()
    await trx
      .insertInto('history')
      .values(
        steps.map(({ after, hand, reason = null, act, status }, n) => ({
          ...{ kind: 'apply', rowId: id, no: n + 1, act, status, reason, ...hand },
          at: created + Math.round(after * day),
        })),
      )
      .execute()
  }
  await placeAll(trx, 'apply')
}
