import { besided } from '../../../core/domain/log-things.ts'
import { plainLine } from '../../../core/domain/unfit.ts'
import { hideOwn } from '../../../core/words/hide.ts'
import type { Ctx } from '../../context.ts'
import { tables } from '../../db/table.ts'
import { allHold, among } from '../../rows/condition.ts'
import type { AnyDb } from '../../rows/list.ts'
import { readWhere } from '../../rows/read-where.ts'
import { earlierTitles } from '../article/revisions.ts'
import { namedInSentence, sentenceOf, type Told, targetOf, writtenBy } from './sentences.ts'
import { namesGone, reachOf, seesAll } from './things.ts'

/** A row of the log as far as its sentence needs it. */
interface Row extends Told {
  readonly targetIds: readonly string[]
  readonly result: string | null
}
interface Name {
  readonly name: string
  /** What tells it apart from others of that name. */
  readonly apart: string | null
}
type Names = ReadonlyMap<number, Name>

/** The names of things, as far as they are within the reader's reach; in the recycle bin or out of it. */
export async function namesIn(ctx: Ctx, kind: string, ids: readonly number[]): Promise<Names> {
  const reach = reachOf(ctx, kind, ids)
  if (ids.length === 0 || reach === null) return new Map()
  const { label, apart, byStrangers = [] } = tables.get(kind) ?? {}
  // what has no name is called by its number
  if (!label && reach.length === 0) return new Map(ids.map((id) => [id, { name: String(id), apart: null }]))
  const columns = ['id', `${label ?? 'id'} as name`, ...(apart ? [`${apart} as apart`] : [])]
  const rows = await readWhere(ctx.db, `log names ${kind}`, [among('id', ids), ...reach], [], (where) =>
    (ctx.db as unknown as AnyDb).selectFrom(kind).select(columns).where(allHold(where)),
  )
  const told = kind === 'attachment' || (label && byStrangers.includes(label)) ? hideOwn<string> : String
  return new Map(
    (rows as { id: number; name: unknown; apart?: string | null }[]).map(({ id, name, apart = null }) => [
      Number(id),
      { name: told(String(name)), apart },
    ]),
  )
}

const nameFields = ['title', 'categoryTitle', 'name'] as const

/** Those of some things that are still there, whoever may see them: what they are called now is not the row's to tell. */
async function thereOf({ db }: Ctx, kind: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await (db as unknown as AnyDb).selectFrom(kind).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => Number(id)))
}

/** What a row tells of a thing that is out of the reader's reach: how it stood, none of its texts. */
const openFields = ['articleId', 'status', 'state', 'review', 'forced'] as const
function withoutTexts(side: unknown): unknown {
  if (side === null || typeof side !== 'object') return null
  if (Array.isArray(side)) return side.map(withoutTexts)
  const all = side as Readonly<Record<string, unknown>>
  return Object.fromEntries(openFields.flatMap((field) => (Object.hasOwn(all, field) ? [[field, all[field]]] : [])))
}

/** Where somebody's own words begin in a result: why it was done, a day that was set. They speak of all the things of the row. */
const ownWords = /^(?:理由：|发布时间定为|没有执行：)/
function withoutWords(result: string | null): string {
  const parts = (result ?? '').split('；')
  const from = parts.findIndex((part) => ownWords.test(part))
  if (from < 0) return result ?? ''
  return parts.slice(0, from).join('；') || (parts[from]?.startsWith('没有执行：') ? '没有执行' : '成功')
}

/** The things that decide what of a row is told: the first, and all where words stand in its result. */
const judgedBy = ({ targetIds, result }: Row) =>
  result !== null && withoutWords(result) !== result ? targetIds : targetIds.slice(0, namedInSentence)

/** The name that the row itself keeps of its one thing. */
const keptName = (row: Row) => keptOf(row, nameFields)

/** What the row keeps in one of these fields of its one thing. */
function keptOf({ before, after, targetIds }: Row, fields: readonly string[]): string | null {
  if (targetIds.length !== 1) return null
  for (const side of [after, before])
    for (const field of fields) {
      const value = (side as Readonly<Record<string, unknown>> | null)?.[field]
      if (typeof value === 'string' && value !== '') return value
    }
  return null
}

const apartFields = (kind: string): readonly string[] => {
  const { apart } = tables.get(kind) ?? {}
  return apart ? [apart] : []
}

/** What a row that is about one thing calls it; not what a copy under review proposes, which visitors have not seen. */
const calledIn = (row: Row) => ((row.after as { review?: unknown } | null)?.review ? null : keptName(row))

/**
 * For each row its sentence, and the first of its things by the names that they had then; one query for each kind of thing on the page.
 * What is told of a thing that is not for this reader, or was not as long as it was there, is left out of the row.
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
  const there = new Map<string, ReadonlySet<number>>()
  const hidden = new Map<string, ReadonlySet<number>>()
  for (const kind of new Set(named.flatMap((one) => one.kind ?? []))) {
    const ids = [...new Set(named.filter((one) => one.kind === kind).flatMap((one) => one.judged.map(Number)))]
    const seen = await namesIn(ctx, kind, ids)
    names.set(kind, seen)
    const unseen = ids.filter((id) => !seen.has(id))
    there.set(kind, await thereOf(ctx, kind, unseen))
    // nor is it told of what is gone, for nobody can say any more whose it was
    hidden.set(kind, new Set(seesAll(ctx, kind) ? [] : unseen))
  }
  const titles = await earlierTitles(ctx, [...(names.get('article')?.keys() ?? [])])
  const titleAt = (id: number, at: number) => titles.get(id)?.find(({ until }) => until > at)?.title
  return named.map(({ row, at, kind, ids, judged }) => {
    const seen = kind ? names.get(kind) : undefined
    const called = calledIn(row)
    const targets = kind
      ? ids.map((id) => {
          const { name, apart } = seen?.get(Number(id)) ?? { name: null, apart: keptOf(row, apartFields(kind)) }
          // what is not there for this reader has a name, and no page to lead to
          const then = called ?? (kind === 'article' ? titleAt(Number(id), at) : undefined)
          const kept = there.get(kind)?.has(Number(id)) || !namesGone(ctx, kind) ? null : keptName(row)
          const told = name === null ? kept : (then ?? name)
          return { id, kind, name: told === null ? null : besided(told, apart), there: name !== null }
        })
      : []
    // rows of many things tell states only: the first will do
    const writes = writtenBy(row.call ?? '')
    const unnumbered = kind !== undefined && ids.length === 0 && !seesAll(ctx, kind)
    const out =
      unnumbered ||
      (kind && ids.some((id) => hidden.get(kind)?.has(Number(id)))) ||
      (writes !== undefined && !seesAll(ctx, writes))
    const sides = out ? { before: withoutTexts(row.before), after: withoutTexts(row.after) } : {}
    const worded = kind && judged.some((id) => hidden.get(kind)?.has(Number(id)))
    const told = { ...row, ...sides, ...(worded && { result: withoutWords(row.result) }) }
    return { ...told, sentence: plainLine(sentenceOf(told, targets, row.targetIds.length, row)), targets }
  })
}
