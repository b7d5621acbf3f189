import { article } from '../../core/contract/article.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { valueOfWord } from '../../core/domain/enums.ts'
import { unguarded } from '../../core/sheet/columns.ts'
import { usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'

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
  modelFields: { of: 'modelFields', also: [] },
} as const
export type RowField = keyof typeof rowFields

const { shape } = article.saveAdmin.input
/** What the contract says of a row's field. */
export const metaOfField = (field: RowField) => metaOf(shape[rowFields[field].of] as unknown as Shaped)

/** What exports have besides, and an import rightly does not take: new articles get an id of their own, and wait for the audit. */
export const notTaken: ReadonlySet<string> = new Set(['articleId', 'status', '编号', '状态'])

/** The columns that an import takes, each with its field. */
export type Taken = readonly (readonly [column: number, field: RowField])[]

/** What a message shows of a file's first line. */
const shownMax = 200

/** Headings that a field may have: its own name, the contract's name and title, and what else is usual. */
const headings = new Map<string, RowField>(
  (Object.keys(rowFields) as RowField[]).flatMap((field) => {
    const { of, also } = rowFields[field]
    // the plain text has the contract's own name and title; HTML is only what says so
    const own = field === 'html' ? [] : [of, metaOfField(field).title ?? '']
    return [field, ...own, ...also].map((name): [string, RowField] => [name.toLowerCase(), field])
  }),
)

/** Headings on one line, a file without line ends not as a whole. */
const shown = (given: readonly string[]) => {
  const all = cleanLine(given.filter(Boolean).join('、')) || '（空）'
  return all.length > shownMax ? `${all.slice(0, shownMax)}…` : all
}

/**
 * The fields of a table's columns by its headings; `unused` is told what an import does not take.
 * @throws CliError 2 where a row could be no article, or two columns are for one field
 */
export function fieldsOfHeadings(given: readonly string[], file: string, unused: (heading: string) => void): Taken {
  const fields = given.map((heading) => headings.get(heading.trim().toLowerCase()) ?? null)
  const saw = `表头是：${shown(given)}`
  if (!fields.includes('title')) throw usage(`${file} 的第 1 行没有「标题」一列`, '第 1 行应为表头', saw)
  if (!fields.includes('content') && !fields.includes('html'))
    throw usage(`${file} 没有「正文」一列`, '从 xzx 导出时加 --full，才带正文', saw)
  for (const [at, field] of fields.entries()) {
    const before = fields.indexOf(field)
    if (field === null) unused(given[at] ?? '')
    else if (before !== at)
      throw usage(
        `${file} 有两列都是${metaOfField(field).title ?? field}：第 ${before + 1} 列「${shown([given[before] ?? ''])}」和第 ${at + 1} 列「${shown([given[at] ?? ''])}」`,
        '去掉其中一列，或改一个表头',
      )
  }
  return fields.flatMap((field, at) => (field === null ? [] : [[at, field] as const]))
}

/** A table's row as an import's JSON line: guards against formulas taken off, words as the values they stand for. */
export function lineOfCells(taken: Taken, cellAt: (column: number) => string | undefined): string {
  const row: Partial<Record<RowField, string>> = {}
  for (const [at, field] of taken) {
    const text = unguarded(cellAt(at) ?? '')
    const { words } = metaOfField(field)
    row[field] = (words && valueOfWord(words, text.trim())) ?? text
  }
  return JSON.stringify(row)
}
