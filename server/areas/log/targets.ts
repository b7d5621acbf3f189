import { type LogTarget, namedInSentence, sentenceOf, type Told, targetOf } from '../../../core/domain/log-sentences.ts'
import { may } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { namesOf } from '../../rows/list.ts'
import { findArticles } from '../article/find.ts'
import { earlierTitles } from '../article/revisions.ts'

/** A row of the log as far as its sentence needs it. */
interface Row extends Told {
  readonly targetIds: readonly string[]
}
type Names = ReadonlyMap<number, string>

const whenMay = (ctx: Ctx, key: string, read: () => Promise<Names>): Promise<Names> =>
  may(whoOf(ctx).rights, key) ? read() : Promise.resolve(new Map())

/** The names of things, as far as this reader may see them: articles within their scope, in the bin or out of it. */
const readers: Readonly<Record<LogTarget, (ctx: Ctx, ids: readonly number[]) => Promise<Names>>> = {
  article: (ctx, ids) =>
    whenMay(ctx, 'article_list', async () => {
      const found = await findArticles(ctx, ids, { where: 'both', key: 'article_list', columns: ['id', 'title'] })
      return new Map([...found].map(([id, { title }]) => [id, title]))
    }),
  column: (ctx, ids) => namesOf(ctx.db, 'column', 'title', ids),
  hot: (ctx, ids) => whenMay(ctx, 'hot_list', () => namesOf(ctx.db, 'hot', 'name', ids)),
  role: (ctx, ids) => whenMay(ctx, 'column_roleList', () => namesOf(ctx.db, 'role', 'name', ids)),
}

const nameFields = ['title', 'categoryTitle', 'name'] as const

/** The name that the row itself keeps of its one thing. */
function keptName({ before, after, targetIds }: Row): string | null {
  if (targetIds.length !== 1) return null
  for (const side of [after, before])
    for (const field of nameFields) {
      const value = (side as Readonly<Record<string, unknown>> | null)?.[field]
      if (typeof value === 'string' && value !== '') return value
    }
  return null
}

/** What a row that is about one thing calls it; not what a copy under review proposes, which visitors have not seen. */
const calledIn = (row: Row) => ((row.after as { review?: unknown } | null)?.review ? null : keptName(row))

/**
 * For each row its sentence, and the first of its things by the names that they had then; one query for each kind of thing on the page.
 * @param times when each was written, in milliseconds
 */
export async function withSentences<R extends Row>(ctx: Ctx, rows: readonly R[], times: readonly number[]) {
  const named = rows.map((row, i) => ({
    row,
    at: times[i] as number,
    kind: targetOf(row.call ?? ''),
    ids: row.targetIds.slice(0, namedInSentence),
  }))
  const names = new Map<LogTarget, Names>()
  for (const kind of new Set(named.flatMap((one) => one.kind ?? []))) {
    const ids = named.filter((one) => one.kind === kind).flatMap((one) => one.ids.map(Number))
    names.set(kind, ids.length === 0 ? new Map() : await readers[kind](ctx, [...new Set(ids)]))
  }
  const titles = await earlierTitles(ctx, [...(names.get('article')?.keys() ?? [])])
  const titleAt = (id: number, at: number) => titles.get(id)?.find(({ until }) => until > at)?.title
  return named.map(({ row, at, kind, ids }) => {
    const there = kind && names.get(kind)
    const called = calledIn(row)
    const targets = kind
      ? ids.map((id) => {
          const name = there?.get(Number(id)) ?? null
          // what is not there for this reader has a name, and no page to lead to
          const then = called ?? (kind === 'article' ? titleAt(Number(id), at) : undefined)
          return { id, kind, name: name === null ? keptName(row) : (then ?? name), there: name !== null }
        })
      : []
    return { ...row, sentence: sentenceOf(row, targets, row.targetIds.length), targets }
  })
}
