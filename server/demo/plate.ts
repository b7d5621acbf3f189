import { masked } from '../../core/domain/personal.ts'
import { forum as table } from '../db/tables/forum.ts'
import { placeAll } from '../letters/placed.ts'
import { sealed } from '../rows/personal.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoPost {
  readonly plate: string
  readonly title: string
  readonly content: string
  readonly name: string | null
  readonly phone?: string
  readonly status: 0 | 1 | 2 | 3
  readonly reason?: string
  readonly days: number
  /** The department that wrote it. */
  readonly dept?: string
  /** The place of the post that it answers. */
  readonly to?: number
}

const plates = [
  { title: '两会话题', intro: '全会期间开放，会后停用，帖子仍可阅读。', status: 0 },
  { title: '交通出行', intro: '公交线路、道路、停车、路灯，都可以在这里谈。', status: 1 },
  { title: '文化生活', intro: '读书、文史、广场活动。请不要发布商业广告。', status: 1 },
] as const

const posts: readonly DemoPost[] = [
  {
    plate: '交通出行',
    title: '城北旧货市场的公交能不能晚一点收班',
    content: '晚上八点半以后就没有车了，摆摊的人回不了家。\n哪怕每半小时一班也好。',
    name: '秦玉兰',
    phone: '19900000021',
    status: 1,
    days: 12,
  },
  {
    plate: '交通出行',
    title: '同意，我们小区也一样',
    content: '同意，我们小区也一样，老人看完戏只能走回去。',
    name: '段先生',
    status: 1,
    days: 11,
    to: 0,
  },
  {
    plate: '交通出行',
    title: '已转交通部门，下月起末班车延至二十一点半',
    content: '已转交通部门，下月起末班车延至二十一点半，届时在站牌公布。',
    name: null,
    dept: 'proposal',
    status: 1,
    days: 8,
    to: 0,
  },
  {
    plate: '交通出行',
    title: '太好了，谢谢',
    content: '太好了，谢谢！站牌上也请写清楚周末的时间。',
    name: '秦玉兰',
    phone: '19900000021',
    status: 0,
    days: 1,
    to: 2,
  },
  {
    plate: '交通出行',
    title: '县医院门口停车难',
    content: '早上七点就没有车位了，建议把对面的空地先划出来用。',
    name: '吕志刚',
    status: 0,
    days: 2,
  },
  {
    plate: '文化生活',
    title: '文史资料在哪里能读到',
    content: '想读县里的文史资料第三辑，图书馆说没有外借的，请问还有哪里可以看？',
    name: '孟庆林',
    phone: '19900000012',
    status: 1,
    days: 20,
  },
  {
    plate: '文化生活',
    title: '低价转让门面，联系我',
    content: '低价转让门面一间，有意的打我电话 19900000099。',
    name: '王先生',
    status: 3,
    days: 3,
  },
  {
    plate: '两会话题',
    title: '希望把教育的几件提案办理情况公布出来',
    content: '去年全会上提的几件教育方面的提案，希望在网站上看到办得怎么样了。',
    name: '赵先生',
    status: 1,
    days: 200,
  },
  {
    plate: '两会话题',
    title: '测试一下能不能发',
    content: '测试一下能不能发。',
    name: null,
    status: 2,
    reason: '与版块无关',
    days: 198,
  },
]

/** What a moderator may do. */
const keys = ['forum_list', 'forum_add', 'forum_approve', 'forum_reject', 'forum_hold', 'plate_list']

/** Boards of the demo county with what visitors posted there, and a role that moderates one of them. */
export async function add({ trx, parts, now, longAgo, depts }: DemoPlace): Promise<void> {
  const ids = new Map<string, number>()
  for (const [sort, plate] of plates.entries()) {
    const made = { createdAt: longAgo, openedAt: longAgo, updatedAt: longAgo, version: 1, sort: sort + 1 }
    const { id } = await trx
      .insertInto('plate')
      .values({ ...plate, ...made })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(plate.title, id)
  }
  const written: { readonly id: number; readonly topicId: number }[] = []
  for (const { plate, name, phone = null, days, dept, to, reason = null, ...said } of posts) {
    const created = now - days * day
    const above = to === undefined ? null : written[to]
    const named =
      dept &&
      (await trx
        .selectFrom('dept')
        .select('name')
        .where('id', '=', depts.get(dept) ?? 0)
        .execute())
    const { id } = await trx
      .insertInto('forum')
      .values({
        ...said,
        ...{ reason, plateId: ids.get(plate) as number, official: dept ? 1 : 0 },
        ...{ type: !above ? 0 : above.id === above.topicId ? 1 : 2 },
        covered: 0,
        ...{ parentId: above?.id ?? null, topicId: above?.topicId ?? null },
        ...sealed(parts.secret, table, { name, phone }),
        shownName: named ? (named[0]?.name ?? null) : name && masked('name', name),
        ...{ createdAt: created, updatedAt: created, version: 1, publishedAt: said.status === 1 ? created : null },
        ...(said.status === 1 && { openTitle: said.title, openContent: said.content }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    written.push({ id, topicId: above?.topicId ?? id })
    const step = { act: '新增', status: said.status, at: created, byId: null, byName: dept ? '提案委员会' : '访问者' }
    await trx
      .insertInto('history')
      .values({ kind: 'forum', rowId: id, no: 1, reason, ...step })
      .execute()
  }
  await placeAll(trx, 'forum')
  const { id: roleId } = await trx
    .insertInto('role')
    .values({
      ...{ alias: 'trafficBoard', name: '交通版主', description: '审核「交通出行」版块的帖子', dataScope: 'ALL' },
      ...{ enabled: 1, factor: 0, createdAt: longAgo, updatedAt: longAgo, version: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('plateRole')
    .values({ roleId, plateId: ids.get('交通出行') as number })
    .execute()
  const held = await trx.selectFrom('resource').select('id').where('alias', 'in', keys).execute()
  await trx
    .insertInto('roleResource')
    .values(held.map((one) => ({ roleId, resourceId: one.id })))
    .execute()
}
