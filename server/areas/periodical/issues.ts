import type { Parsed } from '../../../core/contract/endpoint.ts'
import { articlesMax, periodicalBrief, periodicalRow } from '../../../core/contract/periodical/rows.ts'
import { periodical as contract } from '../../../core/contract/periodical.ts'
import { periodicalFlow } from '../../../core/domain/periodical-states.ts'
import type { Ctx } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { periodicalArticle, periodical as table } from '../../db/tables/periodical.ts'
import { between, like } from '../../rows/condition.ts'
import { loadIssue } from '../../site/areas/periodical.ts'
import { issuePage } from '../../site/areas/periodical-read.ts'
import { activityOf } from '../published/activity.ts'
import type { Place } from '../published/place.ts'
import { type NamedText, textsIn } from '../published/words.ts'

/** Issues of periodicals: found, written, moved. */

/** Where what stands in an issue is kept. */
export const place: Place = {
  ...{ noun: '期刊', rows: periodicalArticle as unknown as Table, of: 'periodicalId', most: articlesMax },
}

type Search = Parsed<typeof contract.counts>

/** What an issue shows of its own: articles were looked through when they were submitted. */
async function* textsOf(ctx: Ctx, id: number): AsyncIterable<NamedText> {
  const { db } = ctx
  const issue = await db.selectFrom('periodical').select(['title', 'summary']).where('id', '=', id).executeTakeFirst()
  if (!issue) return
  yield { title: issue.title, text: issue }
  for (const { title } of await db
    .selectFrom('periodicalPage')
    .select('title')
    .where('periodicalId', '=', id)
    .execute())
    yield { title, text: { title } }
  yield* textsIn(ctx, place, { id, columns: ['title', 'author', 'content'], beside: ['author'] })
}

export const issues = activityOf({
  ...{ flow: periodicalFlow, table, brief: periodicalBrief, row: periodicalRow, binned: contract.binList.output },
  ...{ place, textsOf },
  logged: ['title', 'number', 'publishedOn', 'cover'],
  order: [
    ['publishedOn', 'desc'],
    ['id', 'desc'],
  ],
  narrowed: ({ title, startTime, endTime }: Search) => [
    ...like('title', title),
    ...between('publishedOn', startTime, endTime),
  ],
  fresh: {},
  page: async (ctx, id) => ({ name: issuePage(id), shown: await loadIssue({ read: ctx.db }, id) }),
  async lacks(ctx, id) {
    const shown = await loadIssue({ read: ctx.db }, id)
    const there = shown && (shown.files.length > 0 || shown.pages.some(({ articles }) => articles.length > 0))
    return there ? null : '请增加版面，选用文章或写入篇目，或上传整期文件'
  },
})
