import { handsOf, keepWay, newestOf, wayOf } from './activity.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoTopic {
  readonly days: number
  readonly status: 2 | 3 | 4 | 5
  readonly title: string
  readonly model: string
  readonly summary: string
  readonly reason?: string
  /** How many of the county's newest articles of a column it gathers: section, column. */
  readonly articles: readonly (readonly [section: string, column: string, count: number])[]
}

/** The special topics of the demo county: two that are published, one that waits, one that was rejected, one that is being put together. */
const topics: readonly DemoTopic[] = [
  {
    ...{ days: 20, status: 5, title: '提案办理质量年', model: 'childHome' },
    summary: '集中反映提案办理的安排、进展和成效。',
    articles: [
      ['工作部署', 'tongzhi', 2],
      ['办理动态', 'tian-dongtai', 4],
    ],
  },
  {
    ...{ days: 60, status: 5, title: '乡村道路养护协商', model: 'activity' },
    summary: '围绕乡村道路养护开展的调研和协商。',
    articles: [['调研报告', 'diaoyan', 3]],
  },
  {
    ...{ days: 2, status: 4, title: '冬季供暖专题协商', model: 'activity' },
    summary: '冬季供暖准备工作月度协商座谈会。',
    articles: [['通知', 'tongzhi', 1]],
  },
  {
    ...{ days: 9, status: 2, title: '委员学习园地', model: 'legal', reason: '内容不全，请补齐后重新提交' },
    summary: '法律法规和协商文件学习。',
    articles: [['学习', 'diaoyan', 1]],
  },
  { ...{ days: 1, status: 3, title: '全会筹备', model: 'homeScroll' }, summary: '全会筹备工作。', articles: [] },
]

/** Writes the topics with what they gather, and what was done with each. */
export async function add(place: DemoPlace): Promise<void> {
  const { trx, now } = place
  const hands = await handsOf(place)
  for (const { days, status, title, model, summary, reason = null, articles } of topics) {
    const at = now - days * day
    const { id } = await trx
      .insertInto('special')
      .values({ title, model, summary, sort: 0, reason, ...wayOf(status, at, hands) })
      .returning('id')
      .executeTakeFirstOrThrow()
    let sort = 0
    for (const [section, column, count] of articles)
      for (const article of await newestOf(place, column, count)) {
        sort += 1
        const hand = {
          createdBy: hands.writer.byId,
          createdAt: at,
          updatedBy: hands.writer.byId,
          updatedAt: at,
          version: 1,
        }
        const row = { specialId: id, articleId: article.id, title: article.title, section, sort, ...hand }
        await trx.insertInto('specialArticle').values(row).execute()
      }
    await keepWay(place, { kind: 'special', rowId: id, status, at, reason }, hands)
  }
}
