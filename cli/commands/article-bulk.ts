import { articleStates, type MoveName } from '../../core/domain/article-states.ts'
import { ApiError, errorCodes } from '../../core/errors.ts'
import { type Bulk, type BulkFlags, bulks, moveFor, type Picked, pick } from '../areas/article-bulks.ts'
import { articleFilterFlags } from '../areas/article-filters.ts'
import { type Article, articlesById, isCopy, refusal, sendMove, stateFor, titleFor } from '../areas/article-rows.ts'
import { reasonFlags, reasonFor } from '../bulk/reason.ts'
import { checkOutcome, type Failed, type Group, noOutcome, runBulk, tellBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { foretold } from '../dry-run.ts'
import { uses } from '../flags.ts'
import { confirm, namedTitles } from '../questions.ts'
import { verb } from '../verb.ts'

/** What was picked: ids only, by the move they go through, with the first titles for the question. */
interface Chosen {
  readonly groups: Map<MoveName, string[]>
  readonly titles: string[]
  readonly refused: Failed[]
  count: number
  /** How many of them have a copy under review. */
  copies: number
}

async function choose(bulk: Bulk, picked: AsyncIterable<Picked>, judge: (one: Picked) => Failed | null) {
  const chosen: Chosen = {
    groups: new Map(bulk.moves.map((move) => [move, []])),
    titles: [],
    refused: [],
    count: 0,
    copies: 0,
  }
  for await (const one of picked) {
    chosen.count += 1
    const refused = judge(one)
    if (refused) {
      chosen.refused.push(refused)
      continue
    }
    if (one.row?.review && (bulk.name === 'take-down' || isCopy(one.row, bulk.moves))) chosen.copies += 1
    if (one.row && chosen.titles.length < 3) chosen.titles.push(titleFor(one.row, bulk.moves))
    chosen.groups.get(moveFor(bulk, one.row))?.push(one.id)
  }
  return chosen
}

/** What follows for what is online, where rejecting and taking down are to be told apart. */
function consequence({ name }: Bulk, copies: number): string {
  if (name === 'take-down')
    return `，网页和别处没有用到的图片随即从网站撤下${copies > 0 ? `，其中 ${copies} 篇的修订随之结束（内容留在修订历史中）` : ''}`
  return name === 'reject' && copies > 0 ? `，其中 ${copies} 篇是修订，已发布的原文继续在线` : ''
}

async function questionOf(ctx: Context, bulk: Bulk, { count, copies, titles, groups }: Chosen): Promise<string> {
  if (titles.length === 0 && !ctx.flags.yes) {
    const first = [...groups.values()].flat().slice(0, 3)
    for await (const { row } of articlesById(ctx, first)) if (row) titles.push(titleFor(row, bulk.moves))
  }
  return `将${bulk.doing} ${count} 篇文章${namedTitles(titles, count)}${consequence(bulk, copies)}`
}

/** Why an article cannot make the move, as far as its state tells. */
const byState =
  (bulk: Bulk) =>
  ({ id, row }: Picked): Failed | null => {
    if (!row) return { id, errorCode: 'NOT_FOUND', errorMsg: `文章 ${id} 不存在或无权操作` }
    const illegal = refusal(moveFor(bulk, row), row)
    return illegal ? { id, errorCode: 'BAD_STATE', errorMsg: illegal } : null
  }

/** Who I am, as far as a dry run can tell what I may not do. */
async function judgeFor(ctx: Context, bulk: Bulk): Promise<(one: Picked) => Failed | null> {
  const me = await (await ctx.client('auth')).info({}, { signal: ctx.signal })
  const { buttonList } = await (await ctx.client('menu')).list({}, { signal: ctx.signal })
  const knowsKeys = (buttonList ?? []).some((key) => key.startsWith('article_'))
  const lacks = (key: string) => knowsKeys && !buttonList.includes(key)
  if (bulk.moves.every((move) => lacks(articleStates.keyOf(move))))
    throw new ApiError('refused', 'NO_PERMISSION', errorCodes.NO_PERMISSION.says)
  /** Lists name the submitter but do not give their id; a namesake who wrote the article is told apart by the writer's. */
  const isMine = (row: Article) => {
    const by = row.review ? row.review.submittedByName : row.submittedByName
    const namesake = row.createdByName === me.name && row.createdBy !== me.userId
    return by === me.name && !namesake
  }
  return (one) => {
    const { id, row } = one
    const unfit = byState(bulk)(one)
    if (unfit || !row) return unfit
    const move = moveFor(bulk, row)
    if (lacks(articleStates.keyOf(move)))
      return { id, errorCode: 'NO_PERMISSION', errorMsg: errorCodes.NO_PERMISSION.says }
    const own = move === 'approve' && stateFor(row, ['approve']) === 0 && lacks('article_force') && isMine(row)
    return own ? { id, errorCode: 'NO_PERMISSION', errorMsg: '不能审核本人提交的文章' } : null
  }
}

/** What would be done, as far as the rows tell: for a back end that cannot foretell it. */
async function rehearse(ctx: Context, bulk: Bulk, picked: AsyncIterable<Picked>): Promise<number> {
  const { groups, refused, count } = await choose(bulk, picked, await judgeFor(ctx, bulk))
  const done = [...groups.values()].flat()
  ctx.note(`试运行，没有作任何修改：${count} 篇中可${bulk.doing} ${done.length} 篇，不能处理 ${refused.length} 篇`)
  const quiet = { ...ctx, note: () => undefined, flags: { ...ctx.flags, failedTo: undefined } }
  return tellBulk(quiet, { ...noOutcome(), done, failed: refused })
}

/** A take-down answers when its pages are gone: the fewer calls, the fewer times the lists of a column are made anew. */
const offSiteSize = 500

async function run(ctx: Context, bulk: Bulk, args: readonly string[], flags: BulkFlags): Promise<number> {
  const picked = await pick(ctx, bulk, args, flags)
  await checkOutcome(ctx)
  const reason = bulk.reasons && (await reasonFor(ctx, bulk.doing, bulk.reasons, flags))
  const chosen = await choose(bulk, picked, bulk.judged ? byState(bulk) : () => null)
  if (chosen.count === 0) {
    ctx.note('没有要处理的文章')
    return tellBulk({ ...ctx, note: () => undefined }, noOutcome())
  }
  const count = chosen.count - chosen.refused.length
  const text = await questionOf(ctx, bulk, { ...chosen, count })
  if (count > 0) await confirm(ctx, { text, count, ...(bulk.destructive && { destructive: true }) })
  const calls = await ctx.client('article')
  const groups = [...chosen.groups].map(
    ([move, ids]): Group => ({
      ids,
      ...(move === 'takeDown' && { size: offSiteSize }),
      // not stopped by Ctrl+C: what the server was told to do shall be known
      send: (some) => sendMove(calls, move, some, { reason }),
    }),
  )
  return foretold(
    async () => {
      const outcome = await runBulk(ctx, `正在${bulk.doing}`, groups)
      return tellBulk(ctx, { ...outcome, failed: [...chosen.refused, ...outcome.failed] })
    },
    () => rehearse(ctx, bulk, articlesById(ctx, [...chosen.groups.values()].flat())),
  )
}

const examplesOf = ({ name, reasons, destructive }: Bulk) => {
  const more = reasons ? ' --preset 2' : ''
  return [
    `xzx article ${name} 101 102${more}`,
    `xzx article ${name} --column 通知公告 --until 2026-10-31 --all --dry-run${more}`,
    `xzx article list --title 草稿 --all --format ids | xzx article ${name} --ids - ${destructive || reasons || name === 'approve' ? '--dry-run' : '--yes --failed-to 失败.txt'}${more}`,
  ]
}

/** Accepting, approving, rejecting, taking down and deleting articles, one or many. */
export const verbs = bulks.map((bulk) =>
  verb<BulkFlags>({
    name: bulk.name,
    says: bulk.says,
    args: '[编号...]',
    knows: [...uses.server, ...uses.output, ...uses.bulk, ...uses.span, 'all', 'limit'],
    flags: [...articleFilterFlags, ...(bulk.reasons ? reasonFlags(bulk.reasons, bulk.doing) : [])],
    examples: examplesOf(bulk),
    run: (ctx, { args, flags }) => run(ctx, bulk, args, flags),
  }),
)
