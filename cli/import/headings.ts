import { article } from '../../core/contract/article.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { valueOfWord } from '../../core/domain/enums.ts'
import { unguarded } from '../../core/sheet/columns.ts'
import { usage } from '../errors.ts'

/** The fields of a row, by the names that JSON lines have for them: the contract's field, and other headings that tables have for it. */
export const rowFields = {
  title: { of: 'title', also: ['文章标题'] },
  content: { of: 'content', also: ['内容'] },
  html: { of: 'content', also: ['正文（HTML）', '正文(HTML)'] },
  source: { of: 'source', also: ['信息来源', '稿源'] },
  column: { of: 'columnId', also: ['columnName', '栏目名称', '所属栏目'] },
  date: { of: 'publishTime', also: ['日期', '发布日期'] },
  url: { of: 'sourceUrl', also: ['网址', '链接', '原文链接'] },
  subtitle: { of: 'subtitle', also: [] },
  summary: { of: 'summary', also: [] },
  keywords: { of: 'keywords', also: [] },
  newsType: { of: 'newsType', also: [] },
  coverImage: { of: 'coverImage', also: [] },
  essayList: { of: 'essayList', also: [] },
  categoryType: { of: 'categoryType', also: [] },
  jumpUrl: { of: 'jumpUrl', also: [] },
  sort: { of: 'sort', also: [] },
} as const
export type RowField = keyof typeof rowFields

const { shape } = article.saveAdmin.input
/** What the contract says of a row's field. */
export const metaOfField = (field: RowField) => metaOf(shape[rowFields[field].of] as unknown as Shaped)

/** Headings that a field may have: its own name, the contract's name and title, and what else is usual. */
const headings = new Map<string, RowField>(
  (Object.keys(rowFields) as RowField[]).flatMap((field) => {
    const { of, also } = rowFields[field]
    // the plain text has the contract's own name and title; HTML is only what says so
    const own = field === 'html' ? [] : [of, metaOfField(field).title ?? '']
    return [field, ...own, ...also].map((name): [string, RowField] => [name.toLowerCase(), field])
  }),
)

/** The fields of a table's columns by its headings; null for what an import does not take. @throws CliError 2 where a row could be no article */
export function fieldsOfHeadings(given: readonly string[], file: string): (RowField | null)[] {
  const fields = given.map((heading) => headings.get(heading.trim().toLowerCase()) ?? null)
  const saw = `表头是：${given.filter(Boolean).join('、') || '（空）'}`
  if (!fields.includes('title')) throw usage(`${file} 的第 1 行没有「标题」一列`, '第 1 行应为表头', saw)
  if (!fields.includes('content') && !fields.includes('html'))
    throw usage(`${file} 没有「正文」一列`, '从 xzx 导出时加 --full，才带正文', saw)
  return fields
}

/** A table's row as an import's JSON line: guards against formulas taken off, words as the values they stand for. */
export function lineOfCells(fields: readonly (RowField | null)[], cells: readonly string[]): string {
  const row: Partial<Record<RowField, string>> = {}
  for (const [i, field] of fields.entries()) {
    if (field === null || row[field]) continue
    const text = unguarded(cells[i] ?? '')
    const { words } = metaOfField(field)
    row[field] = (words && valueOfWord(words, text.trim())) ?? text
  }
  return JSON.stringify(row)
}
