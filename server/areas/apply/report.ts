import { applicants, reportLines } from '../../../core/domain/apply-outcomes.ts'
import { parseTime } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import { apply as table } from '../../db/tables/apply.ts'
import { anyOf, type Condition, isEmpty, notEmpty, test } from '../../rows/condition.ts'
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

/** Each number of the table: what came in and over, how it ended, and what goes on, by who asked. */
export async function report(ctx: Ctx, { year }: { readonly year: number }) {
  const lines = []
  for (const { line, group, says } of reportLines) {
    const where = [isEmpty('deletedAt'), ...reportRows(year, line)]
    const counted = await countBy(ctx, table, { by: ['applicant'], where })
    const by = (kind: number) => counted.find(({ applicant }) => applicant === kind)?.n ?? 0
    lines.push({
      ...{ line, group, says },
      ...{ a0: by(0), a1: by(1), a2: by(2), a3: by(3), a4: by(4), a5: by(5) },
      total: columns.reduce((sum, kind) => sum + by(kind), 0),
    })
  }
  return { year, lines }
}
