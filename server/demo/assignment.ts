import { parseTime } from '../../core/domain/time.ts'
import { shippedYears } from '../../core/domain/workday-shipped.ts'
import { Calendar } from '../../core/domain/workdays.ts'
import { lastMoment } from '../workdays/limit.ts'
import { type DemoPlace, day } from './place.ts'

/** What the office of the demo county has given its committees to do: one in each state, one of them late. */

interface DemoReply {
  readonly dept: string
  readonly by: string
  readonly state: 1 | 2 | 3
  readonly content: string
  readonly reason?: string
  /** Days after the task was given. */
  readonly after: number
}

interface DemoTask {
  readonly title: string
  readonly content: string
  readonly depts: readonly string[]
  readonly person?: string
  readonly urgency: 0 | 1 | 2
  readonly state: 0 | 1 | 2 | 3
  /** Days ago, and until its deadline from now. */
  readonly days: number
  readonly left: number
  /** Or by how many working days its deadline is counted. */
  readonly limitDays?: number
  readonly replies: readonly DemoReply[]
}

const tasks: readonly DemoTask[] = [
  {
    title: '报送全会材料目录',
    content: '请各委员会梳理提交全会审议和书面交流的材料，列出目录，注明起草人和完稿时间，报办公室汇总。',
    depts: ['proposal', 'culture'],
    urgency: 1,
    state: 0,
    days: 2,
    left: 5,
    limitDays: 10,
    replies: [],
  },
  {
    title: '督办老旧小区加装扶手的提案',
    content: '提案人反映部分老旧小区楼道没有扶手。请与承办单位对接，了解安装进度，并征询提案人意见。',
    depts: ['proposal'],
    person: '陆青禾',
    urgency: 0,
    state: 1,
    days: 12,
    left: 9,
    replies: [
      {
        dept: 'proposal',
        by: 'tian',
        state: 1,
        content: '已与承办单位对接，六个小区中四个完成安装，其余两个正在备料，预计下周完工，届时请提案人到现场看一看。',
        after: 6,
      },
    ],
  },
  {
    title: '核对文史资料第十二辑的引文',
    content: '出版社退回校样，请逐条核对引文出处，补全作者、书名和页码，核对表随回复一并说明。',
    depts: ['culture'],
    person: '顾砚秋',
    urgency: 0,
    state: 1,
    days: 20,
    left: -3,
    replies: [
      {
        dept: 'culture',
        by: 'wenshi',
        state: 1,
        content: '共有引文一百三十二条，已核对八十七条，其余的原书在市图书馆，已联系借阅。',
        after: 11,
      },
    ],
  },
  {
    title: '汇总委员对供暖的意见',
    content: '供暖开始以来委员陆续反映了一些情况，请汇总成一份社情民意，按小区列明问题。',
    depts: ['proposal', 'culture'],
    urgency: 2,
    state: 3,
    days: 6,
    left: 1,
    replies: [
      {
        dept: 'proposal',
        by: 'tian',
        state: 3,
        content: '委员反映的意见共十一条，主要是温度不够和报修慢。',
        reason: '请按小区列明，并写清反映人数',
        after: 2,
      },
    ],
  },
  {
    title: '更新门户网站机构职能页面',
    content: '各委员会职责有调整，请核对网站上的机构职能文字，需要改的直接提交修改。',
    depts: ['proposal', 'culture'],
    urgency: 0,
    state: 2,
    days: 34,
    left: -10,
    replies: [
      { dept: 'proposal', by: 'tian', state: 2, content: '已核对，两处文字已提交修改并发布。', after: 3 },
      { dept: 'culture', by: 'wenshi', state: 2, content: '已核对，与现行职责一致，不用修改。', after: 5 },
    ],
  },
]

/** Writes the tasks and what was replied to them. */
export async function add({ trx, now, ...at }: DemoPlace): Promise<void> {
  const dept = (key: string) => at.depts.get(key) as number
  const user = (account: string) => at.users.get(account) as number
  const people = await trx.selectFrom('user').select(['id', 'name']).execute()
  const calendar = new Calendar(shippedYears)
  const names = new Map(people.map((one) => [one.id, one.name]))
  for (const { title, content, depts, person = null, urgency, state, days, left, limitDays = null, replies } of tasks) {
    const start = now - days * day
    const backAt = (after: number) => start + (after + 1) * day
    const deadline = limitDays
      ? lastMoment(calendar, { createdAt: start, limitDays })
      : parseTime(new Date(now + left * day).toISOString().slice(0, 10), 'end')
    const closed = state === 2 ? { closedBy: user('fushen'), closedAt: start + 7 * day } : {}
    const office = { createdBy: user('fushen'), updatedBy: user('fushen'), deptId: dept('office') }
    const times = { createdAt: start, updatedAt: start, version: 1 }
    const { id } = await trx
      .insertInto('assignment')
      .values({ title, content, person, urgency, state, deadline, limitDays, ...office, ...times, ...closed })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('assignmentDept')
      .values(depts.map((key) => ({ assignmentId: id, deptId: dept(key) })))
      .execute()
    const steps = [
      { act: '交办', deptId: null, status: 0, reason: null, by: 'fushen', at: start, after: null },
      ...replies.flatMap(({ after, by, reason = null, dept: key, state: replied, content: text }) => [
        {
          ...{ act: '回复', deptId: dept(key), status: reason ? 1 : replied, reason: null, by },
          ...{ at: start + after * day, after: JSON.stringify({ content: text }) },
        },
        ...(reason
          ? [{ act: '退回', deptId: dept(key), status: 3, reason, by: 'fushen', at: backAt(after), after: null }]
          : []),
      ]),
      ...(state === 2
        ? [{ act: '办结', deptId: null, status: 2, reason: null, by: 'fushen', at: start + 7 * day, after: null }]
        : []),
    ]
    const told = steps.map(({ by, ...step }, i) => ({
      ...{ assignmentId: id, no: i + 1, byId: user(by), byName: names.get(user(by)) ?? by },
      ...step,
    }))
    await trx.insertInto('assignmentStep').values(told).execute()
    for (const { after, by, reason = null, dept: key, ...said } of replies) {
      const written = {
        createdAt: start + after * day,
        updatedAt: start + after * day,
        updatedBy: user(by),
        version: 1,
        ...(reason && { returnedBy: user('fushen'), returnedAt: backAt(after), version: 2 }),
      }
      await trx
        .insertInto('assignmentReply')
        .values({ assignmentId: id, deptId: dept(key), reason, ...said, ...written })
        .execute()
    }
  }
}
