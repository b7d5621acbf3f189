import type { Output } from '../../../core/contract/endpoint.ts'
import type { stats as contract } from '../../../core/contract/stats.ts'
import {
  daysYearBefore,
  pieceBefore,
  piecesOf,
  type Span,
  shareOfYears,
  spanBefore,
  spanYearBefore,
} from '../../../core/domain/statistic-span.ts'
import { countedRows, dimensions, lacking, placesOf, type Statistic, splits } from '../../../core/domain/statistics.ts'
import { granting } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { namesOf } from '../../rows/list.ts'
import { type Asked, asSearch } from './count.ts'
import { type Groups, groupsIn, numbersIn } from './read.ts'
import { topArticles } from './tops.ts'

type Reply = Output<typeof contract.count>
export type Line = Reply['lines'][number]
type Search = Record<string, string>
/** What the lines of a statistic are, and what they come to. */
type Counts = Pick<
  Reply,
  | 'lines'
  | 'parts'
  | 'total'
  | 'totalBefore'
  | 'totalYearBefore'
  | 'totalHits'
  | 'totalTarget'
  | 'before'
  | 'yearBefore'
>

const plainLine = { target: null, rank: null, before: null, yearBefore: null, hits: null, parts: [] as number[] }
const nothingBefore = { totalTarget: null, totalBefore: null, totalYearBefore: null, before: null, yearBefore: null }

/** What the list of all rows is narrowed by. */
export const searchOf = ({ where }: Statistic, { deptId, columnId }: Asked, span: Span): Search => ({
  ...where,
  ...asSearch(span),
  ...(deptId && { deptId: String(deptId) }),
  ...(columnId && { columnId: String(columnId), withChildren: 'true' }),
})

/** The same of one value: a column by itself, without those below it. */
const searchFor = (search: Search, field: string, key: string): Search => ({
  ...search,
  [field]: key,
  ...(field === 'columnId' && { withChildren: 'false' }),
})

/** The search of the rows that have a value, or none; null: the list is not narrowed by it. */
function searchOfKey({ of, by }: Statistic, search: Search, key: number | string | null): Search | null {
  if (!countedRows[of].list) return null
  const field = dimensions[by].field as string
  if (key !== null) return searchFor(search, field, String(key))
  return of !== 'visit' && field in lacking[of] ? { ...search, without: field } : null
}

/** The places in a ranking: who has as many has the same one, and what belongs to nobody has none. */
function ranked(lines: readonly Line[]): Line[] {
  const some = lines.filter(({ key }) => key !== null)
  const places = placesOf(some, (a, b) => a.n === b.n)
  const placeOf = new Map(some.map((line, at) => [line, places[at] as number]))
  return lines.map((line) => ({ ...line, rank: placeOf.get(line) ?? null }))
}

/** A statistic in order of time: each month with the one before it and with that of the year before. */
export async function seriesOf(ctx: Ctx, statistic: Statistic, asked: Asked, span: Span, by: 'month' | 'day') {
  const inYearBefore = by === 'day' ? daysYearBefore : spanYearBefore
  const [before, yearBefore] = [spanBefore(span), spanYearBefore(span)]
  const pieces = piecesOf(span, by)
  const spans = pieces.flatMap((piece) => [piece, pieceBefore(piece, by), inYearBefore(piece)])
  const numbers = await numbersIn(ctx, statistic, asked, [span, before, yearBefore, ...spans])
  const [total = 0, totalBefore = 0, totalYearBefore = 0] = numbers
  const search = searchOf(statistic, asked, span)
  const lines = pieces.map((piece, i): Line => {
    const [n = 0, lastPiece = 0, lastYear = 0] = numbers.slice(3 + 3 * i)
    return {
      ...{ ...plainLine, key: piece.key, name: piece.key, n, before: lastPiece, yearBefore: lastYear },
      search: countedRows[statistic.of].list ? { ...search, ...asSearch(piece) } : null,
    }
  })
  return {
    ...{ lines, parts: [], total, totalHits: null, before: asTimes(before) },
    ...{ totalTarget: null, totalBefore, yearBefore: asTimes(inYearBefore(span)) },
    // a 29th of February is beside no day of another year
    totalYearBefore: by === 'day' ? lines.reduce((sum, line) => sum + (line.yearBefore ?? 0), 0) : totalYearBefore,
  } satisfies Counts
}

const asTimes = (span: Span) => asSearch(span)

/** The articles that were opened most; how often in an earlier time is kept nowhere. */
export async function topsOf(ctx: Ctx, statistic: Statistic, asked: Asked, span: Span): Promise<Counts> {
  const { total, hits, lines } = await topArticles(ctx, statistic, asked, span)
  const search = searchOf(statistic, asked, span)
  const places = placesOf(lines, (a, b) => a.hits === b.hits)
  return {
    ...{ parts: [], total, totalHits: hits, ...nothingBefore },
    lines: lines.map((line, i) => ({
      ...{ ...plainLine, ...line, n: 1, rank: places[i] as number },
      search: { ...search, articleIds: line.key },
    })),
  }
}

