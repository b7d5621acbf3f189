import { formatDay, momentOf, parseDay } from '../../../core/domain/time.ts'
import { type YearlyLine, yearlyGroups, yearlyLineNames, yearlyLines } from '../../../core/domain/yearly.ts'
import { holdsKey } from '../../access/rights.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { article } from '../../db/tables/article.ts'
import { column } from '../../db/tables/column.ts'
import { mail } from '../../db/tables/mail.ts'
import { allHold, isEmpty } from '../../rows/condition.ts'
import { countBy } from '../../rows/count-by.ts'
import { descendants, readTree } from '../../rows/tree.ts'
import { inState, narrowed as ofArticle } from '../article/narrow.ts'
import { narrowed as ofMail } from '../mail/letters.ts'
import { inColumn, type Listed, listAt } from './addresses.ts'
import { asListed, countWhere } from './rows.ts'

/** A year by its first and its last day. */
interface Span {
  readonly from: number
  readonly to: number
  readonly query: { readonly startTime: string; readonly endTime: string }
}
const spanOf = (year: number): Span => {
  const [from, to] = [parseDay(`${year}-01-01`) as number, parseDay(`${year}-12-31`) as number]
  return { from, to, query: { startTime: formatDay(from), endTime: formatDay(to) } }
}

interface Counted {
  readonly name: string
  readonly group: string
  readonly says: string
  readonly unit: string
  readonly value: number | null
  readonly rows: number
  readonly call: Listed
  readonly query: Readonly<Record<string, string>>
}
const lineOf = (name: YearlyLine, more: Pick<Counted, 'value' | 'rows' | 'call' | 'query'>): Counted => {
  const { group, says, unit } = yearlyLines[name]
  return { name, group: yearlyGroups[group], says, unit, ...more }
}

/** What was published in the year, in all and in each of the topmost columns with those below it. */
async function articlesOf(ctx: Ctx, { from, to, query }: Span): Promise<Counted[]> {
  if (!holdsKey(whoOf(ctx).rights, 'article_list')) return []
  const own = asListed(ctx, 'article_list')
  const span = { startTime: momentOf(from), endTime: momentOf(to, 'end') }
  const where = [...(await ofArticle(own, span)), ...inState([2])]
  const counts = await countBy(own, article, { by: ['columnId'], where })
  const perColumn = new Map(counts.map(({ columnId, n }) => [Number(columnId), n]))
  const sum = (ids: Iterable<number>) => [...ids].reduce((all, id) => all + (perColumn.get(id) ?? 0), 0)
  const tree = await readTree(ctx.db, column)
  const tops = await ctx.db
    .selectFrom('column')
    .select(['id', 'title'])
    .where('parentId', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const total = sum(perColumn.keys())
  const all = lineOf('published', {
    ...{ value: total, rows: total, call: 'article.list', query: { status: '2', ...query } },
  })
  const ofColumns = tops.flatMap(({ id, title }): Counted[] => {
    const rows = sum(descendants(tree.values(), id))
    if (rows === 0) return []
    const { group, unit } = all
    const counted = { value: rows, rows, call: 'article.list', query: { ...inColumn(id), ...query } } as const
    return [{ name: `column.${id}`, group, says: `其中：${title}`, unit, ...counted }]
  })
  return [all, ...ofColumns]
}

/** What of the letters of the year each line counts, as their list is narrowed. */
const ofLetters: Readonly<Record<Exclude<YearlyLine, 'published'>, Readonly<Record<string, string>>>> = {
  received: {},
  replied: { status: '1' },
  days: { status: '1' },
  opened: { publicFlag: '1' },
}

/** Letters that came in the year. */
async function lettersOf(ctx: Ctx, { from, to, query }: Span): Promise<Counted[]> {
  if (!holdsKey(whoOf(ctx).rights, 'mail_list')) return []
  const scope = [...scopeOf(ctx, mail as unknown as Table, 'mail_list'), isEmpty('deletedAt')]
  const span = { startTime: momentOf(from), endTime: momentOf(to, 'end') }
  const found: Counted[] = []
  for (const name of yearlyLineNames) {
    if (name === 'published') continue
    const more = ofLetters[name]
    const where = [...scope, ...(await ofMail(ctx, { ...span, ...more } as never))]
    const rows = await countWhere(ctx, 'mail', where)
    const value = name === 'days' ? await meanDays(ctx, where) : rows
    found.push(lineOf(name, { value, rows, call: 'mail.list', query: { ...more, ...query } }))
  }
  return found
}

/** How many days an answer took, in the mean; null: there is none. */
async function meanDays(ctx: Ctx, where: Parameters<typeof allHold>[0]): Promise<number | null> {
  const { mean } = await ctx.db
    .selectFrom('mail')
    .where(allHold(where))
    .where('repliedAt', 'is not', null)
    .select(({ fn, eb }) => fn.avg<string | null>(eb('repliedAt', '-', eb.ref('createdAt'))).as('mean'))
    .executeTakeFirstOrThrow()
  return mean === null ? null : Math.round((Number(mean) / 86_400_000) * 10) / 10
}

/** The table of a year: each number with the rows behind it. */
export async function yearly(ctx: Ctx, year: number) {
  const span = spanOf(year)
  const lines = [...(await articlesOf(ctx, span)), ...(await lettersOf(ctx, span))]
  return { year, lines: lines.map((line) => ({ ...line, address: listAt(line.call, line.query) })) }
}
