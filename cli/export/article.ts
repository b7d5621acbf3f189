import { type article, articleBrief } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { askedFields, modelColumn, withModelColumns, withModelWords } from '../../core/contract/model-columns.ts'
import { columnsFrom, type SheetColumn } from '../../core/sheet/columns.ts'
import { articleFilters } from '../areas/article-filters.ts'
import { modelFields } from '../areas/article-model.ts'
import { withContent } from '../areas/article-texts.ts'
import { namedPaths } from '../areas/reference-names.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { type RowField, rowFields } from '../import/headings.ts'
import { withLock } from '../lock.ts'
import { refuseCut, sheetColumns } from './columns.ts'
import { exportListing, kindOf, outPath } from './file.ts'
import type { ArticleExportFlags } from './flags.ts'
import { personalWatch } from './personal.ts'

type Brief = Output<typeof article.list>['list'][number]
/** A row as it is exported: with its text and the names above its column, where these are asked for. */
type Row = Brief & { readonly content?: string | null; readonly columnPath?: string; readonly attached?: number }

const usual = [
  'articleId',
  'title',
  'columnName',
  'status',
  'source',
  'publishTime',
  'deptName',
  'createdByName',
  'createdAt',
  'submittedByName',
  'submittedAt',
  'acceptedByName',
  'acceptedAt',
  'recheckedByName',
  'recheckedAt',
  'approvedByName',
  'approvedAt',
  'reason',
  'hits',
  'sourceUrl',
] as const

const content: SheetColumn = { field: 'content', title: '正文（HTML）', kind: 'text', width: 60 }
const columnPath: SheetColumn = { field: 'columnPath', title: '栏目', kind: 'text', width: 24 }

/** Where a field of an import is found in an exported row. */
const whereIs = (field: RowField): string => {
  const { of } = rowFields[field]
  return of === 'columnId' ? 'columnPath' : of
}
/** What an import takes, in its order, the text last; plain text is for those who write the file by hand. */
const taken = (Object.keys(rowFields) as RowField[]).filter((field) => field !== 'content' && field !== 'html')

/** Every field that an import takes, and those that tell where the row came from. */
const fullColumns = (): SheetColumn[] => [
  ...columnsFrom(articleBrief, ['articleId', 'status']),
  ...taken.flatMap((field) => (field === 'column' ? [columnPath] : columnsFrom(articleBrief, [whereIs(field)]))),
  content,
]

/** A row as a line that an import reads. */
const importLine = (row: object): object => {
  const values = row as Readonly<Record<string, unknown>>
  const fields = [...taken, 'html' as const].map((field) => [field, values[whereIs(field)] ?? ''])
  return { articleId: values.articleId, status: values.status, ...Object.fromEntries(fields) }
}

/** What stands in the fields of the model and goes along: files stay behind, as attachments do. */
function withoutFiles({ modelFields }: Row): Row['modelFields'] {
  const values = Object.entries(modelFields ?? {}).filter(([, value]) =>
    [value].flat().every((one) => typeof one === 'string'),
  )
  return values.length === 0 ? null : Object.fromEntries(values)
}

type Model = Awaited<ReturnType<typeof modelFields>>

interface Enriching {
  readonly sheet: boolean
  /** Hears of each article whose attachments stay behind. */
  readonly left: () => void
  readonly model: Model
  readonly watch: ReturnType<typeof personalWatch>
}

/** Rows with all that is exported of them. */
async function* enriched(
  ctx: Context,
  columns: readonly SheetColumn[],
  { sheet, left, model, watch }: Enriching,
  rows: AsyncIterable<Row>,
) {
  const shown = new Set(columns.map(({ field }) => field))
  const paths = columns.includes(columnPath) ? await namedPaths(ctx, 'column') : null
  const whole = columns.some(({ field }) => field === 'content')
  for await (const one of whole ? withContent(ctx, rows) : rows) {
    const row = watch.pass(model.length === 0 ? one : withModelWords(one, model), shown)
    if (sheet && whole) refuseCut(`文章 ${row.articleId} 的正文`, row.content ?? '')
    if (row.attached) left()
    yield paths
      ? {
          ...row,
          modelFields: withoutFiles(row),
          columnPath: `/${paths.get(String(row.columnId)) ?? row.columnName ?? ''}`,
        }
      : row
  }
}

/** The columns that the flags ask for. */
function columnsFor(ctx: Context, full: boolean, model: Model): SheetColumn[] {
  if (full && ctx.fields) throw usage('--full 和 --fields 不能同时使用', '去掉其中一个')
  if (full) return fullColumns()
  const text = ctx.fields?.indexOf('content') ?? -1
  const row = withModelColumns(articleBrief, model)
  const shown = [...usual, ...model.map(modelColumn)]
  if (!ctx.fields || text < 0) return sheetColumns(ctx, row, shown)
  const others = ctx.fields.filter((field) => field !== 'content')
  return sheetColumns({ ...ctx, fields: others }, row, shown).toSpliced(text, 0, content)
}

/** Exports the articles that the flags describe; with `--full` so that they can be imported again. */
export const exportArticles = (ctx: Context, flags: ArticleExportFlags): Promise<void> =>
  withLock(ctx, `export article ${flags.out ?? ''}`, () => writeArticles(ctx, flags))

/** The articles that the flags describe, and what is to be said when they are written. @param out by whose ending the kind is known */
export async function articleListing(ctx: Context, out: string, flags: ArticleExportFlags) {
  const { list } = await ctx.client('article')
  const narrowed = await articleFilters(ctx, flags)
  // the model is that of the column that was named, though those below it are exported too
  const model =
    narrowed.columnId && !flags.full
      ? await modelFields(ctx, { articleId: '0', columnId: String(narrowed.columnId) })
      : []
  const columns = columnsFor(ctx, flags.full === true, model)
  const asked = columns.flatMap(({ field }) => (field === 'columnPath' ? ['columnId', 'columnName'] : [field]))
  const fields = askedFields(asked.filter((field) => field !== 'content'))
  const filters = { ...narrowed, fields }
  const sheet = kindOf(ctx, out) === 'xlsx'
  const watch = personalWatch(flags.mask === true)
  let attached = 0
  const left = () => {
    attached += 1
  }
  const exported = {
    kind: 'article',
    name: '文章',
    columns,
    listing: { call: list, filters, idField: 'articleId' as const },
    each: (rows: AsyncIterable<Row>) => enriched(ctx, columns, { sheet, left, model, watch }, rows),
    ...(flags.full && { record: importLine }),
  }
  const say = () => {
    watch.tell(ctx)
    if (attached > 0) ctx.note(`${attached} 篇文章有附件，附件没有导出`)
  }
  return { exported, say }
}

async function writeArticles(ctx: Context, flags: ArticleExportFlags): Promise<void> {
  const out = outPath(ctx, flags.out, '文章')
  const { exported, say } = await articleListing(ctx, out, flags)
  await exportListing(ctx, out, exported)
  say()
}
