import { type DemoPlace, day } from './place.ts'

interface Demo {
  readonly title: string
  readonly content: string
  readonly keywords?: string
  readonly status: 0 | 1
  readonly common?: 1
  readonly satisfied?: 1
  readonly days: number
  readonly dept: string
}

/** Questions that people of the demo county ask, with what its offices answer. */
const answers: readonly Demo[] = [
  {
    title: '提案怎样提出，要有几位委员联名',
    content:
      '政协委员可以一人提出，也可以联名提出。\n提案写明案由、情况和建议，一事一案，通过提案系统提交或交到提案委员会。',
    keywords: '怎么写提案\n提案的格式',
    status: 1,
    common: 1,
    satisfied: 1,
    days: 90,
    dept: 'proposal',
  },
  {
    title: '提案多久能得到答复',
    content: '承办单位自交办之日起三个月内答复，情况复杂的不超过六个月。',
    keywords: '提案办理期限\n提案几个月答复',
    status: 1,
    common: 1,
    days: 88,
    dept: 'proposal',
  },
  {
    title: '文史资料在哪里可以借阅',
    content: '工作日可以到县政协文史馆借阅，带身份证即可；第一至第六辑的电子版在网站「文史」栏目。',
    keywords: '青石文史哪里看\n借文史资料',
    status: 1,
    common: 1,
    days: 60,
    dept: 'culture',
  },
  {
    title: '怎样反映社情民意',
    content: '可以在网站「我要建议」填写，也可以写信给领导信箱，或者联系您所在乡镇的政协委员。',
    status: 1,
    days: 45,
    dept: 'proposal',
  },
  {
    title: '旁听全会怎样报名',
    content: '全会召开前十天在网站公告报名办法，名额有限，按报名先后安排。',
    status: 0,
    days: 3,
    dept: 'proposal',
  },
]

/** Writes the questions, and what visitors said of them. */
export async function add({ trx, now, depts }: DemoPlace): Promise<void> {
  const ids: number[] = []
  for (const { days, dept, common = 0, satisfied = 0, ...said } of answers) {
    const at = now - days * day
    const { id } = await trx
      .insertInto('questAnswer')
      .values({
        ...{ ...said, common, satisfied, deptId: depts.get(dept) as number },
        ...{ ratedCount: 0, satisfiedCount: 0, createdAt: at, updatedAt: at, version: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  await trx
    .insertInto('questFeedback')
    .values([
      {
        ...{ quest: '政协开放日是哪天', answerId: null, helpful: 0, createdAt: now - 2 * day },
        remark: '没有找到，希望公布开放日的时间。',
      },
      {
        ...{ quest: '提案期限', answerId: ids[1] as number, helpful: 1, createdAt: now - 5 * day },
        remark: null,
      },
    ])
    .execute()
}
