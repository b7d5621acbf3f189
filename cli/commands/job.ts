import { formatTime } from '../../core/domain/time.ts'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import { outputPath, writeWhole } from '../files/save.ts'
import { checkWritable } from '../files/target.ts'
import { uses } from '../flags.ts'
import type { Done } from '../job/run.ts'
import { withLock } from '../lock.ts'
import { safeJson } from '../output/clean.ts'
import { tellsSuccess, writeList } from '../output/write.ts'
import { verb } from '../verb.ts'

const columns = [
  { field: 'step', title: '步骤', right: true, whole: true },
  { field: 'run', title: '命令' },
  { field: 'exit', title: '退出码', right: true, whole: true },
  { field: 'tries', title: '次数', right: true },
  { field: 'ms', title: '毫秒', right: true, whole: true },
  { field: 'says', title: '结果' },
]
const shape = { columns, usual: ['step', 'run', 'exit', 'ms', 'says'], idField: 'step', titleField: 'says' }

async function writeReport(ctx: Context, report: string | undefined, told: object): Promise<void> {
  if (report === undefined) return
  const path = outputPath(ctx, report)
  await writeWhole(ctx, path, async (file) => {
    // what steps said may be nobody else's, as a log is
    await file.chmod(0o600)
    await file.writeFile(`${safeJson(told, 1)}\n`)
  })
  if (!ctx.flags.dryRun) ctx.note(`报告已写到 ${path}`)
}

/** Several commands as one run of cron. */
export const verbs = [
  verb({
    name: 'run',
    says: '依次运行任务文件中的命令，给出每一步的结果；--dry-run 每一步都只试运行',
    args: '[任务文件]',
    knows: [...uses.server, ...uses.output, ...uses.lock],
    examples: ['xzx job run nightly.json --quiet --log nightly.log', 'xzx job run nightly.json --dry-run'],
    async run(ctx, { args: [file], commands, again }) {
      if (file === undefined) throw usage('缺少任务文件', '例如 xzx job run nightly.json；格式见 xzx job schema')
      const { readJob } = await import('../job/file.ts')
      const { exitOfJob, runJob } = await import('../job/run.ts')
      const job = await readJob(ctx, file, commands)
      // a night's work whose outcome nobody can read is not begun
      if (job.report !== undefined) await checkWritable(outputPath(ctx, job.report))
      return withLock(ctx, `job ${job.name}`, async () => {
        const startedAt = formatTime(ctx.world.now())
        const done: Done[] = []
        for await (const one of runJob(ctx, again, job)) done.push(one)
        const code = exitOfJob(done, job.steps)
        ctx.log?.sum({ job: job.name, steps: done.length, failed: done.filter((one) => one.exit !== 0).length })
        const told = tellsSuccess(ctx) ? done : done.filter((one) => one.exit !== exit.ok)
        if (told.length > 0 || tellsSuccess(ctx)) await writeList(ctx, shape, told)
        const endedAt = formatTime(ctx.world.now())
        await writeReport(ctx, job.report, { name: job.name, startedAt, endedAt, exit: code, steps: done })
        return code
      })
    },
  }),
  verb({
    name: 'schema',
    says: '输出任务文件的格式（JSON Schema）',
    withoutConfig: true,
    async run(ctx) {
      const { jobSchema } = await import('../job/file.ts')
      await ctx.out(`${JSON.stringify(jobSchema(), null, 2)}\n`)
    },
  }),
]
