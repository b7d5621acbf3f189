import { chunkSize, chunksOf } from '../../core/chunks.ts'
import type { AreaClient, CallOptions } from '../../core/client/client.ts'
import { submitEach } from '../../core/client/one-by-one.ts'
import type { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { articleStates, type MoveName } from '../../core/domain/article-states.ts'
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

/** What of an article says which moves are possible. */
type Standing = { readonly status: unknown; readonly review?: Article['review'] }

type Attached = Output<typeof article.view>['files']

/** The attachments among what a revision holds; a back end of somebody else may know of none. */
export const filesThen = (revision: Partial<Pick<Output<typeof article.revision>, 'values'>>): Attached =>
  (revision.values?.find(({ field }) => field === 'files')?.value ?? []) as Attached

/** What stands in the fields of the model among what a revision holds, under their labels. */
export const modelThen = (revision: Partial<Pick<Output<typeof article.revision>, 'values'>>) =>
  (revision.values ?? [])
    .filter(({ field }) => field.startsWith('modelFields.'))
    .map(({ title, value }) => ({ title, words: String(value ?? '') }))

/** The state that a move is about: that of the copy under review when the move is possible there, else the article's own. */
export function stateFor(row: Standing, moves: readonly MoveName[]): NewsStatus {
  const reviewed = row.review && moves.some((move) => concerns(row, move))
  return Number(reviewed ? row.review?.status : row.status) as NewsStatus
}

/** True when the copy under review is in a state that the move can start from, or has led to. */
function concerns(row: Standing, move: MoveName): boolean {
  const review = Number(row.review?.status ?? -1) as NewsStatus
  return move !== 'delete' && (articleStates.target(move, review) !== null || articleStates.alreadyThere(move, review))
}

/** True when a move is about an article's copy under review: the article itself stays online as it is. */
export const isCopy = (row: Standing, moves: readonly MoveName[]): boolean =>
  row.review !== null && row.review !== undefined && moves.some((move) => concerns(row, move))

/** An article's title as a move means it: of a copy under review the new one. */
export const titleFor = (row: Article, moves: readonly MoveName[]): string =>
  (isCopy(row, moves) ? row.review?.title : null) ?? row.title

/** What a move is made with beside the ids. */
export interface MoveDetails {
  readonly reason?: string | undefined
  /** The version that each article was seen in: what was changed since is refused. Without one it is not looked at. */
  readonly versions?: ReadonlyMap<string, number> | undefined
}

const seen = (articleId: string, { versions }: MoveDetails) => {
  const version = versions?.get(articleId)
  return { articleId, ...(version !== undefined && { version }) }
}

/** An article as the calls of the moves take it. A rejection is never more than that: nothing is taken down by it. */
const moved = (move: MoveName, articleId: string, details: MoveDetails) => ({
  ...seen(articleId, details),
  ...(details.reason && { reason: details.reason }),
  ...(move === 'reject' && { keepOnline: true }),
})

type Calls = AreaClient<typeof article>

/** Sends articles through a move; the answer says of each what became of it. */
export const sendMove = (
  calls: Calls,
  move: MoveName,
  ids: readonly string[],
  details: MoveDetails = {},
  options: CallOptions = {},
): Promise<BulkResult> =>
  move === 'submit'
    ? submitEach(
        calls.update,
        ids.map((articleId) => seen(articleId, details)),
        options,
      )
    : calls[move as 'accept']({ items: ids.map((articleId) => moved(move, articleId, details)) }, options)

/** Why a move will be refused, as far as can be told without making it; null when nothing speaks against it. */
export function refusal(move: MoveName, row: Standing): string | null {
  const at = stateFor(row, [move])
  return articleStates.alreadyThere(move, at) || articleStates.target(move, at) !== null
    ? null
    : articleStates.illegal(move, at)
}
