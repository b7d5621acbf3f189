import { namedId } from '../areas/reference-names.ts'
import { givenIds } from '../bulk/ids.ts'
import { exitOfBulk, noOutcome, tellBulk } from '../bulk/run.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { confirm } from '../questions.ts'
import { verb } from '../verb.ts'

/** Copies of articles in other columns. */
export const verbs = [
  verb<{ column?: string }>({
    name: 'copy',
    says: '复制文章，成为本人的草稿，附件一并复制；不带发布时间和原文地址',
    args: '[编号...]',
    flags: [{ flag: '--column <栏目>', says: '复制到的栏目，编号或名称；不写则留在原栏目' }],
    knows: [...uses.server, ...uses.output, 'ids'],
    examples: ['xzx article copy 101', 'xzx article copy 101 102 --column 通知公告 --yes'],
    async run(ctx, { args, flags: { column } }) {
      const ids = (await givenIds(ctx, args)) ?? []
      if (ids.length === 0) throw usage('缺少文章编号', '例如 xzx article copy 101 --column 通知公告')
      const columnId = column === undefined ? null : await namedId(ctx, 'column', column)
      const to = column === undefined ? '' : `到栏目「${column}」`
      await confirm(ctx, { text: `将复制 ${ids.length} 篇文章${to}`, count: ids.length })
      const { articleCopy } = await ctx.client('article')
      const { done, failed, made } = await articleCopy({ ids, columnId }, { signal: ctx.signal })
      if (!ctx.flags.dryRun && made.length > 0) ctx.note(`新文章的编号：${made.join('、')}`)
      await tellBulk(ctx, { ...noOutcome(), done, failed })
      return exitOfBulk(done.length, failed.length)
    },
  }),
]
