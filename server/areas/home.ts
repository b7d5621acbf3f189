import type { Parsed } from '../../core/contract/endpoint.ts'
import { home as contract } from '../../core/contract/home.ts'
import { newsStatus } from '../../core/domain/enums.ts'
import { columnsFrom } from '../../core/sheet/columns.ts'
import type { Ctx } from '../context.ts'
import { article } from '../db/tables/article.ts'
import { column } from '../db/tables/column.ts'
import { implement } from '../pipeline.ts'
import { between, type Condition, equal, oneOf } from '../rows/condition.ts'
import { countBy, dateOfDay } from '../rows/count-by.ts'
import { namesOf } from '../rows/list.ts'
import { sheetReply } from '../rows/sheet.ts'
import { descendants, readTree } from '../rows/tree.ts'
import { loadSettings } from '../site/settings.ts'
import { reach } from './article/find.ts'
import { signsInByMobile } from './auth/mobile.ts'
import { expected, handedInBy } from './report/ranking.ts'

type Search = Parsed<typeof contract.deptDataCountlist>

const states = Object.entries(newsStatus)
const published = 2
const columns = columnsFrom(contract.deptDataCountlist.output.element, [
  'deptName',
  ...states.map(([state]) => `s${state}`),
  'total',
])

/** The articles that a search is about, within the caller's scope. */
const within = (ctx: Ctx, input: Search): Condition[] => [
  ...reach(ctx),
  ...equal('deptId', input.deptId),
  ...equal('columnId', input.columnId),
  ...equal('status', input.status),
  ...between('publishTime', input.startTime, input.endTime),
]

const sumOf = <R extends { readonly n: number }>(rows: readonly R[]) => rows.reduce((sum, { n }) => sum + n, 0)
const largestFirst = <R extends { readonly count: number }>(rows: R[]) => rows.sort((a, b) => b.count - a.count)

/** Articles and published ones of each column, by its id. */
async function byColumn(ctx: Ctx, where: readonly Condition[]) {
  const rows = await countBy(ctx, article, { by: ['columnId', 'status'], where })
  return new Map(
    [...Map.groupBy(rows, ({ columnId }) => Number(columnId))].map(([columnId, some]) => [
      columnId,
      { count: sumOf(some), published: sumOf(some.filter(({ status }) => status === published)) },
    ]),
  )
}

async function columnCount(ctx: Ctx, input: Search) {
  const found = await byColumn(ctx, within(ctx, input))
  const names = await namesOf(ctx.db, 'column', 'title', found.keys())
  return largestFirst(
    [...found].map(([columnId, counts]) => ({
      ...{ columnId: String(columnId), columnName: names.get(columnId) ?? null },
      ...counts,
    })),
  )
}

/** The columns below one, each with all that stands in it and below it. */
async function categoryCountlist(ctx: Ctx, { columnId: parentId = 0, ...input }: Search) {
  const tree = await readTree(ctx.db, column)
  const children = [...tree.values()].filter((one) => one.parentId === parentId)
  const all = descendants(tree.values(), parentId).filter((id) => id !== 0)
  const found = await byColumn(ctx, [...within(ctx, input), ...oneOf('columnId', all)])
  const names = await namesOf(
    ctx.db,
    'column',
    'title',
    children.map(({ id }) => id),
  )
  return children.map(({ id }) => {
    const own = descendants(tree.values(), id).flatMap((one) => found.get(one) ?? [])
    return {
      ...{ columnId: String(id), columnName: names.get(id) ?? null },
      count: own.reduce((sum, one) => sum + one.count, 0),
      published: own.reduce((sum, one) => sum + one.published, 0),
    }
  })
}

/** So many days are answered at most, counted back from the last. */
const daysMax = 3660

