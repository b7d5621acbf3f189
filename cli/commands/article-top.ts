import { givenIds } from '../bulk/ids.ts'
import { exitOfBulk, noOutcome, tellBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { confirm } from '../questions.ts'
import { verb } from '../verb.ts'

const knows = [...uses.server, ...uses.output, 'ids'] as const

/** Puts articles first in their columns, or back among the others. */
async function put(ctx: Context, ids: readonly string[], how: { readonly top: 0 | 1; readonly topUntil?: string }) {
  const text = how.top === 1 ? `将置顶 ${ids.length} 篇文章，网站随即更新` : `将取消 ${ids.length} 篇文章的置顶`
  await confirm(ctx, { text, count: ids.length })
  const { articleUp } = await ctx.client('article')
  const { done, failed } = await articleUp({ ids: [...ids], ...how }, { signal: ctx.signal })
  await tellBulk(ctx, { ...noOutcome(), done, failed })
  return exitOfBulk(done.length, failed.length)
}

async function needIds(ctx: Context, args: readonly string[], example: string) {
  const ids = (await givenIds(ctx, args)) ?? []
  if (ids.length === 0) throw usage('缺少文章编号', `例如 ${example}`)
  return ids
}

/** Articles that stand first in their columns. */
export const verbs = [
  verb<{ topUntil?: string }>({
    name: 'top',
    says: '把已发布的文章在所属栏目置顶，后置顶的在前；每个栏目最多 10 篇',
    args: '[编号...]',
    flags: [{ flag: '--top-until <日期>', says: '置顶截止的日期，到期自动取消；不写则一直置顶' }],
    knows,
    examples: ['xzx article top 101 --dry-run', 'xzx article top 101 102 --top-until 2026-12-31 --yes'],
    async run(ctx, { args, flags: { topUntil } }) {
      const ids = await needIds(ctx, args, 'xzx article top 101')
      return put(ctx, ids, { top: 1, ...(topUntil !== undefined && { topUntil }) })
    },
  }),
  verb({
    name: 'untop',
    says: '取消文章的置顶，按发布时间排列',
    args: '[编号...]',
    knows,
    examples: ['xzx article untop 101 --dry-run', 'xzx article untop 101 102 --yes'],
    async run(ctx, { args }) {
      return put(ctx, await needIds(ctx, args, 'xzx article untop 101'), { top: 0 })
    },
  }),
]
