import { articleFilterFlags } from '../areas/article-filters.ts'
import { type ExportFlags, exportFlags, runExport } from '../export/table.ts'
import { withLock } from '../lock.ts'
import { verb } from '../verb.ts'

const [outFlag] = exportFlags

/** Exporting articles. */
export const verbs = [
  verb<ExportFlags>({
    name: 'export',
    says: '把文章导出为电子表格或 CSV',
    flags: [...(outFlag ? [outFlag] : []), ...articleFilterFlags],
    examples: [
      'xzx article export --out 文章-{date}.xlsx --since 2026-11-01',
      'xzx article export --out 待审核.csv --status 待审核 --fields articleId,title,submittedByName',
    ],
    run: (ctx, { flags }) => withLock(ctx, `export article ${flags.out ?? ''}`, () => runExport(ctx, 'article', flags)),
  }),
]
