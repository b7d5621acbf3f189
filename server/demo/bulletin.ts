import { formatDate, parseTime } from '../../core/domain/time.ts'
import { cleanHtml, sealOf } from '../clean.ts'
import { toHtml } from './markup.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoIssue {
  readonly days: number
  readonly status: 0 | 1 | 2
  readonly type: 0 | 1
  readonly number: number
  readonly total: number
  readonly reason?: string
  readonly summary?: string
  /** Own texts: section, title, number of the document, text. */
  readonly texts: readonly (readonly [section: string, title: string, docNumber: number | null, text: string])[]
  /** How many of the county's newest articles of a column it has: section, column. */
  readonly articles: readonly (readonly [section: string, column: string, count: number])[]
}

/** The bulletins of the demo county: two that are published, one that was withdrawn, one that is being put together. */
const issues: readonly DemoIssue[] = [
  {
    ...{ days: 3, status: 0, type: 0, number: 4, total: 86 },
    summary: '收录本季度的通知公告和提案办理情况。',
    texts: [
      [
        '协商文件',
        '关于做好第四季度协商工作的安排',
        6,
        '第四季度以冬季供暖、基层医疗和乡村道路养护为协商重点，各委员会分别承担一题，于下月中旬前提交调研报告。',
      ],
    ],
    articles: [['通知公告', 'tongzhi', 2]],
  },
  {
    ...{ days: 40, status: 1, type: 0, number: 3, total: 85 },
    summary: '收录第三季度的通知公告、调研报告和大事记。',
    texts: [
      [
        '协商文件',
        '关于加强和改进提案办理工作的意见',
        4,
        '一、承办单位收到提案后，十个工作日内与提案人联系，说明办理的打算。\n二、办理答复应写明已经做了什么、打算做什么、暂时不能做的原因。\n三、提案人对答复不满意的，承办单位重新办理，并于一个月内再次答复。',
      ],
      [
        '大事记',
        '青石县政协第三季度大事记',
        null,
        '县政协召开月度协商座谈会，围绕冬季供暖准备工作协商议政。\n县政协组织委员视察乡村道路养护情况。\n县政协机关完成年度档案归集。',
      ],
    ],
    articles: [
      ['通知公告', 'tongzhi', 3],
      ['调查研究', 'diaoyan', 2],
    ],
  },
  {
    ...{ days: 130, status: 1, type: 0, number: 2, total: 84 },
    texts: [
      [
        '大事记',
        '青石县政协第二季度大事记',
        null,
        '县政协常委会会议听取提案办理情况通报。\n县政协与邻县政协联合开展河湖保护协商。',
      ],
    ],
    articles: [['提案工作', 'tian-dongtai', 2]],
  },
  {
    ...{ days: 95, status: 2, type: 1, number: 1, total: 12, reason: '内容有误，更正后再发布' },
    texts: [
      ['统计公报', '上半年提案办理统计公报', null, '上半年共收到提案一百二十六件，立案一百一十八件，已办结七十四件。'],
    ],
    articles: [],
  },
]

/** Writes the issues with what stands in them, and what was done with each. */
export async function add({ trx, parts, users, columns, now }: DemoPlace): Promise<void> {
  const byId = users.get('shenhe') as number
  const { name: byName } = await trx.selectFrom('user').select('name').where('id', '=', byId).executeTakeFirstOrThrow()
  for (const { days, status, type, number, total, reason = null, summary = null, texts, articles } of issues) {
    const at = now - days * day
    const year = Number(formatDate(at).slice(0, 4))
    const hand = { createdBy: byId, createdAt: at, updatedBy: byId, updatedAt: at }
    const { id } = await trx
      .insertInto('bulletin')
      .values({
        title: `青石县政协${type === 1 ? '统计' : ''}公报总第${total}期`,
        ...{ type, year, number, total, code: `${year}-${type}-${number}`, status, reason, summary, ...hand },
        ...{ publishedOn: parseTime(formatDate(at)), publishedAt: status === 0 ? null : at + day, version: status + 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const own = texts.map(([section, title, no, text]) => {
      const docNumber = no === null ? null : `青协发〔${year}〕${no} 号`
      const content = cleanHtml(toHtml(text))
      return { section, title, docNumber, content, seal: sealOf(content, parts.secret.seal), articleId: null }
    })
    const chosen: { section: string; title: string; articleId: number }[] = []
    for (const [section, column, count] of articles) {
      const found = await trx
        .selectFrom('article')
        .select(['id', 'title'])
        .where('columnId', '=', columns.get(column) ?? 0)
        .where('status', '=', 2)
        .where('deletedAt', 'is', null)
        .orderBy('publishTime', 'desc')
        .limit(count)
        .execute()
      chosen.push(...found.map((one) => ({ section, title: one.title, articleId: one.id })))
    }
    const contents = [...own, ...chosen].map((one, i) => ({ ...one, bulletinId: id, sort: i + 1, ...hand, version: 1 }))
    for (const one of contents) await trx.insertInto('bulletinContent').values(one).execute()
    const steps = [
      { act: '新增', status: 0, at },
      ...(status > 0 ? [{ act: '发布', status: 1, at: at + day }] : []),
      ...(status === 2 ? [{ act: '撤回', status: 2, reason, at: at + 2 * day }] : []),
    ]
    await trx
      .insertInto('history')
      .values(steps.map((step, i) => ({ kind: 'bulletin', rowId: id, no: i + 1, reason: null, byId, byName, ...step })))
      .execute()
  }
}
