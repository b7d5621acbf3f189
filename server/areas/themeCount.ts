import type { Selectable } from 'kysely'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { type CountedName, themeCount as contract, countedOf, themeCountRow } from '../../core/contract/themeCount.ts'
import { type ThemeArea, themeAreas } from '../../core/domain/theme-names.ts'
import { parseTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { columnsFrom } from '../../core/sheet/columns.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260915-theme-count.ts'
import type { RowOf } from '../db/table.ts'
import { themeCount as table } from '../db/tables/themeCount.ts'
import { implement } from '../pipeline.ts'
import { type Condition, equal, test } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { sheetReply } from '../rows/sheet.ts'
import { refuseStale } from '../rows/stale.ts'
import { countIn } from '../themes/counts.ts'

/** How the area's table came to be. */
export const migrations = { '202611260915-theme-count': made }
export const demo = () => import('../demo/themeCount.ts')

type Row = Selectable<RowOf<typeof table.columns>>
const names = Object.keys(countedOf) as CountedName[]
const capital = (name: CountedName) =>
  `counted${name.charAt(0).toUpperCase()}${name.slice(1)}` as `counted${Capitalize<CountedName>}`

const rows = rowsOf(table, {
  reply: themeCountRow,
  logged: ['month', 'family', ...names, 'reason'],
  order: [
    ['month', 'desc'],
    ['id', 'asc'],
  ],
})

/** What is told: what was corrected in the place of what is counted. */
const told = <R extends object>(row: R): R => {
  const values = row as Record<string, unknown>
  return { ...row, ...Object.fromEntries(names.map((name) => [name, values[name] ?? values[capital(name)]])) }
}

const monthOf = (at: number | undefined) =>
  at === undefined ? undefined : new Date(at + 8 * 3600_000).toISOString().slice(0, 7)

function narrowed(input: Parsed<typeof contract.listByMonth>): Condition[] {
  const [from, to] = [monthOf(input.startTime), monthOf(input.endTime)]
  return [
    ...equal('family', input.family === undefined ? undefined : String(input.family)),
    ...equal('month', input.month),
    ...(from === undefined ? [] : [test('month', '>=', from)]),
    ...(to === undefined ? [] : [test('month', '<=', to)]),
  ]
}

const get = async (ctx: Ctx, { id }: { readonly id: number }) => told(await rows.get(ctx, id))

/** All months, the first first: there are a dozen a year for each group. */
async function byMonth(ctx: Ctx, input: Parsed<typeof contract.listByMonth>) {
  const found: Awaited<ReturnType<typeof rows.page>>['list'] = []
  const paging = { pageSize: 200, sortField: 'month', sortOrder: 'asc' }
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await rows.page(ctx, { ...paging, pageNumber }, ...narrowed(input))
    found.push(...page.list)
    if (found.length >= page.total || page.list.length === 0) return found.map(told)
  }
}

/** The first and the last moment of a month in Asia/Shanghai. */
function spanOf(month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { startTime: parseTime(`${month}-01`) as number, endTime: (parseTime(`${next}-01`) as number) - 1 }
}

/** Counts one group; the log keeps the numbers that stood there, for topics that were purged since are counted no more. */
async function recountOne(ctx: Ctx, month: string, family: ThemeArea): Promise<number> {
  const counts = await countIn(ctx, family, spanOf(month))
  const before = await ctx.db
    .selectFrom('themeCount')
    .select(['countedReceived', 'countedPassed', 'countedShown', 'countedAnswered'])
    .where('month', '=', month)
    .where('family', '=', family)
    .executeTakeFirst()
  const set = {
    ...(Object.fromEntries(names.map((name) => [capital(name), counts[name]])) as Pick<
      Row,
      ReturnType<typeof capital>
    >),
    countedAt: ctx.now,
  }
  const { id } = await ctx.db
    .insertInto('themeCount')
    .values({ month, family, ...set, version: 1 })
    .onConflict((oc) => oc.columns(['month', 'family']).doUpdateSet(set))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { countedAt: _at, ...now } = set
  ctx.record({ ids: [id], ...(before && { before }), after: { month, family, ...now } })
  return Number(id)
}

/** Counts a month anew; what was corrected of it stays. @throws Refused BAD_INPUT for a month to come */
async function recount(ctx: Ctx, { month, family }: Parsed<typeof contract.addMonthHistoryThemeCount>) {
  if (spanOf(month).startTime > ctx.now) throw new Refused('BAD_INPUT', `月份（month）：${month} 还没有到`)
  const ids: number[] = []
  for (const area of family === undefined ? themeAreas : [family as ThemeArea])
    ids.push(await recountOne(ctx, month, area))
  return Promise.all(ids.map((id) => get(ctx, { id })))
}

/** Puts somebody's numbers beside those that are counted; null takes one away. No more passed, shown or answered than came. */
async function edit(ctx: Ctx, { id, version, reason, ...given }: Parsed<typeof contract.edit>) {
  const row = await rows.need(ctx, id, { lock: true })
  await refuseStale(ctx, row as never, version, '更正')
  const fixed = Object.fromEntries(
    names.map((name) => [name, given[name] === undefined ? row[name] : given[name]]),
  ) as Pick<Row, CountedName>
  const shown = told({ ...row, ...fixed })
  const more = names.slice(1).find((name) => Number(shown[name]) > Number(shown.received))
  if (more) throw new Refused('BAD_INPUT', `${countedOf[more]}（${more}）：不能多于收到的`)
  const none = names.every((name) => fixed[name] === null)
  await rows.change(ctx, id, { ...fixed, reason: none ? null : reason })
  return get(ctx, { id })
}

export const themeCount = implement(contract, {
  list: async (ctx, input) => {
    const page = await rows.page(ctx, input, ...narrowed(input))
    return { ...page, list: page.list.map(told) }
  },
  get,
  adminGet: get,
  listByMonth: byMonth,
  adminListByMonth: byMonth,
  listByMonthExcel: async (ctx, input) => {
    const columns = columnsFrom(themeCountRow, Object.keys(themeCountRow.shape))
    return sheetReply(ctx, contract.listByMonthExcel, input, '各月话题统计', columns, await byMonth(ctx, input))
  },
  addMonthHistoryThemeCount: recount,
  edit,
})
