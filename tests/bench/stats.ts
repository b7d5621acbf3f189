import { parseArgs } from 'node:util'
import { type StatisticName, statisticOf, statistics } from '../../core/domain/statistics.ts'
import { onBoth } from './both.ts'
import type { Question } from './callers.ts'
import { fillStats, type Sizes } from './stats-fill.ts'

/** What a statistic may take of which 99 of 100 take less: with a hundred thousand rows, and with a million. */
const goalOf = ({ rows }: Sizes) => (rows > 100_000 ? 300 : 50)
const usual: readonly Sizes[] = [
  { rows: 100_000, depts: 60 },
  { rows: 1_000_000, depts: 2000 },
]
const calls = 50

/** A year that is over, months and days of it; ten years, which are nearly all rows; and a part of a month, which no kept count tells. */
const spans = {
  平常: {},
  一年: { startTime: '2025-01-01', endTime: '2025-12-31' },
  半月起: { startTime: '2025-03-10', endTime: '2026-03-20' },
  十年: { startTime: '2016-12-05' },
} as const

/** Every statistic of the usual time, of a year and of ten; by whoever sees all, narrowed to a department, and by somebody of one. Each compares with the time before and the year before. */
const questions = (Object.keys(statistics) as StatisticName[]).flatMap((name): Question<'admin' | 'clerk'>[] => {
  const { title, span, of } = statisticOf(name)
  const asked = Object.entries(spans).filter(([says]) => span !== 'days' || says === '平常' || says === '一年')
  const path = '/x/stats/count'
  return [
    ...asked.map(([says, search]) => [`${title}，${says}`, 'admin', path, { name, ...search }] as const),
    ...(of === 'visit'
      ? []
      : asked.slice(-1).flatMap(([says, search]): Question<'admin' | 'clerk'>[] => [
          [`${title}，${says}，某部门`, 'admin', path, { name, deptId: 1, ...search }],
          [`${title}，${says}，部门的人`, 'clerk', path, { name, ...search }],
        ])),
  ]
})

/**
 * `--rows=1000000 --depts=2000`; without them a hundred thousand rows, and a million. `--keep=FOLDER` keeps what was filled there for the next
 * time (of SQLite, for each size), `--only=SQLite` asks one database, `--about=部门` the questions that say so.
 */
function options() {
  const text = { type: 'string' } as const
  const known = {
    rows: text,
    depts: { ...text, default: '2000' },
    keep: text,
    only: text,
    about: { ...text, default: '' },
  }
  const { values } = parseArgs({ options: known, strict: false })
  const { keep, only, about } = values as Record<keyof typeof known, string | undefined>
  const sizes = values.rows ? [{ rows: Number(values.rows), depts: Number(values.depts) }] : usual
  return { keep, only, about: about ?? '', sizes }
}

/** Every statistic, asked of both databases. */
export async function main(): Promise<void> {
  const { keep, only, about, sizes } = options()
  for (const size of sizes)
    await onBoth({
      ...{ name: `stats-${size.rows}-${size.depts}`, keep, only },
      says: `${size.rows} 篇文章，${size.rows} 封信，${size.depts} 个部门`,
      questions: questions.filter(([says]) => says.includes(about)),
      ...{ accounts: { admin: 'admin', clerk: 'author0' }, goalMs: goalOf(size), calls },
      fill: (data, databaseUrl) => fillStats(data, databaseUrl, size),
    })
}
