import { formatDate, parseTime } from '../../core/domain/time.ts'
import { cleanHtml, sealOf } from '../clean.ts'
import { handsOf, keepWay, newestOf, wayOf } from './activity.ts'
import { toHtml } from './markup.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoPage {
  readonly title: string
  readonly sortType: 1 | 2
  /** How many of the county's newest articles of a column stand on it. */
  readonly articles?: readonly [column: string, count: number]
  /** Texts of its own: title, author, text. */
  readonly texts?: readonly (readonly [title: string, author: string, text: string])[]
}
interface DemoIssue {
  readonly days: number
  readonly status: 3 | 4 | 5
  readonly number: number
  readonly summary: string
  readonly pages: readonly DemoPage[]
}

/** The issues of the demo county's periodical: two that are published, one that waits, one that is being put together. */
const issues: readonly DemoIssue[] = [
  {
    ...{ days: 45, status: 5, number: 10, summary: '提案办理和委员走访。' },
    pages: [
      { title: '第1版要闻', sortType: 2, articles: ['tongzhi', 3] },
      {
        ...{ title: '第2版委员风采', sortType: 1 },
        texts: [
          [
            '走村入户听民声',
            '周明川',
            '入秋以来，界别委员走访六个村，记下群众意见三十一条，其中十二条已由承办单位答复。',
          ],
          ['一件提案的来龙去脉', '沈禾', '从一次走访到一件提案，再到一条修好的路，前后用了八个月。'],
        ],
      },
    ],
  },
  {
    ...{ days: 15, status: 5, number: 11, summary: '调研成果选登。' },
    pages: [{ title: '第1版调研', sortType: 2, articles: ['diaoyan', 3] }],
  },
  {
    ...{ days: 2, status: 4, number: 12, summary: '月度协商座谈会专版。' },
    pages: [{ title: '第1版协商', sortType: 2, articles: ['tian-dongtai', 2] }],
  },
  { ...{ days: 1, status: 3, number: 13, summary: '正在组稿。' }, pages: [{ title: '第1版要闻', sortType: 2 }] },
]

/** Writes the issues with their pages and what stands on them, and what was done with each. */
export async function add(place: DemoPlace): Promise<void> {
  const { trx, parts, now } = place
  const hands = await handsOf(place)
  for (const { days, status, number, summary, pages } of issues) {
    const at = now - days * day
    const { byId } = hands.writer
    const hand = { createdBy: byId, createdAt: at, updatedBy: byId, updatedAt: at, version: 1 }
    const { id: periodicalId } = await trx
      .insertInto('periodical')
      .values({
        ...{ title: `青石政协第${number}期`, number, summary, publishedOn: parseTime(formatDate(at)) as number },
        ...wayOf(status, at, hands),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    let sort = 0
    for (const [i, { title, sortType, articles, texts = [] }] of pages.entries()) {
      const { id: layoutId } = await trx
        .insertInto('periodicalPage')
        .values({ periodicalId, title, sortType, sort: i + 1, ...hand })
        .returning('id')
        .executeTakeFirstOrThrow()
      const chosen = articles ? await newestOf(place, ...articles) : []
      const own = texts.map(([title, author, text]) => {
        const content = cleanHtml(toHtml(text))
        return {
          title,
          author,
          content,
          seal: sealOf(content, parts.secret.seal),
          newsType: 0,
          categoryType: 'CONTENT',
        }
      })
      for (const one of [...chosen.map(({ id, title }) => ({ articleId: id, title })), ...own]) {
        sort += 1
        await trx
          .insertInto('periodicalArticle')
          .values({ ...one, periodicalId, layoutId, sort, ...hand })
          .execute()
      }
    }
    await keepWay(place, { kind: 'periodical', rowId: periodicalId, status, at }, hands)
  }
}
