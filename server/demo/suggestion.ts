import { masked } from '../../core/domain/personal.ts'
import { defaultOf } from '../../core/domain/settings.ts'
import { suggestion as table } from '../db/tables/suggestion.ts'
import { sealed } from '../rows/personal.ts'
import { calendarNow } from '../workdays/calendar.ts'
import { lastMoment } from '../workdays/limit.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoSuggestion {
  readonly title: string
  readonly content: string
  readonly name: string | null
  readonly phone?: string
  readonly status: 0 | 1 | 2 | 3 | 4
  readonly days: number
  readonly dept?: string
  /** Who answered it, of that department. */
  readonly by?: string
  readonly reply?: string
  readonly reason?: string
}

/** What visitors of the demo county suggested: some are public with their answers, two wait for one, and one is answered and waits to be published. */
const suggestions: readonly DemoSuggestion[] = [
  {
    title: '建议在文化广场增设饮水点',
    content: '文化广场晚上锻炼的人很多，附近没有饮水的地方，建议增设一处直饮水点，方便老人和孩子。',
    name: '吴秀英',
    phone: '19900000011',
    status: 0,
    days: 1,
  },
  {
    title: '希望公布委员联系群众的时间和地点',
    content: '听说每个乡镇都有委员接待群众，但不知道什么时候在哪里，希望在网站上公布。',
    name: '赵先生',
    status: 0,
    days: 3,
  },
  {
    title: '建议把文史资料放到网上供人阅读',
    content: '县里历年编印的文史资料很珍贵，外地的青石人想看却买不到。\n建议选一些放到网站上，供大家阅读。',
    name: '孟庆林',
    phone: '19900000012',
    status: 1,
    days: 26,
    dept: 'culture',
    by: 'wenshi',
    reply:
      '感谢您对文史工作的关心。《青石文史》第一至第六辑的电子版正在核对版权，核对完成的篇目将陆续在网站「文史」栏目发布。\n第七辑以后的各辑仍可到县政协文史馆借阅。',
  },
  {
    title: '旧货市场搬迁以后公交不便',
    content: '旧货市场搬到城北以后，只有一路公交车经过，间隔四十分钟，建议增加班次。',
    name: '秦**',
    status: 1,
    days: 41,
    dept: 'proposal',
    by: 'tian',
    reply: '您反映的情况已转交通部门研究。自本月起该路公交车早晚高峰间隔缩短到二十分钟，并增设市场南门站。',
  },
  {
    title: '河边步道晚上太暗',
    content: '清水河边的步道有一段没有路灯，晚上散步看不清路，建议加装几盏。',
    name: '段先生',
    status: 4,
    days: 7,
    dept: 'proposal',
    by: 'tian',
    reply: '您反映的路段已由城管部门现场查看，计划下月加装太阳能路灯十二盏。',
  },
  {
    title: '个人宅基地纠纷',
    content: '我家和邻居的宅基地边界有争议，请帮忙处理。',
    name: '吕先生',
    status: 3,
    days: 18,
    reason: '不属于本单位职责',
  },
]

/** Writes the suggestions, and what was answered. */
export async function add({ trx, parts, now, ...at }: DemoPlace): Promise<void> {
  const office = 'fushen'
  const calendar = await calendarNow({ db: trx, parts })
  const limitDays = Number(defaultOf('suggestion.days'))
  const people = await trx.selectFrom('user').select(['id', 'name']).execute()
  const hand = (account: string) => {
    const byId = at.users.get(account) as number
    return { byId, byName: people.find(({ id }) => id === byId)?.name ?? account }
  }
  let openNo = 0
  for (const {
    name,
    phone = null,
    days,
    dept,
    by = office,
    reply = null,
    reason = null,
    status,
    ...said
  } of suggestions) {
    const created = now - days * day
    if (status === 1) openNo += 1
    const answered = reply === null ? {} : { reply, repliedBy: hand(by).byId, repliedAt: created + 5 * day }
    const { id } = await trx
      .insertInto('suggestion')
      .values({
        ...said,
        ...sealed(parts.secret, table, { name, phone }),
        ...{ shownName: name && masked('name', name), status, reason, version: 1 },
        ...{ deptId: dept ? (at.depts.get(dept) as number) : null, createdAt: created, updatedAt: created },
        ...answered,
        ...{ limitDays, due: lastMoment(calendar, { createdAt: created, limitDays }) },
        publishedAt: status === 1 ? created + 6 * day : null,
        ...(status === 1 && { openTitle: said.title, openContent: said.content, openReply: reply, openNo }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const steps = [
      { act: '新增', status: 0, at: created, byId: null, byName: '访问者' },
      ...(reply === null ? [] : [{ act: '答复', status: 4, at: created + 5 * day, ...hand(by) }]),
      ...(status === 1 ? [{ act: '公开', status, at: created + 6 * day, ...hand(office) }] : []),
      ...(status === 3 ? [{ act: '不予受理', status, reason, at: created + day, ...hand(office) }] : []),
    ]
    await trx
      .insertInto('history')
      .values(steps.map((step, i) => ({ kind: 'suggestion', rowId: id, no: i + 1, reason: null, ...step })))
      .execute()
    await trx.updateTable('suggestion').set({ version: steps.length }).where('id', '=', id).execute()
  }
}
