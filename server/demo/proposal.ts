import { proposalPublic } from '../../core/domain/proposal-states.ts'
import { dueOf } from '../areas/proposal/clock.ts'
import { nextNo } from '../areas/proposal/number.ts'
import { placeAll } from '../letters/placed.ts'
import { calendarNow } from '../workdays/calendar.ts'
import { type DemoPlace, day } from './place.ts'
import { type DemoProposal, proposals } from './proposals.ts'

/** Who answers for a unit, who of the committee works on proposals, and whose they are. */
const answering = { proposal: 'tian', culture: 'wenshi', office: 'bangongshi' } as const
const desk = 'fushen'

interface Step {
  readonly act: string
  readonly status: number
  readonly reason?: string
  readonly days: number
  readonly who: string
}

/** The steps by which a proposal came to its state, each so many days after it was handed in. */
function stepsOf({ state, by, dept, reason, rating, after = 40 }: DemoProposal): Step[] {
  const filed: Step = { act: '立案', status: 1, days: 3, who: desk }
  const given: Step = { act: '交办', status: 2, days: 5, who: desk }
  const answered: Step = { act: '答复', status: 3, days: after, who: answering[dept ?? 'office'] }
  const sent: Step = { act: '审核通过', status: 4, days: after + 2, who: desk }
  const rated: Step = { act: '委员评价', status: 5, days: after + 6, who: by }
  const ways: Readonly<Record<number, readonly Step[]>> = {
    0: [],
    1: [filed],
    2: [filed, given],
    3: [filed, given, answered],
    4: [filed, given, answered, sent],
    5: [filed, given, answered, sent, rated],
    6: [{ act: '不予立案', status: 6, days: 4, who: desk, ...(reason && { reason }) }],
    7: [{ act: '并案', status: 7, days: 4, who: desk }],
    8: [filed, given, answered, sent, { act: '委员不满意', status: 8, days: after + 6, who: by }],
    9: [filed, given, answered, sent, rated, { act: '公开', status: 9, days: after + 8, who: desk }],
  }
  const steps = [{ act: '提交', status: 0, days: 0, who: by }, ...(ways[state] ?? [])]
  return rating === undefined && state === 5 ? steps.slice(0, -1) : steps
}

/** Writes proposals of the demo county, one or more in every state. */
export async function add({ trx, parts, now, ...at }: DemoPlace): Promise<void> {
  const calendar = await calendarNow({ db: trx, parts })
  const people = await trx.selectFrom('user').select(['id', 'name']).execute()
  const hand = (account: string) => {
    const byId = at.users.get(account) as number
    return { byId, byName: people.find(({ id }) => id === byId)?.name ?? account }
  }
  const ids = new Map<string, number>()
  for (const one of proposals) {
    const created = now - Math.round(one.days * day)
    const steps = stepsOf(one)
    const when = (act: string) => {
      const found = steps.find((step) => step.act === act)
      return found ? created + Math.round(found.days * day) : null
    }
    const filedAt = when('立案')
    // in the year of the demo, whenever they were filed
    const no = filedAt === null ? null : await nextNo(trx, now)
    const timed = { assignedAt: when('交办'), extendMonths: null, extendedAt: null }
    const deptId = one.dept ? (at.depts.get(one.dept) as number) : null
    const { id } = await trx
      .insertInto('proposal')
      .values({
        ...{ title: one.title, content: one.content, type: one.type, class: one.class, partners: one.partners ?? null },
        ...{ state: one.state, reason: one.reason ?? null, reply: one.reply ?? null, outcome: one.outcome ?? null },
        ...{ no, deptId, round: 1 },
        ...{
          filedAt,
          ...timed,
          due: dueOf(calendar, timed),
          openFlag: 1,
          unitOpen: one.reply ? 1 : null,
        },
        ...{ answeredAt: when('答复'), deliveredAt: when('审核通过'), publishedAt: when('公开') },
        ...(one.state === proposalPublic && { openTitle: one.title, openContent: one.content, openReply: one.reply }),
        ...{
          rating: one.rating ?? null,
          ratingWords: one.words ?? null,
          mergedInto: one.into ? (ids.get(one.into) as number) : null,
        },
        ...{ ratedAt: when('委员评价') ?? when('委员不满意'), createdBy: hand(one.by).byId, createdAt: created },
        ...{ updatedAt: created, version: steps.length },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(one.title, id)
    if (deptId !== null)
      await trx
        .insertInto('proposalDept')
        .values({
          ...{ proposalId: id, deptId, lead: 1, state: one.reply ? 2 : 0, content: one.reply ?? null, version: 1 },
          ...{ createdAt: timed.assignedAt ?? created, updatedAt: timed.assignedAt ?? created },
        })
        .execute()
    await trx
      .insertInto('history')
      .values(
        steps.map(({ who, days: after, reason = null, act, status }, n) => ({
          ...{ kind: 'proposal', rowId: id, no: n + 1, act, status, reason, ...hand(who) },
          at: created + Math.round(after * day),
        })),
      )
      .execute()
  }
  await placeAll(trx, 'proposal')
}
