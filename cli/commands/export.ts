import { articleFilterFlags } from '../areas/article-filters.ts'
import { type LogFilterFlags, logFilterFlags } from '../areas/log-filters.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { type ArticleExportFlags, exportFormats, exportKnows, fullFlag, outFlag } from '../export/flags.ts'
import { uses } from '../flags.ts'
import { withLock } from '../lock.ts'
import { writeList } from '../output/write.ts'
import { didYouMean } from '../suggest.ts'
import { type Verb, verb } from '../verb.ts'

const columns = [
  { field: 'name', title: '名称', whole: true },
  { field: 'says', title: '内容' },
  { field: 'flags', title: '筛选' },
]
const shape = { columns, usual: ['name', 'says', 'flags'], idField: 'name' }

/** Everything that can be exported. */
export async function allExports(): Promise<readonly Verb[]> {
  const { madeExports } = await import('../export/made.ts')
  return [...verbs.filter(({ name }) => name !== ''), ...(await madeExports()).verbs]
}

async function listExports(ctx: Context): Promise<void> {
  const { knownWords } = await import('../known-flags.ts')
  const rows = (await allExports()).map((one) => {
    const own = (one.flags ?? []).map(({ flag }) => flag.split(' ')[0] as string).filter((flag) => flag !== '--out')
    const span = knownWords(one).filter((word) => word === '--since' || word === '--until')
    return { name: one.name, says: one.says.replace(/^导出/, ''), flags: [...own, ...span].join(' ') }
  })
  return writeList(ctx, shape, rows)
}

/** What can be exported, by name; the other names are those of areas (`export/made.ts`). */
export const verbs: readonly Verb[] = [
  verb({
    name: '',
    says: '导出为文件；不给名称则列出可以导出的内容，名称加 --help 说明怎样筛选',
    args: '[内容]',
    knows: [...uses.server, ...uses.output],
    examples: [
      'xzx export',
      'xzx export dept-data --out 部门统计-{date}.xlsx',
      'xzx export log --since 7d --out 日志.csv',
    ],
    async run(ctx, { args: [name] }) {
      if (name === undefined) return listExports(ctx)
      const known = await allExports()
      const names = known.map((one) => one.name)
      throw usage(
        `没有导出 ${name}${didYouMean(name, names)}`,
        `可用：${known.map((one) => `${one.name} ${one.says.replace(/^导出/, '')}`).join('、')}`,
      )
    },
  }),
  verb<ArticleExportFlags>({
    name: 'article',
    says: '导出文章',
    flags: [outFlag, fullFlag, ...articleFilterFlags],
    knows: exportKnows,
    formats: exportFormats,
    examples: ['xzx export article --status 已发布 --out 文章-{date}.xlsx'],
    run: async (ctx, { flags }) => (await import('../export/article.ts')).exportArticles(ctx, flags),
  }),
  verb<LogFilterFlags & { readonly out?: string }>({
    name: 'log',
    says: '导出操作日志',
    flags: [outFlag, ...logFilterFlags],
    knows: exportKnows,
    formats: exportFormats,
    examples: ['xzx export log --since 7d --out 日志.csv'],
    run: (ctx, { flags }) =>
      withLock(ctx, `export log ${flags.out ?? ''}`, async () =>
        (await import('../export/log.ts')).exportLog(ctx, flags),
      ),
  }),
]
