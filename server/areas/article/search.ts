import type { z } from 'zod'
import type { searchHit } from '../../../core/contract/article/search.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { spanDays, wordsOf } from '../../../core/domain/search.ts'
import { formatTime } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import { column as columns } from '../../db/tables/column.ts'
import { networkOf } from '../../http/network.ts'
import { eachOf } from '../../rows/bulk.ts'
import { allHold, among } from '../../rows/condition.ts'
import { namesOf } from '../../rows/list.ts'
import { descendants, readTree } from '../../rows/tree.ts'
import { marked } from '../../search/extract.ts'
import { sought } from '../../search/grams.ts'
import type { OnlineQuery } from '../../search/online-index.ts'
import { articlePath, columnFolder } from '../../site/addresses.ts'
import { type ColumnInfo, loadFrame } from '../../site/data.ts'
import { modelOf } from '../../site/model.ts'
import { marksOf } from '../../site/validity.ts'
import { extractsOf } from './extracts.ts'
import { needArticle } from './find.ts'
import { online } from './open.ts'
import { touch } from './touch.ts'

/** The search of the site (docs/decisions/0037-site-search.md). */

type Hit = z.infer<typeof searchHit>
type Asked = Omit<OnlineQuery, 'offset' | 'limit'>
interface Paging {
  readonly pageNumber: number
  readonly pageSize: number
}

const day = 24 * 3600_000
const shownColumns = ['id', 'columnId', 'title', 'source', 'summary', 'publishTime'] as const
/** The articles of a page as they are answered; one that went off the site a moment ago is left out. */
async function show(ctx: Ctx, ids: readonly number[], words: readonly string[]): Promise<Hit[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('article')
    .select([...shownColumns])
    .select((eb) => eb.fn<number>('length', ['content']).as('size'))
    .where(allHold([...online, among('id', ids)]))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const extracts = await extractsOf(ctx, rows, words)
  const names = await namesOf(
    ctx.db,
    'column',
    'title',
    rows.map(({ columnId }) => columnId),
  )
  const marks = await marksOf(ctx.db, ids)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    return {
      ...{ id: String(id), esType: 'article', title: row.title, titleMarked: marked(row.title, words) },
      extract: extracts.get(id) ?? '',
      ...{ columnId: String(row.columnId), columnName: names.get(row.columnId) ?? null, source: row.source },
      ...{ validity: marks.get(id)?.state ?? null },
      ...{ publishTime: formatTime(row.publishTime), url: `/site/${articlePath(id)}` },
    }
  })
}

async function answer(ctx: Ctx, asked: Asked, { pageNumber, pageSize }: Paging) {
  const span = { offset: (pageNumber - 1) * pageSize, limit: pageSize }
  const found = await ctx.parts.search.findOnline({ ...asked, ...span }, networkOf(ctx.call.address))
  const words = [...asked.words, ...(asked.titleWords ?? []), ...(asked.contentWords ?? [])]
  return { list: await show(ctx, found.ids, words), total: found.total, pageNumber, pageSize, whole: found.whole }
}

const nothing = ({ pageNumber, pageSize }: Paging) => ({
  ...{ list: [], total: 0, pageNumber, pageSize, whole: true },
})
const since = (ctx: Ctx, span: string | number | undefined) => {
  const days = spanDays[span ?? '']
  return days === undefined ? undefined : ctx.now - days * day
}

/** Columns of the site whose name or description holds the words: those that it leads to, in their order. */
async function searchColumns(ctx: Ctx, words: readonly string[], paging: Paging) {
  const { pageNumber, pageSize } = paging
  if (words.length === 0) return nothing(paging)
  const model = modelOf(await loadFrame({ read: ctx.db, dialect: ctx.dialect }, ctx.now))
  const holds = ({ title, description }: ColumnInfo) => {
    const text = sought(`${title}\n${description ?? ''}`)
    return words.every((word) => text.includes(sought(word)))
  }
  const found = model.data.columns.filter((column) => !model.empty.has(column.id) && column.type !== 3 && holds(column))
  const list = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map((column): Hit => {
    const { id, title, description, parentId } = column
    return {
      ...{ id: String(id), esType: 'column', title, titleMarked: marked(title, words) },
      ...{
        extract: marked(description ?? '', words),
        columnId: String(id),
        source: null,
        publishTime: null,
        validity: null,
      },
      ...{ columnName: model.columns.get(parentId)?.title ?? null, url: `/site/${columnFolder(column)}/` },
    }
  })
  return { list, total: found.length, pageNumber, pageSize, whole: true }
}

const yearOf = (year: number) => ({
  from: Date.parse(`${year}-01-01T00:00:00+08:00`),
  to: Date.parse(`${year + 1}-01-01T00:00:00+08:00`) - 1,
})

/** Whatever of the kind is online and holds the words; no words: all of it, the newest first. */
export async function searchSite(ctx: Ctx, input: Parsed<typeof contract.queryEsArticle>) {
  const { keyword = '', esType = 'article', dateType, columnId, year } = input
  const words = wordsOf(keyword)
  if (esType === 'column') return searchColumns(ctx, words, input)
  // of marks alone nothing is found
  if (esType !== 'article' || (words.length === 0 && keyword.trim() !== '')) return nothing(input)
  const below = columnId === undefined ? undefined : descendants((await readTree(ctx.db, columns)).values(), columnId)
  const from = since(ctx, dateType)
  const span =
    year === undefined
      ? { from }
      : { ...yearOf(year), ...(from !== undefined && { from: Math.max(from, yearOf(year).from) }) }
  return answer(ctx, { words, narrowed: { columns: below, ...span } }, input)
}

/** Documents by what stands in title, text and number, and when they were published. */
export async function searchDocuments(ctx: Ctx, input: Parsed<typeof contract.queryEsArticleZwgk>) {
  const { title = '', content = '', wjType = '', wjbh = '', keyword = '', year, dataTime, dateType, esType } = input
  if (esType !== undefined && esType !== 'article') return nothing(input)
  const spans = [
    ...(year === undefined ? [] : [yearOf(year)]),
    ...(dataTime === undefined ? [] : [{ from: dataTime, to: dataTime + day - 1 }]),
    { from: since(ctx, dateType) ?? -Infinity, to: Infinity },
  ]
  const narrowed = { from: Math.max(...spans.map(({ from }) => from)), to: Math.min(...spans.map(({ to }) => to)) }
  return answer(
    ctx,
    {
      words: [...wordsOf(keyword), ...wordsOf(wjbh)],
      titleWords: [...wordsOf(title), ...wordsOf(wjType)],
      contentWords: wordsOf(content),
      narrowed,
    },
    input,
  )
}

/** Takes articles out of the search of the site, or into it again. */
export const findable =
  (unfound: 1 | null) =>
  (ctx: Ctx, { ids }: { readonly ids: readonly number[] }) =>
    eachOf(ctx, ids, async (inner, id) => {
      const row = await needArticle(inner, id, { lock: true })
      if (row.unfound === unfound) return
      await inner.db.updateTable('article').set({ unfound }).where('id', '=', id).execute()
      inner.record({ ids: [id], before: { unfound: row.unfound ?? 0 }, after: { unfound: unfound ?? 0 } })
      // the index beside the pages follows them
      if (row.status === 2) await touch(inner, [{ articleId: id, columnId: row.columnId }])
    })
