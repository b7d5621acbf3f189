import { resolve } from 'node:path'
import { usage } from '../errors.ts'
import type { AllFlags } from '../export/all.ts'
import { textsFlag } from '../export/flags.ts'
import { uses } from '../flags.ts'
import { withLock } from '../lock.ts'
import { verb } from '../verb.ts'

/** Exports as a whole, and what became of exported files. */
export const verbs = [
  verb<AllFlags>({
    name: 'all',
    says: '导出本人可以导出的全部内容，每种一个文件，各带清单，另有一份报告；可放在计划任务里每天运行',
    flags: [
      { flag: '--dir <目录>', says: '放在哪个目录；同名的文件会被替换，报告是其中的 export-report.json' },
      {
        flag: '--as <格式>',
        says: '文件的格式：xlsx、csv、json、jsonl，默认 xlsx；由服务器排版的表只有 xlsx',
        values: ['xlsx', 'csv', 'json', 'jsonl'],
      },
      textsFlag,
      { flag: '--resume', says: '接着做上次没有做完的：已导出且文件完好的不再导出' },
    ],
    knows: [...uses.server, 'format', 'since', ...uses.lock],
    formats: ['table', 'json'],
    examples: [
      'xzx export all --dir 导出 --dry-run',
      'xzx export all --dir /var/backups/导出 --as csv --quiet',
      'xzx export all --dir 导出 --as jsonl --full',
      'xzx export all --dir 导出 --resume --json',
    ],
    run: (ctx, { flags }) => {
      const { dir } = flags
      if (dir === undefined) throw usage('缺少 --dir', '例如 xzx export all --dir 导出')
      if (flags.resume && ctx.since !== undefined)
        throw usage('--since 和 --resume 不能同时使用', '接着做的导出，时间与上次相同')
      return withLock(ctx, `export all ${resolve(ctx.world.cwd, dir)}`, async () =>
        (await import('../export/all.ts')).exportAll(ctx, flags),
      )
    },
  }),
  verb({
    name: 'verify',
    says: '核对导出的文件是否与清单一致；给目录则核对其中的全部',
    args: '[文件...]',
    withoutConfig: true,
    knows: ['format'],
    formats: ['table', 'json', 'ndjson', 'csv'],
    examples: ['xzx export verify 文章.xlsx', 'xzx export verify 导出 --json'],
    run: async (ctx, { args }) => (await import('../export/verify.ts')).verifyFiles(ctx, args),
  }),
]
