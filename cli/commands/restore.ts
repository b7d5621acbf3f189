import { resolve } from 'node:path'
import { backupRun } from '../areas/backup-run.ts'
import { exit, usage } from '../errors.ts'
import { dataFlag, sourceFrom } from '../server-data.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly data?: string
}

/** Puts a backup back into an empty data folder; `--dry-run` only looks whether that could be done. */
export const verbs = [
  verb<Flags>({
    name: '',
    says: '把备份恢复到空的数据目录；--dry-run 只核对备份是否完好',
    args: '[backup]',
    withoutConfig: true,
    flags: [dataFlag],
    examples: [
      'xzx restore /var/backups/xzx/xzx-20261121-0300 --dry-run',
      'xzx restore /var/backups/xzx/xzx-20261121-0300 --data /var/lib/xzx-new',
    ],
    async run(ctx, { args: [given], flags }) {
      if (given === undefined) throw usage('缺少备份目录', '例如 xzx restore /var/backups/xzx/xzx-20261121-0300')
      const { checkBackup, restoreBackup } = await import('../../server/backup/restore.ts')
      const dry = ctx.flags.dryRun === true
      const source = { ...sourceFrom(ctx.world, flags), from: resolve(ctx.world.cwd, given) }
      const { counts, madeAt, database } = await backupRun(ctx, dry ? '正在核对备份' : '正在恢复', (watch) =>
        (dry ? checkBackup : restoreBackup)({ ...source, ...watch }),
      )
      ctx.log?.sum({ backup: source.from, restored: !dry })
      const holds = `${madeAt} 的备份，文章 ${counts.article} 篇、日志 ${counts.log} 条`
      if (dry) ctx.note(`备份完好：${holds}`)
      else {
        ctx.note(`恢复完成：${holds}`)
        ctx.note('所有人须重新登录；脚本令牌仍然有效，其后停用过的请重新停用。启动服务后会重新生成网站')
      }
      if (ctx.format === 'json')
        await ctx.out(
          `${JSON.stringify({ backup: source.from, madeAt, database, counts, data: dry ? null : source.data })}\n`,
        )
      else if (!dry) await ctx.out(`${source.data}\n`)
      return exit.ok
    },
  }),
]
