import {
  type ColumnClockState,
  type ColumnGroup,
  type ColumnLine,
  columnLines,
} from '../../../core/domain/compliance.ts'
import { dayNumber, formatDay, formatTime } from '../../../core/domain/time.ts'
import { addMonths } from '../../../core/domain/workdays.ts'
import { holdsKey } from '../../access/rights.ts'
import { columnsOf, scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { article } from '../../db/tables/article.ts'
import { countBy } from '../../rows/count-by.ts'
import { descendants } from '../../rows/tree.ts'
import { columnFolder } from '../../site/addresses.ts'
import { reach } from '../article/find.ts'
import { articlesIn } from './addresses.ts'
import type { Folders, Limit, Limits } from './limits.ts'

/** How a column stands, as replies tell it. */
export interface ColumnClock {
  readonly id: string
  readonly columnName: string
  readonly group: ColumnGroup
  readonly state: ColumnClockState
  readonly lastAt: string | null
  readonly days: number | null
  readonly limit: string | null
  readonly left: number | null
  readonly rows: number
  readonly address: string
}

interface Rule {
  readonly group: ColumnGroup
  /** The setting that names its columns; none: all that no other one names. */
  readonly folders?: Folders
  /** The limit, and the day until which an update on a day is enough; none: there is no limit. */
  readonly limit?: Limit
  readonly until?: (day: number, n: number) => number
}
const inDays = (day: number, n: number) => day + n
/** The groups: of several that name a column the first one holds, and for those below it where they name none. */
const rules: readonly Rule[] = [
  { group: 'free', folders: 'compliance.freeColumns' },
  { group: 'news', folders: 'compliance.newsColumns', limit: 'compliance.newsDays', until: inDays },
  { group: 'policy', folders: 'compliance.policyColumns', limit: 'compliance.policyMonths', until: addMonths },
  { group: 'plan', folders: 'compliance.planColumns', limit: 'compliance.planMonths', until: addMonths },
  { group: 'other', limit: 'compliance.otherMonths', until: addMonths },
]
const otherwise = rules.at(-1) as Rule
const withoutLimit: Rule = { group: 'other' }

/** Columns with when something was last published in each: one seek of an index for a column. */
const columnsNow = (ctx: Ctx) =>
  ctx.db
    .selectFrom('column')
    .select(['column.id', 'column.parentId', 'column.title', 'column.type', 'column.path', 'column.diyUrl'])
    .select((eb) =>
      eb
        .selectFrom('article')
        .select('article.publishTime')
        .whereRef('article.columnId', '=', 'column.id')
        .where('article.status', '=', 2)
        .where('article.deletedAt', 'is', null)
        .orderBy('article.publishTime', 'desc')
        .limit(1)
        .as('last'),
    )
    .orderBy('column.sort')
    .orderBy('column.id')
    .execute()
type Column = Awaited<ReturnType<typeof columnsNow>>[number]

/** By what a column goes: its own folder, or that of the nearest one above which is named. */
function ruleOf(limits: Limits, byId: ReadonlyMap<number, Column>, column: Column): Rule {
  const seen = new Set<number>()
  for (let at: Column | undefined = column; at && !seen.has(at.id); at = byId.get(at.parentId)) {
    seen.add(at.id)
    const folder = columnFolder(at as never)
    const rule = rules.find(({ folders }) => folders && limits.folders(folders).includes(folder))
    if (rule) return rule
  }
  // a single page says what holds until it is changed
  return column.type === 2 ? withoutLimit : otherwise
}

/** How many published articles the caller sees in each column. */
async function publishedIn(ctx: Ctx): Promise<ReadonlyMap<number, number>> {
  const counts = await countBy(ctx, article, {
    by: ['columnId', 'status'],
    where: reach(ctx, 'live', 'article_list'),
  })
  const found = new Map<number, number>()
  for (const { columnId, status, n } of counts)
    if (status === 2 && n > 0) found.set(Number(columnId), (found.get(Number(columnId)) ?? 0) + n)
  return found
}

/** Whether the caller reaches all articles: what the whole site is judged by is told to them alone. */
export const reachesAll = (ctx: Ctx): boolean =>
  holdsKey(whoOf(ctx).rights, 'article_list') && scopeOf(ctx, article, 'article_list').length === 0

/** The columns that the caller is told of: all of them, those of their roles, or those in which their own articles are. */
export async function columnClocks(ctx: Ctx, limits: Limits): Promise<readonly ColumnClock[]> {
  if (!holdsKey(whoOf(ctx).rights, 'article_list')) return []
  const [columns, published] = [await columnsNow(ctx), await publishedIn(ctx)]
  const byId = new Map(columns.map((one) => [one.id, one]))
  const parents = new Set(columns.map(({ parentId }) => parentId))
  const all = reachesAll(ctx)
  const own = columnsOf(ctx, 'article_list')
  const today = dayNumber(ctx.now)
  const near = limits.of('compliance.warnDays')
  return columns.flatMap((column) => {
    const { id, title, type } = column
    const last = column.last === null ? null : Number(column.last)
    // a link has no pages; what holds nothing itself is a heading of those below it
    if (type === 3 || (last === null && parents.has(id))) return []
    if (!all && !own?.has(id) && !published.has(id)) return []
    const rule = ruleOf(limits, byId, column)
    const { limit, until } = rule
    const day = last === null ? null : dayNumber(last)
    const left = day === null || !limit || !until ? null : until(day, limits.of(limit)) - today
    const below = descendants(byId.values(), id)
    return {
      ...{ id: String(id), columnName: title, group: rule.group, state: stateOf(rule, last, left, near) },
      lastAt: last === null ? null : formatTime(last),
      ...{ days: day === null ? null : today - day, limit: limit ? limits.says(limit) : null, left },
      rows: below.reduce((sum, one) => sum + (published.get(one) ?? 0), 0),
      address: articlesIn(id),
    }
  })
}

function stateOf({ group, folders }: Rule, last: number | null, left: number | null, near: number): ColumnClockState {
  if (group === 'free' && folders) return 'free'
  if (last === null) return 'blank'
  if (left === null) return 'free'
  if (left <= 0) return 'late'
  return left <= near ? 'near' : 'good'
}

/** The columns that a line counts. */
export const ofLine = (clocks: readonly ColumnClock[], line: ColumnLine): readonly ColumnClock[] => {
  const { states, groups }: { states: readonly string[]; groups: readonly string[] } = columnLines[line]
  return clocks.filter((one) => states.includes(one.state) && groups.includes(one.group))
}

/** The day before which something lies that has lasted for longer than so many months. */
export const monthsAgo = (today: number, n: number): string => formatDay(addMonths(today, -n) - 1)