/** What a department without any stands with, as far as the caller sees departments. */
async function countedDepts(ctx: Ctx, { of }: Statistic, { deptId }: Asked): Promise<number[]> {
  const roles = granting(whoOf(ctx).rights, countedRows[of].needs ?? '')
  const all = roles.some(({ depts }) => depts === null)
  const own = new Set(roles.flatMap(({ depts }) => depts ?? []))
  // some departments only publish topics
  const types = of === 'article' ? [0, 3] : [0, 1, 3, 4]
  const rows = await ctx.db
    .selectFrom('dept')
    .select('id')
    .where('state', '=', 0)
    .where('isCount', '=', 1)
    .where('type', 'in', types)
    .execute()
  return rows.map(({ id }) => id).filter((id) => (all || own.has(id)) && (!deptId || id === deptId))
}

const unfilled = '（未填写）'
const none: Record<string, string> = { author: '（无撰稿人）', column: '（无栏目）' }
const noneOf = ({ of, by }: Statistic) =>
  by === 'dept' ? (of === 'mail' ? '（未转办）' : '（无部门）') : (none[by] ?? unfilled)
const namedBy = { dept: ['dept', 'name'], column: ['column', 'title'], author: ['user', 'name'] } as const

async function namesFor(ctx: Ctx, statistic: Statistic, keys: readonly (number | string | null)[]) {
  const { by } = statistic
  const dimension = dimensions[by]
  if ('words' in dimension)
    return (key: number | string | null) => (dimension.words as Record<string, string>)[String(key)] ?? unfilled
  const [table, column] = namedBy[by as keyof typeof namedBy]
  const names = await namesOf(ctx.db, table, column, keys as number[])
  return (key: number | string | null) => names.get(Number(key ?? 0)) ?? noneOf(statistic)
}

/** How many each department is to publish in these days, by its target of the year. */
async function targetsFor(
  { db }: Ctx,
  { target }: Statistic,
  { columnId }: Asked,
  keys: readonly (number | string | null)[],
  span: Span,
) {
  // a target is for all columns together
  if (!target || columnId || keys.length === 0) return new Map<number, number>()
  const ids = new Set(keys.filter((key) => key !== null).map(Number))
  const rows = await db.selectFrom('dept').select(['id', 'target']).where('target', 'is not', null).execute()
  const share = shareOfYears(span)
  return new Map(rows.filter(({ id }) => ids.has(id)).map((row) => [row.id, Math.round(Number(row.target) * share)]))
}

/** A statistic by a value, the largest first, beside the period before and the year before. */
export async function groupedOf(ctx: Ctx, statistic: Statistic, asked: Asked, span: Span): Promise<Counts> {
  const { by } = statistic
  const [before, yearBefore] = [spanBefore(span), spanYearBefore(span)]
  const spans = { now: span, before, yearBefore }
  const { now, before: then, yearBefore: lastYear } = await groupsIn(ctx, statistic, asked, spans)
  const some = [...now].flatMap(([key, { n }]) =>
    n + (then.get(key) ?? 0) + (lastYear.get(key) ?? 0) > 0 ? [key] : [],
  )
  const keys = [...new Set([...some, ...(by === 'dept' ? await countedDepts(ctx, statistic, asked) : [])])]
  const nameOf = await namesFor(ctx, statistic, keys)
  const targets = await targetsFor(ctx, statistic, asked, keys, span)
  const search = searchOf(statistic, asked, span)
  const parts = partsOf(statistic, now, search)
  const lines = keys
    .map((key): Line => {
      const group = now.get(key)
      return {
        ...{ ...plainLine, key: key === null ? null : String(key), name: nameOf(key), n: group?.n ?? 0 },
        ...{ before: then.get(key) ?? 0, yearBefore: lastYear.get(key) ?? 0 },
        hits: statistic.hits ? (group?.hits ?? 0) : null,
        target: targets.get(Number(key ?? 0)) ?? null,
        parts: parts.map((part) => group?.states.get(Number(part.key)) ?? 0),
        search: searchOfKey(statistic, search, key),
      }
    })
    .sort((a, b) => (b.n ?? 0) - (a.n ?? 0) || (b.hits ?? 0) - (a.hits ?? 0) || byName(a, b))
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, n) => all + n, 0)
  const groups = [...now.values()]
  return {
    ...{ lines: ranked(lines), parts, total: sum(groups.map(({ n }) => n)) },
    ...{ totalBefore: sum(then.values()), totalYearBefore: sum(lastYear.values()) },
    ...{ before: asTimes(before), yearBefore: asTimes(yearBefore) },
    totalTarget: targets.size > 0 ? sum(targets.values()) : null,
    totalHits: statistic.hits ? sum(groups.map(({ hits }) => hits)) : null,
  }
}

const byName = (a: Line, b: Line) => ((a.name ?? '') < (b.name ?? '') ? -1 : a.name === b.name ? 0 : 1)

/** The states that some row has, in their order. */
function partsOf({ of, split }: Statistic, groups: Groups['now'], search: Search): Reply['parts'] {
  if (!split || of === 'visit') return []
  const { field, words } = splits[of]
  return Object.entries(words).flatMap(([key, title]) => {
    const total = [...groups.values()].reduce((sum, { states }) => sum + (states.get(Number(key)) ?? 0), 0)
    return total === 0 ? [] : [{ key, title, total, search: { ...search, [field]: key } }]
  })
}
