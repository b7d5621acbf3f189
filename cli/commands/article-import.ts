import { basename, resolve } from 'node:path'
import { batchMax } from '../../core/contract/article/fields.ts'
import { formatTime } from '../../core/domain/time.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { kindNames } from '../import/kinds.ts'
import { withLock } from '../lock.ts'
import { valueFormats } from '../output/write.ts'
import { confirm } from '../questions.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly columns?: string
  readonly column?: string
  readonly kind?: string
  readonly report?: string
}

const ways = ['create', 'existing']

/** One of a flag's words. @throws CliError 2 for any other */
function oneOf<T extends string>(flag: string, words: readonly T[], given: string): T {
  const found = words.find((word) => word === given)
  if (found !== undefined) return found
  throw usage(`--${flag} 没有 ${given}${didYouMean(given, words)}`, `可用：${words.join('、')}`)
}

/** What an import is called: when it began, and of which file. */
const batchOf = (ctx: Context, file: string): string =>
  `${formatTime(ctx.world.now())} ${file === '-' ? '标准输入' : basename(file)}`.slice(0, batchMax)

/** Importing articles from files of other systems. */
export const verbs = [
  verb<Flags>({
    name: 'import',
    says: '从文件导入文章（JSON 行、CSV、电子表格、网页），状态为待审核',
    args: '[文件]',
    knows: [...uses.server, ...uses.lock, 'format', 'file', 'concurrency', 'continueOnError', 'failedTo'],
    flags: [
      {
        flag: '--columns <方式>',
        says: 'create 在「导入」下新增缺少的栏目（默认），existing 只用已有栏目',
        values: ways,
      },
      { flag: '--column <栏目>', says: '没有写栏目的文章放在哪个栏目（名称或全名）' },
      { flag: '--kind <种类>', says: '文件的种类；不写则看扩展名，标准输入为 jsonl', values: kindNames },
      { flag: '--report <文件>', says: '把每一行的结果按 JSON 行写到文件' },
    ],
    examples: [
      'xzx article import articles.jsonl --report 结果.jsonl --failed-to 失败.jsonl',
      'xzx article import 文章.csv --column 通知公告 --dry-run',
      'xzx article import 旧网站/ --columns existing',
      'npm run --silent demo-articles -- 200 | xzx article import -',
      'xzx article import articles.jsonl --columns existing --dry-run',
    ],
    async run(ctx, { args, flags }) {
      if (args[0] !== undefined && ctx.flags.file !== undefined)
        throw usage('要导入的文件写了两次', '只写一次：xzx article import articles.jsonl')
      const file = args[0] ?? ctx.flags.file?.replace(/^@/, '')
      if (file === undefined || file === '')
        throw usage('缺少要导入的文件', '例如 xzx article import articles.jsonl；- 表示标准输入')
      const existingOnly = oneOf('columns', ways, flags.columns ?? 'create') === 'existing'
      const kind = flags.kind === undefined ? undefined : oneOf('kind', kindNames, flags.kind)
      const { openSource, refuseOtherThanLines } = await import('../import/sources.ts')
      if (ctx.flags.failedTo !== undefined) refuseOtherThanLines(ctx.flags.failedTo)
      const path = file === '-' ? '/dev/stdin' : resolve(ctx.world.cwd, file)
      const source = await openSource(ctx, file === '-' ? file : path, kind)
      const { importArticles } = await import('../import/run.ts')
      const batch = batchOf(ctx, file)
      const options = { source, file: path, column: flags.column ?? '', existingOnly, report: flags.report, batch }
      // two at once would each find missing what the other is about to save
      return withLock(ctx, 'import article', () => importArticles(ctx, options))
    },
  }),
  verb({
    name: 'delete-import',
    says: '把一次导入的文章删除到回收站；已发布的不动，逐篇说明',
    args: '[批次]',
    knows: [...uses.server, ...uses.output],
    formats: valueFormats,
    examples: ["xzx article delete-import '2026-11-24 10:30:00 文章.csv' --yes"],
    async run(ctx, { args: [batch] }) {
      if (!batch) throw usage('缺少导入批次', '导入结束时有提示；也可以运行 xzx article list --batch 查找')
      const { runTask } = await import('../areas/task-run.ts')
      const { list, deleteImportArticle } = await ctx.client('article')
      const { total } = await list({ batch, pageSize: 1, fields: ['title'] }, { signal: ctx.signal })
      const text = `将删除批次「${batch}」的 ${total} 篇文章到回收站`
      await confirm(ctx, { text, count: total, destructive: true })
      return runTask(ctx, text, () => deleteImportArticle({ batch }, { signal: ctx.signal }))
    },
  }),
]
