import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { type Table, tables } from '../../db/table.ts'
import { allHold, oneOf } from '../../rows/condition.ts'
import { type AnyDb, namesOf } from '../../rows/list.ts'
import { findArticles } from '../article/find.ts'
import { earlierTitles } from '../article/revisions.ts'
import { namedInSentence, sentenceOf, type Told, targetOf } from './sentences.ts'
import { mayName } from './things.ts'

/** A row of the log as far as its sentence needs it. */
interface Row extends Told {
  readonly targetIds: readonly string[]
  readonly result: string | null
}
type Names = ReadonlyMap<number, string>

/** The names of rows that their table's scope lets this reader see. */
async function scopedNames(ctx: Ctx, table: Table, ids: readonly number[]): Promise<Names> {
  const rows = await (ctx.db as unknown as AnyDb)
    .selectFrom(table.name)
    .select(['id', `${table.label ?? 'id'} as name`])
    .where(allHold([...scopeOf(ctx, table, `${table.name}_list`), ...oneOf('id', ids)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [Number(id), String(name)]))
}

/** The names of things, as far as they are within the reader's scope; articles in the bin or out of it. */
async function namesIn(ctx: Ctx, kind: string, ids: readonly number[]): Promise<Names> {
  if (ids.length === 0 || !mayName(ctx, kind)) return new Map()
  const table = tables.get(kind)
  if (kind !== 'article' && table && table.scope !== 'all') return scopedNames(ctx, table, ids)
  // what has no name is called by its number
  if (kind !== 'article' && !table?.label) return new Map(ids.map((id) => [id, String(id)]))
  if (kind !== 'article') return namesOf(ctx.db, kind, table?.label ?? 'id', ids)
  const found = await findArticles(ctx, ids, { where: 'both', key: 'article_list', columns: ['id', 'title'] })
  return new Map([...found].map(([id, { title }]) => [id, title]))
}

const nameFields = ['title', 'categoryTitle', 'name'] as const

/** Those of some things that are still there, whoever may see them. */
async function thereOf({ db }: Ctx, kind: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await (db as unknown as AnyDb).selectFrom(kind).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => Number(id)))
}

/** What a row tells of a thing that is out of the reader's reach: how it stood, none of its texts. */
const openFields = ['articleId', 'status', 'review', 'forced'] as const
function withoutTexts(side: unknown): unknown {
  if (side === null || typeof side !== 'object') return null
  if (Array.isArray(side)) return side.map(withoutTexts)
  const all = side as Readonly<Record<string, unknown>>
  return Object.fromEntries(openFields.flatMap((field) => (Object.hasOwn(all, field) ? [[field, all[field]]] : [])))
}

/** Where somebody's own words begin in a result: why it was done, a day that was set. They speak of all the things of the row. */
const ownWords = /^(?:理由：|发布时间定为)/
function withoutWords(result: string | null): string {
  const parts = (result ?? '').split('；')
  const from = parts.findIndex((part) => ownWords.test(part))
  return from < 0 ? (result ?? '') : parts.slice(0, from).join('；') || '成功'
}

/** The things that decide what of a row is told: the first, and all where words stand in its result. */
const judgedBy = ({ targetIds, result }: Row) =>
  result !== null && withoutWords(result) !== result ? targetIds : targetIds.slice(0, namedInSentence)

/** The name that the row itself keeps of its one thing. */
function keptName({ before, after, targetIds }: Row): string | null {
  if (targetIds.length !== 1) return null
  for (const side of [after, before])
    for (const field of nameFields) {
      const value = (side as Readonly<Record<string, unknown>> | null)?.[field]
      if (typeof value === 'string' && value !== '') return value
    }
  return null
}

/** What a row that is about one thing calls it; not what a copy under review proposes, which visitors have not seen. */
const calledIn = (row: Row) => ((row.after as { review?: unknown } | null)?.review ? null : keptName(row))

/**
 * For each row its sentence, and the first of its things by the names that they had then; one query for each kind of thing on the page.
 * What is told of a thing that is there, but not for this reader, is left out of the row.
 * @param times when each was written, in milliseconds
 */
export async function withSentences<R extends Row>(ctx: Ctx, rows: readonly R[], times: readonly number[]) {
  const named = rows.map((row, i) => ({
    row,
    at: times[i] as number,
    kind: targetOf(row.call ?? ''),
    ids: row.targetIds.slice(0, namedInSentence),
    judged: judgedBy(row),
  }))
  const names = new Map<string, Names>()
  const hidden = new Map<string, ReadonlySet<number>>()
  for (const kind of new Set(named.flatMap((one) => one.kind ?? []))) {
    const ids = [...new Set(named.filter((one) => one.kind === kind).flatMap((one) => one.judged.map(Number)))]
    const seen = await namesIn(ctx, kind, ids)
    names.set(kind, seen)
    const unseen = ids.filter((id) => !seen.has(id))
    hidden.set(kind, await thereOf(ctx, kind, unseen))
  }
  const titles = await earlierTitles(ctx, [...(names.get('article')?.keys() ?? [])])
  const titleAt = (id: number, at: number) => titles.get(id)?.find(({ until }) => until > at)?.title
  return named.map(({ row, at, kind, ids, judged }) => {
    const there = kind ? names.get(kind) : undefined
    const called = calledIn(row)
    const targets = kind
      ? ids.map((id) => {
          const name = there?.get(Number(id)) ?? null
          // what is not there for this reader has a name, and no page to lead to
          const then = called ?? (kind === 'article' ? titleAt(Number(id), at) : undefined)
          const kept = hidden.get(kind)?.has(Number(id)) ? null : keptName(row)
          return { id, kind, name: name === null ? kept : (then ?? name), there: name !== null }
        })
      : []
    const sentence = sentenceOf(row, targets, row.targetIds.length)
    // rows of many things tell states only: the first will do
    const out = kind && ids.some((id) => hidden.get(kind)?.has(Number(id)))
    const sides = out ? { before: withoutTexts(row.before), after: withoutTexts(row.after) } : {}
    const worded = kind && judged.some((id) => hidden.get(kind)?.has(Number(id)))
    return { ...row, ...sides, ...(worded && { result: withoutWords(row.result) }), sentence, targets }
  })
}
