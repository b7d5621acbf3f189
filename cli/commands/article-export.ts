import { articleFilterFlags } from '../areas/article-filters.ts'
import { type ArticleExportFlags, exportFormats, exportKnows, fullFlag, maskFlag, outFlag } from '../export/flags.ts'
import { verb } from '../verb.ts'

/** Exporting articles. */
export const verbs = [
  verb<ArticleExportFlags>({
    name: 'export',
    says: '把文章导出为电子表格、CSV 或 JSON 行',
    flags: [outFlag, fullFlag, maskFlag, ...articleFilterFlags],
    knows: exportKnows,
    formats: exportFormats,
    examples: [
      'xzx article export --full --out 文章.jsonl',
      'xzx article export --full --mask --out 外发.jsonl',
      'xzx article export --out 文章-{date}.xlsx --since 2026-11-01',
      'xzx article export --out 待审核.csv --status 待审核 --fields articleId,title,submittedByName',
    ],
    run: async (ctx, { flags }) => (await import('../export/article.ts')).exportArticles(ctx, flags),
  }),
]
