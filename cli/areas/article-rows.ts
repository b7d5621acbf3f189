import { chunkSize, chunksOf } from '../../core/chunks.ts'
import type { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { alreadyThere, illegalMove, type MoveName, target } from '../../core/domain/article-states.ts'
import type { NewsStatus } from '../../core/domain/enums.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'

/** An article as bulk commands look at it. */
export type Article = Output<typeof article.list>['list'][number]

async function viewed(ctx: Context, articleId: string): Promise<Article | null> {
  const { view } = await ctx.client('article')
  try {
    return (await view({ articleId }, { signal: ctx.signal })) as Article
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** The articles of these ids, a page at a time; null for one that is not there for the caller. */
export async function* articlesById(
  ctx: Context,
  ids: readonly string[],
): AsyncGenerator<{ readonly id: string; readonly row: Article | null }> {
  const { list } = await ctx.client('article')
  for (const chunk of chunksOf(ids, chunkSize)) {
    const asked = new Set(chunk)
    const reply = await list({ articleIds: [...chunk], pageSize: chunkSize }, { signal: ctx.signal })
    const rows = new Map((reply.list ?? []).map((row) => [String(row.articleId), row]))
    // a back end that does not know the filter answers others: each is then asked for by itself
    const filtered = [...rows.keys()].every((id) => asked.has(id))
    for (const id of chunk) yield { id, row: rows.get(id) ?? (filtered ? null : await viewed(ctx, id)) }
  }
}

/** The state that a move is about: that of the copy under review when the move is possible there, else the article's own. */
export function stateFor(row: Article, moves: readonly MoveName[]): NewsStatus {
  const review = Number(row.review?.status ?? -1) as NewsStatus
  const reviewed = row.review && moves.some((move) => move !== 'delete' && target(move, review) !== null)
  return reviewed ? review : (Number(row.status) as NewsStatus)
}

/** Why a move will be refused, as far as can be told without making it; null when nothing speaks against it. */
export function refusal(move: MoveName, row: Article): string | null {
  const at = stateFor(row, [move])
  return alreadyThere(move, at) || target(move, at) !== null ? null : illegalMove(move, at)
}
