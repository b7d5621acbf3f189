import { search } from '../../core/contract/search.ts'
import { answered, followed } from '../areas/follow-job.ts'
import { jobError } from '../areas/job-end.ts'
import { foretold } from '../dry-run.ts'
import { exit } from '../errors.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { progress } from '../output/progress.ts'
import { isValueFormat, tellsSuccess, writeValue } from '../output/write.ts'
import { verb } from '../verb.ts'

/** What the contract says of the index, and making it anew. */
export const verbs = [
  ...(await areaVerbs('search')).verbs,
  verb({
    name: 'rebuild',
    says: `${search.rebuild.says}；显示进度，Ctrl+C 取消，原来的索引不变`,
    knows: [...uses.server, ...uses.output],
    examples: ['xzx search rebuild'],
    async run(ctx) {
      const { rebuild, job: read, cancel } = await ctx.client('search')
      if (ctx.flags.dryRun) {
        await foretold(
          () => rebuild({}, { signal: ctx.signal }),
          () => ctx.note('服务器不能试运行重建，不知道它是否会拒绝'),
        )
        ctx.note('试运行，没有重建')
        return exit.ok
      }
      const calls = { job: read, cancel }
      const shown = await progress(ctx, '正在重建检索索引')
      const job = await answered(ctx, calls, shown, rebuild({}, { signal: ctx.signal }))
        .then((begun) => followed(ctx, calls, shown, begun))
        .finally(() => shown.end())
      if (tellsSuccess(ctx) && isValueFormat(ctx.format)) await writeValue(ctx, job)
      const end = jobError('检索索引的重建', job.state, job.says)
      if (end) throw end
      ctx.note(job.says ?? '')
      return exit.ok
    },
  }),
]
