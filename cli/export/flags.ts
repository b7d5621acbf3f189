import type { ArticleFilterFlags } from '../areas/article-filters.ts'
import { type Flag, type Format, type GlobalFlag, uses } from '../flags.ts'

/** What the export of articles is told. */
export interface ArticleExportFlags extends ArticleFilterFlags {
  readonly out?: string
  readonly full?: true
  readonly mask?: true
}

/** Where an export goes. */
export const outFlag: Flag = {
  flag: '--out <文件>',
  says: '写到哪里：.xlsx、.csv、.json 或 .jsonl 文件，{date} 换成日期和时间；- 为标准输出（CSV，加 --format ndjson 为 JSON 行）',
}

/** Everything that an import takes. */
export const fullFlag: Flag = { flag: '--full', says: '连同正文和全部可写的字段，可用 article import 再导入' }

/** What the list has not. */
export const textsFlag: Flag = { flag: '--full', says: '连同正文、答复等全部文字，逐条读取' }

/** Nobody's own data leave with the file. */
export const maskFlag: Flag = { flag: '--mask', says: '隐去标题、摘要、正文等文字中的身份证号、手机号、银行卡号和住址' }

/** The global flags of an export of rows. */
export const exportKnows: readonly GlobalFlag[] = [
  ...uses.server,
  ...uses.output,
  ...uses.span,
  ...uses.lock,
  'all',
  'limit',
]
/** An export says where its file is, or how many rows it has. */
export const exportFormats: readonly Format[] = ['table', 'json', 'csv', 'ndjson', 'count']
