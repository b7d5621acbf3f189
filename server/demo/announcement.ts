import { formatDate, parseTime } from '../../core/domain/time.ts'
import { cleanHtml, sealOf } from '../clean.ts'
import { toHtml } from './markup.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoAnnouncement {
  readonly title: string
  readonly text: string
  readonly top?: true
  /** Days from today; `to` null: it stays. */
  readonly from: number
  readonly to: number | null
}

/** What the demo county announces: one that is shown for a year, one in force, one to come, one that is over. */
const announcements: readonly DemoAnnouncement[] = [
  {
    title: '关于征集政协第十届三次会议提案线索的公告',
    text: '为提高提案质量，现面向全县各界人士征集提案线索。内容可涉及经济发展、城乡建设、民生改善、生态保护等方面，一事一议，写明建议的理由和做法。\n线索可寄送县政协提案委员会，也可在工作时间来电反映。',
    top: true,
    from: -12,
    to: 45,
  },
  {
    title: '县政协机关服务大厅冬季作息时间公告',
    text: '自即日起，服务大厅实行冬季作息时间：上午 8:30 至 12:00，下午 14:00 至 17:30，周末和法定节假日休息。',
    from: -20,
    to: null,
  },
  {
    title: '网站系统维护公告',
    text: '因系统维护，本网站将于维护当日 22:00 至次日 2:00 暂停留言服务，浏览不受影响，敬请谅解。',
    from: 6,
    to: 9,
  },
  {
    title: '“文史资料征集月”活动公告',
    text: '本月面向社会征集反映本县水利、教育、商贸变迁的老照片和亲历文章，来稿一经采用，寄赠当期文史资料两册。',
    from: -75,
    to: -44,
  },
]

/** From and to the beginning and the end of days. */
export async function add({ trx, parts, users, now }: DemoPlace): Promise<void> {
  const by = users.get('shenhe') as number
  const midnight = parseTime(formatDate(now)) as number
  const values = announcements.map(({ title, text, top, from, to }) => {
    const content = cleanHtml(toHtml(text))
    const startTime = midnight + from * day
    const made = Math.min(startTime, now) - day / 3
    return {
      ...{ title, content, seal: sealOf(content, parts.secret.seal), top: top ? (1 as const) : (0 as const) },
      banner: 0 as const,
      ...{ startTime, endTime: to === null ? null : midnight + (to + 1) * day - 1 },
      ...{ createdBy: by, createdAt: made, updatedBy: by, updatedAt: made, version: 1 },
    }
  })
  await trx.insertInto('announcement').values(values).execute()
}
