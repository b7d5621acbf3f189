import { applicants, reportLines } from '../../../core/domain/apply-outcomes.ts'
import { parseTime } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import { apply as table } from '../../db/tables/apply.ts'
import { allOf, anyOf, type Condition, isEmpty, notEmpty, test } from '../../rows/condition.ts'
import { countBy } from '../../rows/count-by.ts'

/** The prescribed table of the yearly report, counted from the requests. */

const begins = (year: number): number => parseTime(`${year}-01-01`, 'start') as number

/** The requests that one number of the report is about: its row, of all applicants. */
export function reportRows(year: number, line: string | undefined): Condition[] {
  const [from, to] = [begins(year), begins(year + 1)]
  const came = notEmpty('receivedAt')
  const open = (at: number) => anyOf([isEmpty('answeredAt'), test('answeredAt', '>=', at)])
  const done = [came, test('answeredAt', '>=', from), test('answeredAt', '<', to)]
  if (line === undefined) return [came, test('receivedAt', '<', to), open(from)]
  const own: Readonly<Record<string, Condition[]>> = {
    new: [test('receivedAt', '>=', from), test('receivedAt', '<', to)],
    over: [test('receivedAt', '<', from), open(from)],
    done,
    next: [test('receivedAt', '<', to), open(to)],
  }
  return own[line] ?? [...done, test('outcome', '=', Number(line))]
}

const columns = Object.keys(applicants).map(Number)
type Counts = ReadonlyMap<number, number>

/** What some lines of the table say, each by who asked. */
async function countLines(ctx: Ctx, year: number): Promise<ReadonlyMap<string, Counts>> {
  const there = isEmpty('deletedAt')
  const came = { new: reportRows(year, 'new'), over: reportRows(year, 'over'), next: reportRows(year, 'next') }
  const cases = Object.fromEntries(Object.entries(came).map(([line, where]) => [line, allOf(where)]))
  const open = await countBy(ctx, table, { by: ['applicant'], cases, where: [there, anyOf(Object.values(cases))] })
  const done = await countBy(ctx, table, { by: ['applicant', 'outcome'], where: [there, ...reportRows(year, 'done')] })
  const lines = new Map<string, Map<number, number>>()
  const add = (line: string, applicant: number | null, n: number) => {
    const of = lines.get(line) ?? new Map<number, number>()
    lines.set(line, of.set(applicant ?? 0, (of.get(applicant ?? 0) ?? 0) + n))
  }
  for (const { applicant, holds, n } of open) for (const line of holds) add(line, applicant, n)
  for (const { applicant, outcome, n } of done) {
    add('done', applicant, n)
    if (outcome !== null) add(String(outcome), applicant, n)
  }
  return lines
}

/** Each number of the table: what came in and over, how it ended, and what goes on, by who asked. */
export async function report(ctx: Ctx, { year }: { readonly year: number }) {
  const counted = await countLines(ctx, year)
  const lines = reportLines.map(({ line, group, says }) => {
    const by = (kind: number) => counted.get(line)?.get(kind) ?? 0
    return {
      ...{ line, group, says },
      ...{ a0: by(0), a1: by(1), a2: by(2), a3: by(3), a4: by(4), a5: by(5) },
      total: columns.reduce((sum, kind) => sum + by(kind), 0),
    }
  })
  return { year, lines }
}
