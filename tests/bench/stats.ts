import { sql } from 'kysely'
import { type StatisticName, statisticOf, statistics } from '../../core/domain/statistics.ts'
import { fillArticles } from './articles-fill.ts'
import { onBoth, openedAt } from './both.ts'
import type { Question } from './callers.ts'
import { figuresOf, fillLetters, sizes } from './letters-fill.ts'

/** What a statistic may take of which 99 of 100 take less: with a hundred thousand rows, and with a million. */
const goals = [
  { count: 100_000, goalMs: 50, calls: 300 },
  { count: 1_000_000, goalMs: 300, calls: 60 },
] as const

/** Ten years, which are nearly all rows; of single days not more than a year is counted at once. */
const wide = { startTime: '2016-11-27' } as const

const questions: readonly Question[] = (Object.keys(statistics) as StatisticName[]).flatMap((name): Question[] => {
  const { title, span } = statisticOf(name)
  const asked = (says: string, search: object): Question => [says, 'admin', '/x/stats/count', { name, ...search }]
  return [asked(title, {}), ...(span === 'days' ? [] : [asked(`${title}，十年`, wide)])]
})

/** Letters of years, repeated until there are as many as asked for. */
async function repeatLetters({ write }: Awaited<ReturnType<typeof openedAt>>, count: number): Promise<void> {
  for (let there = sizes.letters; there < count; there += sizes.letters)
    await sql`insert into mail (type, state, title, content, "name", phone, code, phone_hash, code_hash, shown_name, open_flag,
      due, limit_days, dept_id, created_at, updated_at, version)
      select type, state, title, '', "name", phone, code, phone_hash, code_hash || ${String(there)}, shown_name, open_flag,
      due, limit_days, dept_id, created_at, updated_at, version from mail where id <= ${sizes.letters}`.execute(write)
}

/** Every statistic, of the usual time and of all years. */
export async function main(): Promise<void> {
  for (const { count, goalMs, calls } of goals)
    await onBoth({
      ...{
        name: 'stats',
        says: `${count} 篇文章，${count} 封信`,
        questions,
        accounts: { admin: 'admin' },
        goalMs,
        calls,
      },
      async fill(data, databaseUrl) {
        await fillLetters(data, databaseUrl)
        const db = await openedAt(data, databaseUrl)
        await fillArticles(db.write, count)
        await repeatLetters(db, count)
        await figuresOf(db)
        await db.close()
      },
    })
}
