import type { Output, Parsed } from '../../core/contract/endpoint.ts'
import { stats as contract } from '../../core/contract/stats.ts'
import { countedRows, dimensions, type Statistic, statisticOf, statistics } from '../../core/domain/statistics.ts'
import { Refused } from '../../core/errors.ts'
import { statisticSheet } from '../../core/sheet/statistic.ts'
import { holdsKey } from '../access/rights.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611261330-stats.ts'
import * as months from '../db/migrations/202611261620-stats-months.ts'
import * as monthsOfAll from '../db/migrations/202611280400-stats-months-of-all.ts'
import * as years from '../db/migrations/202611280800-stats-years.ts'
import * as anew from '../db/migrations/202611280830-counts-anew.ts'
import { implement } from '../pipeline.ts'
import { sheetReply } from '../rows/sheet.ts'
import { type Asked, asSearch, spanOf } from './stats/count.ts'
import { groupedOf, searchOf, seriesOf, topsOf } from './stats/lines.ts'

/** What it is counted from: indexes for days, kept counts for whole months and years. */
export const migrations = {
  '202611261330-stats': made,
  '202611261620-stats-months': months,
  '202611280400-stats-months-of-all': monthsOfAll,
  '202611280800-stats-years': years,
  '202611280830-counts-anew': anew,
}

/** Its screens stand in the menu as one entry. */
export const entry = { under: 'home', name: '统计分析', url: 'home/dispatch' } as const

/** True where the caller sees the list behind the numbers. */
const maySee = (ctx: Ctx, { of }: Statistic): boolean => {
  const { needs } = countedRows[of]
  return needs === null || holdsKey(whoOf(ctx).rights, needs)
}

async function count(ctx: Ctx, asked: Asked): Promise<Output<typeof contract.count>> {
  const statistic = statisticOf(asked.name)
  const { title, counts, of, by } = statistic
  const { unit, list, noun } = countedRows[of]
  if (!maySee(ctx, statistic)) throw new Refused('NO_PERMISSION', `您没有查看${noun}的权限，不能查看「${title}」`)
  if (asked.columnId && of !== 'article') throw new Refused('BAD_INPUT', `栏目（columnId）：${noun}不分栏目`)
  if (asked.deptId && of === 'visit') throw new Refused('BAD_INPUT', `部门（deptId）：${noun}不分部门`)
  const span = spanOf(statistic, asked, ctx.now)
  const dimension = dimensions[by]
  const counted = await ('series' in dimension
    ? seriesOf(ctx, statistic, asked, span, dimension.series)
    : by === 'article'
      ? topsOf(ctx, statistic, asked, span)
      : groupedOf(ctx, statistic, asked, span))
  return {
    ...{ name: asked.name, title, counts, unit, by: dimension.title, of, list },
    ...{ series: 'series' in dimension ? dimension.series : null, span: asSearch(span) },
    search: list ? searchOf(statistic, asked, span) : null,
    ...counted,
  }
}

/** A statistic as a sheet: its lines, and what they come to. */
async function sheet(ctx: Ctx, asked: Parsed<typeof contract.excel>) {
  const found = await count(ctx, asked)
  const { columns, lines, sum } = statisticSheet(found)
  return sheetReply(ctx, contract.excel, asked, found.title, columns, [...lines, sum])
}

export const stats = implement(contract, {
  list: (ctx) =>
    Object.entries(statistics as Record<string, Statistic>)
      .filter(([, statistic]) => maySee(ctx, statistic))
      .map(([name, { title, counts, of, by }]) => ({
        ...{ name, title, counts, by: dimensions[by].title, unit: countedRows[of].unit, time: countedRows[of].time },
      })),
  count,
  excel: sheet,
})
