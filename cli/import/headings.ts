import { article } from '../../core/contract/article.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { valueOfWord } from '../../core/domain/enums.ts'
import { unguarded } from '../../core/sheet/columns.ts'
import { usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'
import { type Kind, kindNames } from './kinds.ts'

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
export type Taken = readonly (readonly [column: number, field: string])[]

/** What a message shows of a file's first line. */
const shownMax = 200

/** What the headings of a table may be, and what else is known of the things that are imported from it. */
export interface Heads {
  /** By headings, in small letters: the fields of the JSON line. */
  readonly names: ReadonlyMap<string, string>
  readonly titleOf: (field: string) => string
  /** The words of a choice, as which its values stand in a table. */
  readonly wordsOf: (field: string) => Readonly<Record<string, string>> | undefined
  /** Of each some one is needed: else no row could be one. */
  readonly needed: readonly { readonly any: readonly string[]; readonly says: string; readonly hint: string }[]
  /** What a table has besides, and rightly is not taken. */
  readonly notTaken: ReadonlySet<string>
  readonly kinds: readonly Kind[]
  readonly unit: string
  readonly command: string
  /** What may be told of a row that came in, but not all as it stood there. */
  readonly marks?: Readonly<Record<string, string>>
  /** A heading that means another field where a certain one stands beside it: our own exports have both. */
  readonly ours?: { readonly heading: string; readonly beside: string; readonly field: string }
  /** Headings that mean something else where another column is for their field. */
  readonly yields?: ReadonlySet<string>
}

/** Headings that a field may have: its own name, the contract's name and title, and what else is usual. */
const headings: ReadonlyMap<string, RowField> = new Map(
  (Object.keys(rowFields) as RowField[]).flatMap((field) => {
    const { of, also } = rowFields[field]
    // the plain text has the contract's own name and title; HTML is only what says so
    const own = field === 'html' ? [] : [of, metaOfField(field).title ?? '']
    return [field, ...own, ...also].map((name): [string, RowField] => [name.toLowerCase(), field])
  }),
)

/** What is known of articles as rows of a table. */
export const articleHeads: Heads = {
  names: headings,
  titleOf: (field) => metaOfField(field as RowField).title ?? field,
  wordsOf: (field) => metaOfField(field as RowField).words,
  needed: [
    { any: ['title'], says: '的第 1 行没有「标题」一列', hint: '第 1 行应为表头' },
    { any: ['content', 'html'], says: '没有「正文」一列', hint: '从 xzx 导出时加 --full，才带正文' },
  ],
  notTaken,
  kinds: kindNames,
  unit: '篇',
  command: 'xzx article import',
}

/** Headings on one line, a file without line ends not as a whole. */
const shown = (given: readonly string[]) => {
  const all = cleanLine(given.filter(Boolean).join('、')) || '（空）'
  return all.length > shownMax ? `${all.slice(0, shownMax)}…` : all
}

/**
 * The fields of a table's columns by its headings; `unused` is told what an import does not take.
 * @throws CliError 2 where a row could be nothing, or two columns are for one field
 */
export function fieldsOfHeadings(
  given: readonly string[],
  file: string,
  unused: (heading: string) => void,
  { names, titleOf, needed, yields, ours }: Heads = articleHeads,
): Taken {
  const exported = ours !== undefined && given.includes(ours.beside)
  const meant = given.map((heading) =>
    exported && heading === ours.heading ? ours.field : (names.get(heading.trim().toLowerCase()) ?? null),
  )
  const fields = meant.map((field, at) =>
    yields?.has((given[at] ?? '').trim()) && meant.indexOf(field) !== meant.lastIndexOf(field) ? null : field,
  )
  const saw = `表头是：${shown(given)}`
  for (const { any, says, hint } of needed)
    if (!any.some((one) => fields.includes(one))) throw usage(`${file} ${says}`, hint, saw)
  for (const [at, field] of fields.entries()) {
    const before = fields.indexOf(field)
    if (field === null) unused(given[at] ?? '')
    else if (before !== at)
      throw usage(
        `${file} 有两列都是${titleOf(field)}：第 ${before + 1} 列「${shown([given[before] ?? ''])}」和第 ${at + 1} 列「${shown([given[at] ?? ''])}」`,
        '去掉其中一列，或改一个表头',
      )
  }
  return fields.flatMap((field, at) => (field === null ? [] : [[at, field] as const]))
}

/** A table's row as an import's JSON line: guards against formulas taken off, words as the values they stand for. */
export function lineOfCells(
  taken: Taken,
  cellAt: (column: number) => string | undefined,
  heads: Heads = articleHeads,
): string {
  const row: Record<string, string> = {}
  for (const [at, field] of taken) {
    const text = unguarded(cellAt(at) ?? '')
    const words = heads.wordsOf(field)
    row[field] = (words && valueOfWord(words, text.trim())) ?? text
  }
  return JSON.stringify(row)
}
