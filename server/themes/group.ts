import type { Selectable } from 'kysely'
import type { Parsed } from '../../core/contract/endpoint.ts'
import type { TopicCalls } from '../../core/contract/theme/calls.ts'
import { replyRow, topicBrief, topicOpen, topicRow } from '../../core/contract/theme/rows.ts'
import { themeGroups } from '../../core/domain/theme-groups.ts'
import type { ThemeArea } from '../../core/domain/theme-names.ts'
import { formatTime } from '../../core/domain/time.ts'
import type { Ctx } from '../context.ts'
import type { RowOf, Table } from '../db/table.ts'
import { themeTables } from '../db/tables/theme.ts'
import { openTextsOf } from '../letters/open.ts'
import { stepsFor } from '../letters/steps.ts'
import { between, type Condition, equal, like, test } from '../rows/condition.ts'
import { historyOf } from '../rows/history.ts'
import type { AnyDb, Paging } from '../rows/list.ts'
import { exactly } from '../rows/personal.ts'
import { rowsOf } from '../rows/rows-of.ts'

type Topics = (typeof themeTables)['theme']
export type Topic = Selectable<RowOf<Topics['topics']['columns']>>
export type TopicReply = Selectable<RowOf<Topics['replies']['columns']>>

const newest = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
const seen: readonly Condition[] = [test('state', '=', 1), test('shown', '=', 1)]

type Search = Partial<Omit<Parsed<TopicCalls['list']>, keyof Paging>>

/** What an answer is, for whoever may read it. */
export interface Answered {
  readonly deptName: string | null
  readonly content: string
  readonly at: string
}

/** A group of topics: its tables and the plain work on them. */
export function groupOf(area: ThemeArea) {
  const group = themeGroups[area]
  // the tables of all groups have the same columns
  const { topics: table, replies: replyTable } = themeTables[area] as Topics
  const logged = ['title', 'kind', 'state', 'shown', 'recommend', 'deptId'] as const
  const topics = rowsOf(table, { reply: topicRow, logged, order: newest })
  const shownOnes = (by: 'shownAt' | 'replies') =>
    rowsOf(table, {
      ...{ reply: topicOpen, logged: [], everybody: seen, open: true },
      order: [
        [by, 'desc'],
        ['id', 'desc'],
      ],
    })
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb

  return {
    ...{ area, group, table, replyTable, logged, topics },
    plain: table as unknown as Table,
    briefs: rowsOf(table, { reply: topicBrief, logged, order: newest }),
    shown: shownOnes('shownAt'),
    hot: shownOnes('replies'),
    /** What visitors read of a topic, and of a reply to it. */
    texts: openTextsOf(table, { title: 'openTitle', content: 'openContent' }),
    replyTexts: openTextsOf(replyTable, { content: 'openContent' }, ['content']),
    replies: rowsOf(replyTable, { reply: replyRow, logged: ['themeId', 'deptId', 'state'], order: newest }),
    history: historyOf(area),
    ...stepsFor(table, group.flow, (ctx, id) => topics.need(ctx, id, { lock: true })),

    /** What narrows lists and counts alike, the state too. */
    async narrowed(ctx: Ctx, input: Search): Promise<Condition[]> {
      return [
        ...like('title', input.title, 'full text'),
        ...like('content', input.content, 'full text'),
        ...(await exactly(ctx, table, 'phone', input.phone)),
        ...equal('kind', input.kind),
        ...equal('state', input.state),
        ...equal('shown', input.shown),
        ...equal('recommend', input.recommend),
        ...equal('deptId', input.deptId || undefined),
        ...between('createdAt', input.startTime, input.endTime),
      ]
    },

    /** The answers to some topics that have passed, the first first. @param as they were written, or as everybody may read them */
    async answersTo(
      ctx: Ctx,
      ids: readonly number[],
      as: 'content' | 'openContent',
    ): Promise<ReadonlyMap<number, Answered[]>> {
      const found =
        ids.length === 0
          ? []
          : await loose(ctx)
              .selectFrom(`${replyTable.name} as reply`)
              .leftJoin('dept', 'dept.id', 'reply.deptId')
              .select(['reply.themeId', `reply.${as} as content`, 'reply.createdAt', 'dept.name as deptName'])
              .where('reply.themeId', 'in', [...ids])
              .where('reply.state', '=', 1)
              .orderBy('reply.id')
              .execute()
      const rows = found as unknown as (TopicReply & { readonly deptName: string | null })[]
      const byTopic = Map.groupBy(rows, ({ themeId }) => Number(themeId))
      return new Map(
        [...byTopic].map(([id, some]) => [
          id,
          some.map(({ deptName, content, createdAt }) => ({ deptName, content, at: formatTime(Number(createdAt)) })),
        ]),
      )
    },

    /** Counts anew how many replies of a topic have passed. @param gone a reply that is about to be deleted, with those to it */
    async countReplies(ctx: Ctx, themeId: number, gone = 0): Promise<number> {
      const { n } = (await loose(ctx)
        .selectFrom(replyTable.name)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('themeId', '=', themeId)
        .where('state', '=', 1)
        .where('id', '!=', gone)
        .where((eb) => eb.or([eb('parentId', 'is', null), eb('parentId', '!=', gone)]))
        .executeTakeFirstOrThrow()) as { n: number }
      await loose(ctx)
        .updateTable(table.name)
        .set({ replies: Number(n) })
        .where('id', '=', themeId)
        .execute()
      return Number(n)
    },
  }
}
export type Group = ReturnType<typeof groupOf>
