import type { Parsed } from '../../../core/contract/endpoint.ts'
import { relationsMax, specialBrief, specialRow } from '../../../core/contract/special/rows.ts'
import { special as contract } from '../../../core/contract/special.ts'
import { specialFlow } from '../../../core/domain/special-states.ts'
import type { Ctx } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { specialArticle, special as table } from '../../db/tables/special.ts'
import { equal, like } from '../../rows/condition.ts'
import { loadTopic } from '../../site/areas/special.ts'
import { topicPage } from '../../site/areas/special-read.ts'
import { activityOf } from '../published/activity.ts'
import type { Place } from '../published/place.ts'
import { type NamedText, textsIn } from '../published/words.ts'

/** Special topics: found, written, moved. */

/** Where what a topic gathers is kept. */
export const place: Place = {
  ...{ noun: '专题', rows: specialArticle as unknown as Table, of: 'specialId', most: relationsMax },
}

type Search = Parsed<typeof contract.counts>

/** What a topic shows of its own: articles were looked through when they were submitted. */
async function* textsOf(ctx: Ctx, id: number): AsyncIterable<NamedText> {
  const topic = await ctx.db.selectFrom('special').select(['title', 'summary']).where('id', '=', id).executeTakeFirst()
  if (!topic) return
  yield { title: topic.title, text: topic }
  yield* textsIn(ctx, place, { id, columns: ['section'], beside: ['section'] })
}

export const topics = activityOf({
  ...{
    flow: specialFlow,
    table,
    brief: specialBrief,
    row: specialRow,
    binned: contract.binList.output,
    place,
    textsOf,
  },
  logged: ['title', 'model', 'sort', 'cover'],
  order: [
    ['sort', 'asc'],
    ['id', 'desc'],
  ],
  narrowed: ({ title, model }: Search) => [...like('title', title), ...equal('model', model)],
  fresh: { sort: 0 },
  page: async (ctx, id) => ({ name: topicPage(id), shown: await loadTopic({ read: ctx.db }, id) }),
  lacks: async (ctx, id) =>
    (await loadTopic({ read: ctx.db }, id))?.total ? null : '请选用网站上的文章，或让选用的文章重新发布',
})