/** Every day, or month, from the first to the last that has an article; those between without one stand with 0. */
async function categoryDateCount(ctx: Ctx, { dateType = 'day', ...input }: Parsed<typeof contract.categoryDateCount>) {
  const rows = await countBy(ctx, article, { by: [], dayOf: 'publishTime', where: within(ctx, input) })
  const perDay = new Map(rows.map(({ day, n }) => [day, n]))
  const days = [...perDay.keys()]
  const last = days.reduce((most, day) => Math.max(most, day), 0)
  const first = Math.max(
    days.reduce((least, day) => Math.min(least, day), last),
    last - daysMax + 1,
  )
  const counts = new Map<string, number>()
  for (let day = first; days.length > 0 && day <= last; day += 1) {
    const date = dateOfDay(day).slice(0, dateType === 'month' ? 7 : 10)
    counts.set(date, (counts.get(date) ?? 0) + (perDay.get(day) ?? 0))
  }
  return [...counts].map(([date, count]) => ({ date, count }))
}

async function deptByColumnCount(ctx: Ctx, input: Search) {
  const rows = await countBy(ctx, article, { by: ['deptId', 'columnId'], where: within(ctx, input) })
  const some = rows.filter(({ n }) => n > 0)
  const depts = await namesOf(ctx.db, 'dept', 'name', new Set(some.map(({ deptId }) => deptId)))
  const titles = await namesOf(ctx.db, 'column', 'title', new Set(some.map(({ columnId }) => columnId)))
  return [...Map.groupBy(some, ({ deptId }) => deptId)]
    .map(([deptId, own]) => ({
      ...{ deptId: deptId === null ? null : String(deptId), deptName: deptNameOf(depts, deptId), total: sumOf(own) },
      columns: largestFirst(
        own.map(({ columnId, n }) => ({
          ...{ columnId: String(columnId), columnName: titles.get(Number(columnId)) ?? null, count: n },
        })),
      ),
    }))
    .sort((a, b) => b.total - a.total)
}

const deptNameOf = (names: ReadonlyMap<number, string>, id: number | null) => names.get(id ?? 0) ?? '（无部门）'

/** A department's articles by their states, `s0` …; the largest first. */
async function deptLines(ctx: Ctx, input: Search) {
  const rows = await countBy(ctx, article, { by: ['deptId', 'status'], where: within(ctx, input) })
  const some = rows.filter(({ n }) => n > 0)
  const names = await namesOf(ctx.db, 'dept', 'name', new Set(some.map(({ deptId }) => deptId)))
  return [...Map.groupBy(some, ({ deptId }) => deptId)]
    .map(([deptId, own]) => ({
      ...{ deptId: deptId === null ? null : String(deptId), deptName: deptNameOf(names, deptId) },
      ...Object.fromEntries(
        states.map(([state]) => [`s${state}`, sumOf(own.filter(({ status }) => String(status) === state))]),
      ),
      total: sumOf(own),
    }))
    .sort((a, b) => b.total - a.total || (a.deptName < b.deptName ? -1 : 1)) as DeptLine[]
}
type DeptLine = { deptId: string | null; deptName: string; total: number } & Record<`s${number}`, number>

/** The line of all departments together. */
const sumLine = (lines: readonly DeptLine[]): DeptLine => {
  const sum = (field: `s${number}` | 'total') => lines.reduce((all, line) => all + (line[field] ?? 0), 0)
  return {
    ...{ deptId: null, deptName: '合计' },
    ...Object.fromEntries(states.map(([state]) => [`s${state}`, sum(`s${Number(state)}`)])),
    total: sum('total'),
  } as DeptLine
}

/** Departments that are counted, each with what it handed in. */
async function deptCount(ctx: Ctx, input: Parsed<typeof contract.deptCount>) {
  const found = await handedInBy(ctx, { month: undefined, ...input })
  return (await expected(ctx))
    .filter(({ id }) => input.deptId === undefined || id === input.deptId)
    .map(({ id, name }) => ({ deptId: String(id), deptName: name, count: found.get(id) ?? 0 }))
}

export const home = implement(contract, {
  site: async (ctx) => ({
    name: (await loadSettings({ read: ctx.db }))['site.name'],
    byMobile: (await signsInByMobile(ctx)) ? 1 : 0,
  }),
  columnCount,
  categoryCountlist,
  categoryDateCount,
  deptByColumnCount,
  deptCount,
  deptDataCountlist: deptLines,
  deptDataCountExcel: async (ctx, input) => {
    const lines = await deptLines(ctx, input)
    return sheetReply(ctx, contract.deptDataCountExcel, input, '部门发文统计', columns, [...lines, sumLine(lines)])
  },
})
