import type { ReportState } from '../../core/domain/report-states.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoReport {
  readonly title: string
  readonly text: string
  readonly status: ReportState
  readonly by: 'tian' | 'wenshi' | 'bangongshi' | 'shangbao'
  readonly days: number
  readonly reason?: string
  readonly extra?: number
}

/** What units of the demo county reported: one or more in every state, this month and before. */
const reports: readonly DemoReport[] = [
  {
    title: '提案委开展重点提案督办走访',
    text: '提案委走访三个承办单位，逐件了解重点提案的办理进度，现场商定了两件提案的办理时限。',
    ...{ status: 1, by: 'tian', days: 0.4 },
  },
  {
    title: '文史馆接待中学生参观',
    text: '县第二中学四十名学生到文史馆参观，听讲解员介绍《青石文史》的编纂。',
    ...{ status: 1, by: 'shangbao', days: 1.2 },
  },
  {
    title: '文史资料第十二辑征稿进展',
    text: '第十二辑已收到来稿三十一篇，编辑组完成初选，进入史实核对阶段。',
    ...{ status: 2, by: 'shangbao', days: 3, extra: 2 },
  },
  {
    title: '提案办理协商会筹备情况',
    text: '提案办理协商会定于下旬召开，议程和参会单位名单已报主席会议审定。',
    ...{ status: 4, by: 'tian', days: 5, reason: '要素不全，请补充时间、地点和单位' },
  },
  {
    title: '机关开展消防演练',
    text: '机关全体人员参加消防演练，学习灭火器的使用方法。',
    ...{ status: 0, by: 'bangongshi', days: 2 },
  },
  {
    title: '委员读书活动走进乡镇',
    text: '读书活动走进大河镇，委员与村民一起读地方志，征集到老照片十七张。',
    ...{ status: 3, by: 'wenshi', days: 33, extra: 3 },
  },
]
/** By the settings as xzx ships them. */
const worth: Readonly<Record<ReportState, number>> = { 0: 0, 1: 1, 2: 1, 3: 6, 4: 0 }

interface Hand {
  readonly id: number
  readonly name: string
}

/** The steps by which one came to its state. */
const stepsOf = ({ status, reason }: DemoReport, by: Hand, desk: Hand) => [
  { act: '新增', status: 0, hand: by, reason: null },
  ...(status === 0 ? [] : [{ act: '报送', status: 1, hand: by, reason: null }]),
  ...(status === 2 ? [{ act: '审核通过', status: 2, hand: desk, reason: null }] : []),
  ...(status === 3 ? [{ act: '采用', status: 3, hand: desk, reason: null }] : []),
  ...(status === 4 ? [{ act: '退回', status: 4, hand: desk, reason: reason ?? null }] : []),
]

export async function add({ trx, users, depts, columns, now }: DemoPlace): Promise<void> {
  const people = await trx.selectFrom('user').select(['id', 'name', 'deptId']).execute()
  const hand = (account: string) => {
    const found = people.find(({ id }) => id === users.get(account))
    if (!found) throw new Error(`演示内容中没有账号 ${account}`)
    return found
  }
  const desk = hand('shenhe')
  const columnId = columns.values().next().value ?? null
  for (const one of reports) {
    const by = hand(one.by)
    const created = now - Math.round(one.days * day)
    const judged = one.status >= 2 ? { judgedBy: desk.id, judgedAt: created } : {}
    const article =
      one.status === 3
        ? await trx
            .selectFrom('article')
            .select(['id', 'title'])
            .where('deptId', '=', depts.get('culture') as number)
            .where('status', '=', 2)
            .orderBy('id')
            .executeTakeFirst()
        : undefined
    const steps = stepsOf(one, by, desk)
    const { id } = await trx
      .insertInto('report')
      .values({
        ...{ title: article?.title ?? one.title, content: `<p>${one.text}</p>`, author: by.name, columnId },
        ...{ status: one.status, reason: one.reason ?? null, deptId: by.deptId, extra: one.extra ?? 0 },
        ...{ points: worth[one.status] + (one.extra ?? 0), submittedAt: one.status === 0 ? null : created, ...judged },
        ...(one.status === 3 && { articleId: article?.id ?? null, adoptedAt: created }),
        ...{ createdBy: by.id, createdAt: created, updatedBy: by.id, updatedAt: created, version: steps.length },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('history')
      .values(
        steps.map(({ hand: { id: byId, name: byName }, ...step }, i) => ({
          ...{ kind: 'report', rowId: id, no: i + 1, ...step, before: null, after: null, undo: null },
          ...{ byId, byName, at: created },
        })),
      )
      .execute()
  }
}
