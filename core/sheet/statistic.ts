import type { Output } from '../contract/endpoint.ts'
import { type stats, statsLine } from '../contract/stats.ts'
import { aimedAt, doneOf, growth, sumSays } from '../domain/statistics.ts'
import { type CellKind, columnsFrom, type SheetColumn } from './columns.ts'

type Found = Output<typeof stats.count>

/** A statistic as lines of a table: its columns, each line, and what they come to. */
export function statisticSheet(found: Found): {
  readonly columns: readonly SheetColumn[]
  readonly lines: readonly object[]
  readonly sum: object
} {
  const { lines, parts } = found
  // of single articles each is one
  const single = found.by === '文章'
  const has = (field: 'rank' | 'hits' | 'target') => lines.some((line) => line[field] !== null)
  const plain = columnsFrom(statsLine, ['name', 'rank', 'n', 'hits', 'before', 'yearBefore', 'target'])
  const titled = (field: string, title: string, kind: CellKind = 'number'): SheetColumn => ({
    ...{ field, title, kind, width: 14 },
  })
  const [name, rank, n, hits, before, yearBefore, target] = plain as [
    SheetColumn,
    SheetColumn,
    SheetColumn,
    SheetColumn,
    SheetColumn,
    SheetColumn,
    SheetColumn,
  ]
  const columns = [
    ...[{ ...name, title: found.by }, ...(has('rank') ? [rank] : []), ...(single ? [] : [n])],
    ...(has('target') ? [target, titled('done', '完成（%）', 'tenths')] : []),
    ...[...(has('hits') ? [hits] : []), ...parts.map(({ title }, i) => titled(`part${i}`, title ?? ''))],
    ...(found.before
      ? [
          before,
          titled('growth', '比上期（%）', 'tenths'),
          yearBefore,
          titled('yearGrowth', '比上年同期（%）', 'tenths'),
        ]
      : []),
  ]
  const lineOf = (line: Pick<Found['lines'][number], 'n' | 'before' | 'yearBefore' | 'parts' | 'target'>) => ({
    ...line,
    ...Object.fromEntries(line.parts.map((value, i) => [`part${i}`, value])),
    done: doneOf(line.n ?? 0, line.target),
    growth: growth(line.n ?? 0, line.before),
    yearGrowth: growth(line.n ?? 0, line.yearBefore),
  })
  const sum = {
    ...{ name: sumSays(found), rank: null, n: found.total, hits: found.totalHits, target: found.totalTarget },
    ...{ before: found.totalBefore, yearBefore: found.totalYearBefore, parts: parts.map(({ total }) => total) },
  }
  return {
    ...{ columns, lines: lines.map(lineOf) },
    // of what had a target alone
    sum: { ...lineOf(sum), done: doneOf(aimedAt(lines), found.totalTarget) },
  }
}
