import {
  placesMost,
  type ReplacedField,
  replacedFields,
  type replaceWays,
} from '../../../core/contract/article/replace.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { Looked } from '../../../core/words/hits.ts'
import type { Wanted } from '../../../core/words/replace.ts'
import { may } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { article } from '../../db/tables/article.ts'
import { allOf, anyOf, type Condition, likeAny, notEmpty } from '../../rows/condition.ts'
import { namesOf, pageRows } from '../../rows/list.ts'
import { findArticles } from './find.ts'
import { listIndexes } from './list.ts'
import { inState, narrowed } from './narrow.ts'
import type { Content } from './revisions.ts'
import type { ArticleRow } from './show.ts'

type Asked = Parsed<typeof contract.replaceFind>
type Fields = readonly ReplacedField[]
const allFields = Object.keys(replacedFields) as ReplacedField[]

/** Where it is sought: everywhere, where nothing is said. */
export const fieldsOf = (parts: string | undefined): Fields =>
  parts ? allFields.filter((field) => parts.split(',').includes(field)) : allFields

/** What is sought, and what comes in its place. */
export const wantedOf = ({ find, to, anyWidth, anyCase }: Omit<Asked, 'parts'>): Wanted => ({
  ...{ find, to: to ?? '' },
  ...(anyWidth && { anyWidth }),
  ...(anyCase && { anyCase }),
})

/** Texts that the full-text index holds. */
const indexed: Fields = ['title', 'content']
/** More characters make the question longer and find hardly fewer. */
const charactersMost = 12

/** Signs that stand in every article that holds it, as they stand there: not those that markup writes otherwise, or that may be of another width or size. */
const surely = ({ find, anyWidth }: Wanted): string[] =>
  [...new Set(find.toLowerCase())]
    .filter((c) => /[\p{L}\p{N}]/u.test(c) && (c < '\x80' || c === c.toUpperCase()))
    .filter((c) => !anyWidth || !/[\x21-\x7e\uff01-\uff5e]/.test(c))
    .slice(0, charactersMost)

/** Articles that may hold it; tags may stand between any two of its characters, and open revisions are known to no index. */
function mayHold(wanted: Wanted, fields: Fields): Condition[] {
  const signs = surely(wanted)
  if (signs.length === 0) return []
  const holds = (field: string) => allOf(signs.flatMap((sign) => likeAny([field], sign)))
  const open = notEmpty('reviewStatus')
  const byIndex = fields.filter((field) => indexed.includes(field))
  const beside = anyOf([...fields.filter((field) => !indexed.includes(field)).map(holds), open])
  const match = signs.map((text) => ({ columns: byIndex, text }))
  const wide = byIndex.length > 0 ? { match, beside } : {}
  return [{ ...anyOf([...fields.map(holds), open]), wide }]
}

const read = ['id', 'status', 'version', 'reviewId', 'reviewStatus', 'columnId', ...allFields] as const
/** An article as it is looked through: of one with an open revision that one's texts. */
export type Looking = Pick<
  ArticleRow,
  'id' | 'status' | 'version' | 'reviewStatus' | 'columnId' | 'title' | 'updatedAt' | 'updatedBy'
> & {
  readonly texts: readonly Looked[]
}

/** Reads articles for it, within the caller's reach. */
export async function lookedAt(ctx: Ctx, ids: readonly number[], fields: Fields): Promise<Map<number, Looking>> {
  if (ids.length === 0) return new Map()
  const rows = [...(await findArticles(ctx, ids, { columns: [...read, 'updatedAt', 'updatedBy'] })).values()]
  const open = rows.flatMap(({ reviewId }) => (reviewId === null ? [] : [reviewId]))
  const copies =
    open.length === 0
      ? []
      : await ctx.db.selectFrom('revision').select(['id', 'after']).where('id', 'in', open).execute()
  const copyOf = new Map(copies.map(({ id, after }) => [id, JSON.parse(after) as Partial<Content>]))
  return new Map(
    rows.map((row) => {
      const now = { ...row, ...copyOf.get(row.reviewId ?? 0) }
      const texts = fields.flatMap((field) => {
        const text = now[field]
        return text ? [{ field, text, html: field === 'content' }] : []
      })
      return [row.id, { ...row, title: now.title, texts }]
    }),
  )
}

/** What becomes of it, as of an edit by the same person (docs/decisions/0004-edits-after-acceptance.md). */
export function wayOf(
  ctx: Ctx,
  { status, reviewStatus }: Pick<ArticleRow, 'status' | 'reviewStatus'>,
): keyof typeof replaceWays {
  if (status === 2) return reviewStatus === null ? 2 : reviewStatus === 3 || reviewStatus === 4 ? 4 : 3
  return status === 0 && !may(whoOf(ctx).rights, 'article_accept') ? 1 : 0
}

/** So many candidates are read in one go, and so many of them are looked through at once. */
const idsAtOnce = 500
export const textsAtOnce = 50
const usualPage = 20
/** A page ends with the article that brings so many places. */
const placesOnPage = 1000
/** So many articles are looked through for a page; it may then have fewer than are asked for, and the next one goes on. */
const lookedMost = 2000

/** The articles that hold a text, in the order of their numbers, with each place: candidates come from the index, and a thread looks through them. */
export async function findPlaces(ctx: Ctx, { afterId, pageSize = usualPage, ...input }: Asked) {
  const wanted = wantedOf(input)
  const fields = fieldsOf(input.parts)
  const where = [...(await narrowed(ctx, input)), ...inState(input.status), ...mayHold(wanted, fields)]
  const caller = `replace ${whoOf(ctx).userId}`
  const found: { row: Looking; total: number; places: object[] }[] = []
  let [last, looked, places] = [afterId ?? 0, 0, 0]
  const isFull = () => found.length >= pageSize || places >= placesOnPage || looked >= lookedMost
  for (let more = true; more && !isFull(); ) {
    const paging = { afterId: last, pageSize: idsAtOnce, withTotal: 0 }
    const page = await pageRows<{ id: number }>(ctx, article, { columns: ['id'], where, paging, indexes: listIndexes })
    more = page.list.length === idsAtOnce
    const ids = page.list.map(({ id }) => id)
    for (let at = 0; at < ids.length && !isFull(); at += textsAtOnce) {
      const some = ids.slice(at, at + textsAtOnce)
      const rows = await lookedAt(ctx, some, fields)
      const texts = some.map((id) => rows.get(id)?.texts ?? [])
      const standing = await ctx.parts.work.scans.run('findPlaces', { texts, wanted, most: placesMost }, caller)
      for (const [i, id] of some.entries()) {
        if (isFull()) break
        ;[last, looked] = [id, looked + 1]
        const [row, there] = [rows.get(id), standing[i]]
        if (!row || !there || there.total === 0) continue
        found.push({ row, total: there.total, places: there.hits })
        places += there.hits.length
      }
    }
    if (isFull()) more = true
  }
  const columnIds = found.map(({ row }) => row.columnId)
  const names = await namesOf(ctx.db, 'column', 'title', columnIds)
  return {
    list: found.map(({ row, ...rest }) => ({
      ...{ articleId: String(row.id), title: row.title, columnName: names.get(row.columnId) ?? null },
      ...{ status: row.status, version: row.version, way: wayOf(ctx, row), ...rest },
    })) as never,
    nextId: isFull() ? String(last) : null,
    looked,
  }
}
