import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly columns?: string
  readonly report?: string
}

const ways = ['create', 'existing']

/** Importing articles from JSON lines. */
export const verbs = [
  verb<Flags>({
    name: 'import',
    says: '从 JSON 行文件导入文章，每行一篇，状态为待审核',
    args: '[file]',
    knows: [...uses.server, 'format', 'file', 'concurrency', 'continueOnError', 'failedTo'],
    flags: [
      {
        flag: '--columns <方式>',
        says: 'create 在「导入」下新增缺少的栏目（默认），existing 只用已有栏目',
        values: ways,
      },
      { flag: '--report <文件>', says: '把每一行的结果按 JSON 行写到文件' },
    ],
    examples: [
      'xzx article import articles.jsonl --report 结果.jsonl --failed-to 失败.jsonl',
      'npm run --silent demo-articles -- 200 | xzx article import -',
      'xzx article import articles.jsonl --columns existing --dry-run',
    ],
    async run(ctx, { args, flags }) {
      if (args[0] !== undefined && ctx.flags.file !== undefined)
        throw usage('要导入的文件写了两次', '只写一次：xzx article import articles.jsonl')
      const file = args[0] ?? ctx.flags.file?.replace(/^@/, '')
      if (file === undefined || file === '')
        throw usage('缺少要导入的文件', '例如 xzx article import articles.jsonl；- 表示标准输入')
      const way = flags.columns ?? 'create'
      if (!ways.includes(way)) throw usage(`--columns 没有 ${way}${didYouMean(way, ways)}`, `可用：${ways.join('、')}`)
      const path = file === '-' ? file : resolve(ctx.world.cwd, file)
      if (path !== '-' && (await stat(path)).isDirectory()) throw usage(`${file} 是目录，不是文件`)
      const { importArticles } = await import('../import/run.ts')
      return importArticles(ctx, { file: path, existingOnly: way === 'existing', report: flags.report })
    },
  }),
]
