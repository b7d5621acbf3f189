import { type MailKind, mailKinds } from '../../core/domain/mail-states.ts'
import { masked } from '../../core/domain/personal.ts'
import { dueOf } from '../areas/mail/clock.ts'
import { mail as table } from '../db/tables/mail.ts'
import { plainCode } from '../letters/code.ts'
import { sealed } from '../rows/personal.ts'
import { calendarNow } from '../workdays/calendar.ts'
import { type DemoLetter, letters } from './mail-letters.ts'
import { type DemoPlace, day } from './place.ts'

/** After so many days a letter is answered where nothing else is said. */
const usualDays = 4
/** Who leads, and who of that department answers. */
const answering = { proposal: 'tian', culture: 'wenshi', office: 'bangongshi' } as const
const office = 'fushen'

interface Hand {
  readonly byId: number | null
  readonly byName: string
}
interface Step {
  readonly act: string
  readonly status: number
  readonly reason?: string
  readonly days: number
  readonly hand: Hand
}

/** The steps by which a letter came to its state, each so many days after it was written. */
function stepsOf(
  { state, reason, dept, rating, complaint, after = usualDays }: DemoLetter,
  by: (account: string) => Hand,
): Step[] {
  const writer: Hand = { byId: null, byName: '访问者' }
  const desk = by(office)
  const clerk = by(answering[dept ?? 'office'])
  const handed: Step[] = dept
    ? [
        { act: '审核通过', status: 1, days: 0.2, hand: desk },
        { act: '转办', status: 2, days: 0.3, hand: desk },
      ]
    : []
  const answered: Step[] = [{ act: '答复', status: 4, days: after, hand: clerk }]
  const by6: Readonly<Record<number, readonly Step[]>> = {
    0: [],
    1: [{ act: '审核通过', status: 1, days: 0.2, hand: desk }],
    2: handed,
    3: [{ act: '要求补充', status: 3, reason, days: 0.5, hand: desk } as Step],
    4: [...handed, ...answered],
    5: [...handed, ...answered, { act: '办结不公开', status: 5, days: after + 0.5, hand: desk }],
    6: [...handed, ...answered, { act: '公开', status: 6, days: after + 0.5, hand: desk }],
    7: [{ act: '不予受理', status: 7, reason, days: 0.5, hand: desk } as Step],
    9: [{ act: '移入垃圾信件', status: 9, reason, days: 0.5, hand: desk } as Step],
  }
  return [
    { act: '来信', status: 0, days: 0, hand: writer },
    ...(by6[state] ?? []),
    ...(rating ? [{ act: '来信人评价', status: state, days: after + 2, hand: writer }] : []),
    ...(complaint ? [{ act: '来信人投诉', status: state, days: after + 3, hand: writer }] : []),
  ]
}

/** Writes two months of letters of the demo county, in every state. */
export async function add({ trx, parts, now, ...at }: DemoPlace): Promise<void> {
  const calendar = await calendarNow({ db: trx, parts })
  const people = await trx.selectFrom('user').select(['id', 'name']).execute()
  const by = (account: string): Hand => {
    const byId = at.users.get(account) as number
    return { byId, byName: people.find(({ id }) => id === byId)?.name ?? account }
  }
  // the list of the site begins with what was published last
  const shownSince = ({ days, after = usualDays }: DemoLetter) => after - days
  const shown = letters.filter(({ state }) => state === 6).sort((a, b) => shownSince(a) - shownSince(b))
  for (const [i, letter] of letters.entries()) {
    const { title, content, type, name, state, days, dept, reply = null, reason = null, rating = null } = letter
    const created = now - Math.round(days * day)
    const steps = stepsOf(letter, by)
    const at0 = (act: string) => {
      const found = steps.find((step) => step.act === act)
      return found ? created + Math.round(found.days * day) : null
    }
    const askedAt = at0('要求补充')
    const timed = {
      ...{ createdAt: created, limitDays: mailKinds[type as MailKind].days },
      ...{ restartAt: null, extendDays: null, extendedAt: null, askedAt, leftAt: null },
      ...{ joinedFrom: null, joinedDays: null },
    }
    const code = `QSXZ-DEM${'ABCDEFGHJKMNPQRSTUVWXYZ'[i]}-2345`
    const closedAt = at0('公开') ?? at0('办结不公开')
    const phone = `199000001${String(i).padStart(2, '0')}`
    const deptId = dept ? (at.depts.get(dept) as number) : null
    const { id } = await trx
      .insertInto('mail')
      .values({
        ...{ title, content, type, state, reason, reply, rating, deptId, openFlag: letter.closed ? 0 : 1 },
        ...(sealed(parts.secret, table, { name, phone, code }) as { name: string; phone: string; code: string }),
        ...{ phoneHash: parts.secret.lookup(phone), codeHash: parts.secret.lookup(plainCode(code)) },
        ...{ shownName: masked('name', name), ...timed, due: dueOf(calendar, timed) },
        ...{ acceptedAt: at0('审核通过'), repliedAt: closedAt, publishedAt: at0('公开'), ratedAt: at0('来信人评价') },
        ...{ complaint: letter.complaint ?? null, complainedAt: at0('来信人投诉') },
        repliedBy: reply === null ? null : by(answering[dept ?? 'office']).byId,
        ...(state === 6 && {
          openTitle: title,
          openContent: content,
          openReply: reply,
          openNo: shown.indexOf(letter) + 1,
        }),
        ...{ updatedAt: created, version: steps.length },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (deptId !== null)
      await trx
        .insertInto('mailForum')
        .values({
          ...{ mailId: id, deptId, lead: 1, state: reply === null ? 0 : 2, content: reply },
          ...{ createdAt: created, updatedAt: created, version: 1 },
        })
        .execute()
    await trx
      .insertInto('history')
      .values(
        steps.map(({ days: after, hand, reason: why = null, act, status }, n) => ({
          ...{ kind: 'mail', rowId: id, no: n + 1, act, status, reason: why, ...hand },
          at: created + Math.round(after * day),
        })),
      )
      .execute()
  }
}
