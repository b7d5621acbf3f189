import { articleStates, type MoveName, type ReviewStep } from '../../core/domain/article-states.ts'
import { givenIds } from '../bulk/ids.ts'
import type { ReasonFlags } from '../bulk/reason.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { allRows } from '../output/listing.ts'
import { progress } from '../output/progress.ts'
import { type ArticleFilterFlags, articleFilters, hasArticleFilter } from './article-filters.ts'
import { type Article, articlesById, stateFor } from './article-rows.ts'

/** How a bulk command is told which articles, and why. */
export interface BulkFlags extends ArticleFilterFlags, ReasonFlags {}

/** A bulk verb: its words, and which of the contract's calls an article goes through. */
export interface Bulk {
  readonly name: 'submit' | 'accept' | 'recheck' | 'approve' | 'reject' | 'take-down' | 'delete'
  readonly says: string
  readonly doing: string
  readonly moves: readonly MoveName[]
  /** The states that `--all` takes when no --status says which. */
  readonly status: readonly number[]
  /** The step that those wait for which it takes. */
  readonly step?: ReviewStep
  /** `--all` alone is not enough: a filter must say which. */
  readonly choosy?: true
  /** It needs a reason; these are often given. */
  readonly reasons?: readonly string[]
  readonly destructive?: true
  /** The call would pass over a state that does not allow the move: it is looked at before. */
  readonly judged?: true
}

/** The bulk verbs of articles. */
export const bulks: readonly Bulk[] = [
  {
    name: 'submit',
    says: '提交文章审核',
    doing: '提交',
    moves: ['submit'],
    status: [3, 4],
    choosy: true,
    judged: true,
  },
  { name: 'accept', says: '初审通过文章', doing: '初审通过', moves: ['accept'], status: [1] },
  {
    name: 'recheck',
    says: '复审通过文章，限实行三审三校的栏目',
    doing: '复审通过',
    moves: ['recheck'],
    status: [0],
    step: 2,
  },
  { name: 'approve', says: '审核通过并发布文章', doing: '通过', moves: ['approve'], status: [0], step: 3 },
  {
    name: 'reject',
    says: '驳回待审核、待发布的文章和修订',
    doing: '驳回',
    moves: ['acceptReject', 'reject'],
    status: [0, 1],
    choosy: true,
    reasons: articleStates.moves.reject.reasons ?? [],
  },
  {
    name: 'take-down',
    says: '从网站撤下已发布的文章',
    doing: '下架',
    moves: ['takeDown'],
    status: [2],
    choosy: true,
    reasons: articleStates.moves.takeDown.reasons ?? [],
  },
  {
    name: 'delete',
    says: '删除文章到回收站',
    doing: '删除',
    moves: ['delete'],
    status: [0, 1, 3, 4, 5],
    choosy: true,
    destructive: true,
  },
]

/** An article that was picked; its row where it was read. */
export type Picked = { readonly id: string; readonly row: Article | null }

/** Which of a verb's moves an article goes through. */
export const moveFor = (bulk: Bulk, row: Article | null): MoveName => {
  const [first, second] = bulk.moves
  if (second === undefined || !row) return (second ?? first) as MoveName
  return stateFor(row, bulk.moves) === 1 ? (first as MoveName) : second
}

async function* byFilters(ctx: Context, bulk: Bulk, flags: BulkFlags): AsyncGenerator<Picked> {
  const filters = await articleFilters(ctx, flags)
  const { list } = await ctx.client('article')
  const search = {
    // what is approved for a time to come has been approved
    ...(bulk.name === 'approve' && { timed: 0 as const }),
    ...(bulk.step && { reviewStep: bulk.step }),
    ...filters,
    status: filters.status ?? [...bulk.status],
  }
  const shown = await progress(ctx, '正在读取编号')
  let read = 0
  const rows = allRows(
    ctx,
    { call: list, filters: search, idField: 'articleId' },
    { order: 'asc', onTotal: (total) => shown.total(Math.min(total, ctx.limit ?? total)) },
  )
  try {
    for await (const row of rows) {
      yield { id: String(row.articleId), row }
      shown.at(++read)
    }
  } finally {
    shown.end()
  }
}

async function* bare(ids: readonly string[]): AsyncGenerator<Picked> {
  for (const id of ids) yield { id, row: null }
}

/** The articles that the command line means; their rows are read only where they are needed. */
export async function pick(
  ctx: Context,
  bulk: Bulk,
  args: readonly string[],
  flags: BulkFlags,
): Promise<AsyncGenerator<Picked>> {
  const ids = await givenIds(ctx, args)
  const filtered = hasArticleFilter(ctx, flags)
  if (ids && (filtered || ctx.flags.all || ctx.limit !== null))
    throw usage('编号和筛选条件不能同时使用', '只用其中一种说明要处理哪些文章')
  if (ids) return bulk.reasons || bulk.judged ? articlesById(ctx, ids) : bare(ids)
  if (bulk.choosy ? filtered : filtered || ctx.flags.all) {
    if (ctx.flags.all || ctx.limit !== null) return byFilters(ctx, bulk, flags)
    throw usage('用筛选条件时要说明处理多少', '加 --all 处理全部，或 --limit 条数')
  }
  if (ctx.flags.all)
    throw usage(`${bulk.doing}不能只写 --all`, '再加筛选条件，例如 --column 通知公告 --all、--status 待审核 --all')
  throw usage(
    '没有说明要处理哪些文章',
    `例如 xzx article ${bulk.name} 101 102，或用 --ids - 从标准输入读取编号，或用筛选条件加 --all`,
  )
}
