import { logKinds } from '../../core/domain/enums.ts'
import { type ArticleFilterFlags, articleFilterFlags } from '../areas/article-filters.ts'
import { type Format, type GlobalFlag, uses } from '../flags.ts'
import type { Flag } from '../verb.ts'

/** The flags of all exports together; each knows some of them. */
export interface ExportFlags extends ArticleFilterFlags {
  readonly out?: string
  readonly full?: true
  readonly user?: string
  readonly kind?: string
  readonly dept?: string
}

/** Where an export goes. */
export const outFlag: Flag = {
  flag: '--out <文件>',
  says: '写到哪里：.xlsx、.csv 或 .jsonl 文件，{date} 换成日期和时间；- 为标准输出（CSV，加 --format ndjson 为 JSON 行）',
}

/** Everything that an import takes. */
export const fullFlag: Flag = { flag: '--full', says: '连同正文和全部可写的字段，可用 article import 再导入' }

/** The global flags of exports; which of them a certain one knows stands in `export/table.ts`. */
export const exportKnows: readonly GlobalFlag[] = [
  ...uses.server,
  ...uses.output,
  ...uses.span,
  ...uses.lock,
  'all',
  'limit',
]
/** Those that some exports know and others do not. */
export const exportOnly = ['fields', 'since', 'until', 'all', 'limit'] as const
/** An export says where its file is, or how many rows it has. */
export const exportFormats: readonly Format[] = ['table', 'json', 'csv', 'ndjson', 'count']

/** The flags of all exports together. */
export const exportFlags: readonly Flag[] = [
  outFlag,
  fullFlag,
  ...articleFilterFlags,
  { flag: '--user <账号>', says: '操作人账号（log）' },
  { flag: '--kind <种类>', says: '日志种类（log）', values: Object.keys(logKinds) },
  { flag: '--dept <部门>', says: '部门编号或名称（dept-data）', of: 'dept' },
]
