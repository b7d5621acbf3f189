import { applicants, reportLines } from '../../../core/domain/apply-outcomes.ts'
import { parseTime } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import { anyOf, type Condition, isEmpty, notEmpty, test } from '../../rows/condition.ts'

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

/** The lines in which a request stands that came in one year and was answered in another one (null: not yet). */
function linesOf(year: number, received: number | null, answered: number | null, outcome: number | null): string[] {
  if (received === null) return []
  const openBy = (then: number) => answered === null || answered >= then
  const done = answered === year
  const holds = {
    new: received === year,
    over: received < year && openBy(year),
    done,
    next: received <= year && openBy(year + 1),
    [`${outcome}`]: done && outcome !== null,
  }
  return Object.keys(holds).filter((line) => holds[line as keyof typeof holds])
}

/** What some lines of the table say, each by who asked: from the counts that the database keeps. */
async function countLines(ctx: Ctx, year: number): Promise<ReadonlyMap<string, Counts>> {
  const groups = await ctx.db
    .selectFrom('applyYear')
    .select(['receivedYear', 'answeredYear', 'applicant', 'outcome', 'n'])
    .where('deletedAt', 'is', null)
    .execute()
  const lines = new Map<string, Map<number, number>>()
  for (const { receivedYear, answeredYear, applicant, outcome, n } of groups)
    for (const line of linesOf(year, receivedYear, answeredYear, outcome)) {
      const of = lines.get(line) ?? new Map<number, number>()
      lines.set(line, of.set(applicant, (of.get(applicant) ?? 0) + n))
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
