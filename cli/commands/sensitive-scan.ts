import { article } from '../../core/contract/article.ts'
import { sensitive } from '../../core/contract/sensitive.ts'
import { type ArticleFilterFlags, articleFilterFlags, articleFilters } from '../areas/article-filters.ts'
import { runScan } from '../areas/scan-run.ts'
import { wordsFrom } from '../areas/words-file.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { checkedFields } from '../from-contract/check.ts'
import { flagFor } from '../from-contract/fields.ts'
import { verb } from '../verb.ts'

/** Many articles looked through for words: for those of the lists, or for others before they count. */
export const verbs = [
  verb<ArticleFilterFlags>({
    name: 'scan',
    says: `${article.detectionAll.says}，列出含有敏感词或错词的文章`,
    flags: articleFilterFlags,
    knows: [...uses.server, ...uses.output, 'since', 'until'],
    examples: ['xzx sensitive scan --status 已发布', 'xzx sensitive scan --column 通知公告 --json'],
    async run(ctx, { flags }) {
      const filters = await articleFilters(ctx, flags)
      const { detectionAll } = await ctx.client('article')
      return runScan(ctx, () => detectionAll(filters, { signal: ctx.signal }))
    },
  }),
  verb<Record<string, string>>({
    name: 'try',
    says: '试用文件中的词：已发布的文章中将会发现哪些；词表不变',
    args: '[文件]',
    knows: [...uses.server, ...uses.output],
    flags: ['list', 'type', 'level'].map((field) => flagFor(sensitive.tryOut, field)),
    examples: ['xzx sensitive try 词表.txt --level 禁止', 'xzx sensitive try 错词.csv --list 常见错词 --json'],
    async run(ctx, { args: [file], flags }) {
      if (!file) throw usage('缺少要试用的文件', '例如 xzx sensitive try 词表.txt；- 为标准输入')
      const given = await checkedFields(ctx, sensitive.tryOut, flags)
      const { words } = await wordsFrom(ctx, file)
      const { tryOut } = await ctx.client('sensitive')
      return runScan(ctx, () => tryOut({ ...given, words }, { signal: ctx.signal }))
    },
  }),
]
